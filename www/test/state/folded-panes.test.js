import { describe, expect, it } from 'vitest';
import { existingFolds, swapFold, toggleFold } from '../../src/state/folded-panes.js';

describe('folded panes', () => {
  it('are folded and unfolded, but for the last open one', () => {
    expect(toggleFold([], 1, 3)).toEqual([1]);
    expect(toggleFold([1], 0, 3)).toEqual([0, 1]);
    expect(toggleFold([0, 1], 2, 3)).toEqual([0, 1]);
    expect(toggleFold([0, 1], 1, 3)).toEqual([0]);
    expect(toggleFold([], 0, 1)).toEqual([]);
  });

  it('are swapped: the first open one is folded in place of the unfolded one', () => {
    expect(swapFold([0], 0, 2)).toEqual([1]);
    expect(swapFold([0, 2], 2, 3)).toEqual([0, 1]);
    expect(swapFold([0], 1, 2)).toEqual([0]);
  });

  it('are forgotten where there are fewer variants than before', () => {
    expect(existingFolds([0, 2], 2)).toEqual([0]);
    expect(existingFolds([0], 1)).toEqual([]);
  });
});
