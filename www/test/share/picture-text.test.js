import { describe, expect, it } from 'vitest';
import { nodeAxis, timeUnit } from '../../src/share/picture-axes.js';
import { createPictureSvg } from '../../src/share/print-picture.js';
import { wrapText } from '../../src/share/wrapped-text.js';

/** A drawing of the engine with clusters of these heights. @param {[string, number][]} clusters @param {string[]} ticks */
function drawing(clusters, ticks) {
  let y = 0;
  const bands = clusters.map(([name, height]) => {
    const top = y;
    y += height;
    return `<path d="M-8 ${top}H600M-8 ${y}H600" stroke="#ddd"/>\n<text x="-12" y="${top + height / 2}" text-anchor="end">${name}</text>\n`;
  });
  const axis = ticks.map((tick, at) => `<text x="${at * 90}" y="${y + 18}">${tick}</text>\n`).join('');
  const body = `${bands.join('')}<g fill="#000" text-anchor="middle">\n${axis}</g>\n`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="712" height="${y + 44}" viewBox="0 0 712 ${y + 44}">${body}</svg>`;
}

const bands = (/** @type {[string, number][]} */ ...all) =>
  /** @type {any} */ (all.map(([name, rows]) => ({ name, rows, first_row: 0, speed: 1 })));

describe('the lines of a text', () => {
  it('fit, and contain all words in their order', () => {
    const text = 'wait time 1 h 19 min, bounded slowdown 10.62, utilisation 64.5 %, makespan 7 h 9 min';
    const lines = wrapText(text, 30, 12);
    expect(lines.join(' ').trim()).toBe(text);
    expect(lines[0].length).toBeLessThanOrEqual(18);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(30);
  });
  it('keep a word that is longer than a line', () => {
    expect(wrapText('a bcdefgh i', 4)).toEqual(['a', 'bcdefgh', 'i']);
    expect(wrapText('', 4)).toEqual(['']);
  });
});

describe('the axes of a picture', () => {
  it('number the nodes of a single cluster', () => {
    const marks = nodeAxis(drawing([['Cluster', 300]], []), { bands: bands(['Cluster', 32]), first: 0, count: 32, folded: false });
    expect(marks.map(({ words }) => words)).toEqual(['0', '32 nodes', '31']);
    const zoomed = nodeAxis(drawing([['Cluster', 300]], []), { bands: bands(['Cluster', 32]), first: 4.5, count: 8, folded: false });
    expect(zoomed.map(({ words }) => words)).toEqual(['4', '32 nodes', '12']);
  });
  it('count the nodes of several clusters where there is room', () => {
    const svg = drawing(
      [
        ['VU', 100],
        ['UvA', 20],
      ],
      [],
    );
    expect(nodeAxis(svg, { bands: bands(['VU', 85], ['UvA', 41]), first: 0, count: 126, folded: false })).toEqual([
      { y: 62, words: '85 nodes' },
    ]);
  });
  it('have a unit of time unless the ticks have one', () => {
    expect(timeUnit(drawing([['C', 50]], ['0', '1:00', '2:00']))).toBe('h:min');
    expect(timeUnit(drawing([['C', 50]], ['7 d 21:00', '8 d']))).toBe('h:min');
    expect(timeUnit(drawing([['C', 50]], ['0', '0:00:30']))).toBe('h:min:s');
    expect(timeUnit(drawing([['C', 50]], ['0', '10 s']))).toBe('');
  });
});

describe('a picture', () => {
  /** @type {any} */
  const pane = {
    name: 'EASY with a rather long name of its variant',
    svg: drawing([['Cluster', 100]], ['0', '1:00']),
    rows: { bands: bands(['Cluster', 32]), first: 0, count: 32, folded: false },
    report: { rows: ['Wait time', 'Bounded slowdown', 'Utilisation', 'Makespan'].map((name) => ({ name, value: 0.645, unit: '%' })) },
    digest: '0968002d0cb03528',
    legend: { colour: 'wait', signs: [], looks: [] },
    difference: null,
  };
  const colours = { paper: '#fff', ink: '#000', 'ink-soft': '#555', edge: '#999' };
  const draw = (/** @type {object} */ change) =>
    createPictureSvg({
      width: 1600,
      title: 'A title that is much longer than a picture of this width has room for, as the titles of some examples are',
      panes: [{ ...pane, ...change }],
      names: ['EASY'],
      work: null,
      note: '',
      colours,
    });
  const lines = (/** @type {string} */ svg) =>
    [...svg.matchAll(/<text x="96"[^>]*font-size="(\d+)"[^>]*>(.*?)<\/text>/gu)].map(([, size, text]) => ({
      size: Number(size),
      text: text.replaceAll(/<[^>]*>/gu, ''),
    }));
  it('has no line that ends beyond its edge', () => {
    for (const { size, text } of lines(draw({}))) expect(text.length * size * 0.55, text).toBeLessThan(712 - 96);
    expect(draw({})).toContain('Makespan'.toLowerCase());
  });
  it('of a part of a run names its end instead of the results of the whole run', () => {
    const svg = draw({ until: '2:15:00' });
    expect(svg).toContain('up to 2:15:00');
    expect(svg).not.toContain('makespan');
  });
});
