import { describe, expect, it } from 'vitest';
import { CanvasLayers, windowTransform } from '../../src/gantt/canvas-layers.js';

/** @import { View } from '../../src/engine/types.js' */

/** @param {number} from_s @param {number} to_s @param {Partial<View>} [more] @returns {View} */
const view = (from_s, to_s, more = {}) => ({
  from_s,
  to_s,
  first_row: 0,
  rows: 10,
  width: 100,
  height: 50,
  now_s: 200,
  colour: null,
  theme: 'light',
  selected: -1,
  query: '',
  ...more,
});

/** Canvases that know what was copied to them. */
function canvases() {
  /** @type {string[]} */
  const copied = [];
  const one = (/** @type {string} */ name) =>
    /** @type {any} */ ({
      name,
      width: 0,
      height: 0,
      style: { transform: '', visibility: '' },
      getContext: () => ({ drawImage: (/** @type {{name: string}} */ from) => copied.push(`${from.name} to ${name}`) }),
    });
  const [under, picture, overlay] = [one('under'), one('picture'), one('overlay')];
  return { under, picture, overlay, copied, kept: new CanvasLayers({ under, picture, overlay }) };
}

describe('pictures of another window', () => {
  it('are moved to where they belong', () => {
    expect(windowTransform(view(0, 100), view(0, 100))).toBe('');
    expect(windowTransform(view(10, 110), view(0, 100))).toBe('translate(-10%, 0%) scale(1, 1)');
    expect(windowTransform(view(25, 75), view(0, 100))).toBe('translate(-50%, 0%) scale(2, 1)');
    expect(windowTransform(view(0, 100, { first_row: 5, rows: 5 }), view(0, 100))).toBe('translate(0%, -100%) scale(1, 2)');
  });

  it('are there only if there are any', () => {
    const { kept, picture } = canvases();
    expect(kept.moveToWindow(view(0, 50))).toBe(false);
    kept.replaceFrame(view(0, 100));
    expect(kept.moveToWindow(view(0, 50))).toBe(true);
    expect(picture.style.transform).toBe('translate(0%, 0%) scale(2, 1)');
    kept.clear();
    expect(kept.moveToWindow(view(0, 50))).toBe(false);
  });

  it('lie above the widest one, as long as it is not outdated', () => {
    const { kept, under, picture, copied } = canvases();
    kept.replaceFrame(view(0, 100));
    kept.replaceFrame(view(40, 60));
    expect(copied).toEqual(['picture to under']);
    expect(under.style.visibility).toBe('hidden');
    kept.replaceFrame(view(45, 65));
    expect(copied).toHaveLength(1);
    kept.moveToWindow(view(50, 70));
    expect([under.style.visibility, under.style.transform, picture.style.transform]).toEqual([
      'visible',
      'translate(-250%, 0%) scale(5, 1)',
      'translate(-25%, 0%) scale(1, 1)',
    ]);
    kept.moveToWindow(view(50, 51));
    expect(under.style.visibility).toBe('hidden');
  });

  it('do not lie above what is no longer true', () => {
    const { kept, under, copied } = canvases();
    kept.replaceFrame(view(0, 100));
    kept.replaceFrame(view(40, 60, { query: 'user:5' }));
    kept.moveToWindow(view(50, 70));
    expect(copied).toEqual([]);
    expect(under.style.visibility).toBe('hidden');
  });
});
