import { describe, expect, it } from 'vitest';
import { FIRST_SEED, papersFragment, parsePapersFragment } from '../../src/address/papers.js';

describe('the address of the papers view', () => {
  it('names the list, an experiment, and a seed', () => {
    expect(parsePapersFragment('#papers')).toEqual({ id: '', seed: FIRST_SEED });
    expect(parsePapersFragment('papers=E2.6')).toEqual({ id: 'E2.6', seed: FIRST_SEED });
    expect(parsePapersFragment('#papers=E2.6&seed=7')).toEqual({ id: 'E2.6', seed: 7 });
  });
  it('leaves other links alone', () => {
    expect(parsePapersFragment('')).toBeUndefined();
    expect(parsePapersFragment('#1.d.abc&r=12')).toBeUndefined();
    expect(parsePapersFragment('#ex=fcfs-vs-easy&seed=7')).toBeUndefined();
  });
  it('rejects seeds that the engine cannot represent', () => {
    for (const seed of ['-1', '1.5', 'x', '9007199254740992', '']) {
      expect(parsePapersFragment(`#papers=E2.6&seed=${seed}`)?.seed, seed).toBeNaN();
    }
  });
  it('turns back into itself', () => {
    for (const place of [
      { id: '', seed: FIRST_SEED },
      { id: 'E2.6', seed: FIRST_SEED },
      { id: 'E2.6', seed: 1 },
      { id: 'a b&c', seed: Number.MAX_SAFE_INTEGER },
    ]) {
      expect(parsePapersFragment(papersFragment(place))).toEqual(place);
    }
    expect(papersFragment({ id: 'E2.6', seed: 7 })).toBe('#papers=E2.6&seed=7');
  });
});
