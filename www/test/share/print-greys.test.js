import { describe, expect, it } from 'vitest';
import { greyOf, toGreys } from '../../src/share/print-greys.js';

const sign = (/** @type {string} */ name, /** @type {string} */ fill, /** @type {number|null} */ place) => ({
  name,
  fill,
  ink: '#6a86af',
  place,
});
/** @type {any} */
const ordered = {
  ordered: true,
  signs: [sign('0', '#e4ebf4', 0), sign('≥ 5 min', '#c2d2e8', 1), sign('≥ 2 h', '#1c3b6e', 5)],
  looks: [sign('idle while jobs wait', '#fcefd6', null)],
};

describe('a picture in greys', () => {
  it('has a ramp for ordered classes, and a hatch for idle nodes', () => {
    const svg = '<svg xmlns="x"><rect fill="#e4ebf4" stroke="#6a86af"/><rect fill="#1c3b6e"/><path fill="#fcefd6"/></svg>';
    const grey = toGreys(svg, [ordered]);
    expect(grey).toContain('<rect fill="#ffffff" stroke="#4a4a4a"/><rect fill="#262626"/><path fill="url(#print-idle)"/>');
    expect(grey).toContain('<pattern id="print-idle"');
  });
  it('gives kinds different greys, none of which is paper', () => {
    const kinds = { ordered: false, signs: [sign('rigid', '#111111', null), sign('malleable', '#222222', null)], looks: [] };
    const grey = toGreys('<svg><rect fill="#111111"/><rect fill="#222222"/></svg>', [/** @type {any} */ (kinds)]);
    expect(grey).toMatch(/<rect fill="#c2c2c2"\/><rect fill="#636363"\/>/u);
  });
  it('keeps emphasis black, and paper white', () => {
    expect(toGreys('<svg><path stroke="#bf3410"/><rect fill="#fbfaf7"/><path stroke="rgb(15, 118, 110)"/></svg>', [])).toContain(
      '<path stroke="#000000"/><rect fill="#ffffff"/><path stroke="#000000"/>',
    );
    expect(greyOf('#808080')).toBe('#808080');
  });
  it('has no arrows, which would cross the text', () => {
    const arrow =
      '<path d="M880 85C768.5 85 768.5 113 664 113" fill="none" stroke="#bf3410" stroke-width="1.5"/>\n<path class="arrow" d="M657 113L664 109z" fill="#bf3410"/>';
    expect(toGreys(`<svg>${arrow}<path d="M1 2H3" stroke="#000000"/></svg>`, [])).toMatch(/<\/defs><path d="M1 2H3"/u);
  });
});
