import { describe, expect, it } from 'vitest';
import { latestReason } from '../../src/gantt/hover-card.js';

describe('the reason beside the pointer', () => {
  const reason = (/** @type {number} */ time_s, /** @type {string} */ text) => ({
    time_s,
    rule: '',
    text,
    candidates: [],
    score: 'score',
    score_is_time: false,
  });
  it('is that of the start, or carries the time at which it was true', () => {
    const reasons = [reason(60, 'It waits.'), reason(90, 'It was at the head.')];
    expect(latestReason({ reasons, start_s: 90 })).toBe('It was at the head.');
    expect(latestReason({ reasons: reasons.slice(0, 1), start_s: null })).toBe('At 0:01:00: It waits.');
    expect(latestReason({ reasons: [], start_s: null })).toBe('');
  });
});
