import { expect, it } from 'vitest';
import { scheduleCsv } from '../../src/morph/morph-export.js';
import { morphScene, sceneElements, stillSvg, textColour } from '../../src/morph/morph-scene.js';
import { positionText, progressText, stayingText, stopText } from '../../src/morph/morph-texts.js';

/** @type {import('../../src/morph/morph-geometry.js').JobMove} */
const move = {
  number: 7,
  start_s: [50, 0],
  end_s: [100, 50],
  ready_s: [0, 0],
  nodes: 2,
  pieces: [{ from: 0, to: 2, rows: 2 }],
  rank: 0,
  stays: false,
};
const stage = { width: 200, height: 100, from_s: 0, to_s: 100, rows: 4 };
/** @type {import('../../src/morph/morph-scene.js').Look} */
const look = {
  colours: { paper: '#ffffff', ink: '#000000', hole: '#eeddaa', edge: '#777777' },
  waits: [
    { from_s: 0, fill: '#eeeeff' },
    { from_s: 40, fill: '#112244' },
  ],
  names: ['FCFS', 'EASY & more'],
  ends_s: [100, 50],
  endTexts: ['1:40', '50 s'],
};
const bars = (/** @type {number} */ share) =>
  morphScene([move], share, stage, look).filter((shape) => shape.kind === 'rect' && shape.fill && !shape.opacity);

it('at a stop bars are at their places of that schedule, in the colours of their waits', () => {
  expect(bars(0)).toMatchObject([{ x: 100, y: 0, w: 100, h: 50, fill: '#112244' }]);
  expect(bars(1)).toMatchObject([{ x: 0, y: 50, w: 100, h: 50, fill: '#eeeeff' }]);
});

it('between stops a moving bar has an outline, a trail and the place that it leaves', () => {
  const shapes = morphScene([move], 0.13, stage, look);
  expect(shapes.filter(({ kind }) => kind === 'ring')).toHaveLength(1);
  expect(shapes.some((shape) => shape.kind === 'rect' && shape.dash?.length)).toBe(true);
  expect(shapes.some((shape) => shape.kind === 'rect' && shape.x === 50 && shape.y === 25 && shape.stroke === '#000000')).toBe(true);
  expect(morphScene([move], 0, stage, look).filter(({ kind }) => kind === 'ring')).toHaveLength(0);
});

it('a still is a document of SVG', () => {
  const shapes = morphScene([move], 1, stage, look);
  const svg = stillSvg(shapes, {
    width: 200,
    height: 100,
    title: 'A < B',
    foot: 'x',
    ticks: [{ x: 0, text: '0' }],
    colours: look.colours,
    font: 'sans',
  });
  expect(svg).toContain('A &lt; B');
  expect(svg).toContain('EASY &amp; more ends 50 s');
  expect(svg.match(/<svg /gu)).toHaveLength(2);
  expect(sceneElements(shapes)).not.toContain('NaN');
});

it('text on bars can be read', () => {
  expect([textColour('#eeeeff'), textColour('#112244')]).toEqual(['#111', '#fff']);
});

it('the jobs of all systems are one table', () => {
  /** @type {any} */
  const one = { number: 1, submit_s: 0, start_s: 1, end_s: 2, wait_s: 1, nodes: [0, 1] };
  expect(scheduleCsv([[one], [{ ...one, start_s: NaN }]], ['A', 'B'])).toBe(
    'job,submit_s,A start_s,A finish_s,A nodes,A wait_s,B start_s,B finish_s,B nodes,B wait_s\r\n1,0,1,2,0 1,1,,2,0 1,1\r\n',
  );
});

it('sentences say how far the drawing is, and numbers at stops only', () => {
  expect(progressText({ placed: 18, moving: 24, following: 23, staying: 5 }, 'jobs')).toBe(
    '18 jobs are in place, 24 are moving, 23 follow.',
  );
  expect(progressText({ placed: 1, moving: 1, following: 1, staying: 0 }, 'jobs')).toBe('1 job is in place, 1 is moving, 1 follows.');
  expect(stayingText(5, 'jobs')).toBe('5 jobs keep their nodes and start times.');
  expect(stopText('EASY', 1160, { name: 'FCFS', wait_s: 4730 })).toBe('EASY: mean wait 19 min 20 s, 59 min 30 s less than FCFS.');
  expect(stopText('EASY', null, null)).toBe('EASY.');
  expect(positionText(0.5, 'FCFS', 'EASY')).toBe('half-way from FCFS to EASY');
  expect(positionText(0.25, 'FCFS', 'EASY')).toBe('25 % of the way from FCFS to EASY');
});
