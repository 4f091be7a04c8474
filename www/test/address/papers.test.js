import { describe, expect, it } from 'vitest';
import { FIRST_SEED, fragmentOf, placeOf } from '../../src/address/papers.js';

describe('the address of the papers view', () => {
  it('names the list, an experiment, and a seed', () => {
    expect(placeOf('#papers')).toEqual({ id: '', seed: FIRST_SEED });
    expect(placeOf('papers=E2.6')).toEqual({ id: 'E2.6', seed: FIRST_SEED });
    expect(placeOf('#papers=E2.6&seed=7')).toEqual({ id: 'E2.6', seed: 7 });
  });
  it('leaves other links alone', () => {
    expect(placeOf('')).toBeUndefined();
    expect(placeOf('#1.d.abc&r=12')).toBeUndefined();
    expect(placeOf('#ex=fcfs-vs-easy&seed=7')).toBeUndefined();
  });
  it('takes no seed that the engine cannot hold', () => {
    for (const seed of ['-1', '1.5', 'x', '9007199254740992', '']) {
      expect(placeOf(`#papers=E2.6&seed=${seed}`)?.seed, seed).toBeNaN();
    }
  });
  it('turns back into itself', () => {
    for (const place of [
      { id: '', seed: FIRST_SEED },
      { id: 'E2.6', seed: FIRST_SEED },
      { id: 'E2.6', seed: 1 },
      { id: 'a b&c', seed: Number.MAX_SAFE_INTEGER },
    ]) {
      expect(placeOf(fragmentOf(place))).toEqual(place);
    }
    expect(fragmentOf({ id: 'E2.6', seed: 7 })).toBe('#papers=E2.6&seed=7');
  });
});
