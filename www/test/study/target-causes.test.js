import { describe, expect, it } from 'vitest';
import { causeText, findingsWithCauses } from '../../src/study/target-causes.js';

/** @type {Record<string, any>} */
const files = import.meta.glob(['../../../static/causes/*.json', '../../../static/results/*.json'], { eager: true, import: 'default' });
const documents = Object.entries(files).filter(([name]) => name.includes('/causes/'));

describe('the cause of a target', () => {
  const claim = { id: 'R1', claim: 'waits are short' };
  const change = { ...claim, text: 'half the load', verdict: /** @type {const} */ ('held'), ours: '2.0 ± 0.1 s' };
  it('is the change with which it holds, or a proof', () => {
    expect(causeText({ causes: [change] }, claim)).toBe('With one change, the target holds: half the load. Ours is then 2.0 ± 0.1 s.');
    expect(causeText({ causes: [{ ...claim, text: 'No wait is below 3 s.' }] }, claim)).toBe('Proof: No wait is below 3 s.');
  });
  it('is left out if the target does not hold with the change either, and if it is that of another target', () => {
    expect(causeText({ causes: [{ ...change, verdict: 'undecided' }] }, claim)).toBe('');
    expect(causeText({ causes: [change] }, { ...claim, claim: 'waits are long' })).toBe('');
    expect(causeText({}, claim)).toBe('');
  });
});

describe('stored results', () => {
  it('have a verdict for each recorded change, and causes only for their targets', () => {
    expect(documents.length).toBeGreaterThan(0);
    for (const [, { experiment, causes }] of documents) {
      const result = files[`../../../static/results/${experiment}.json`];
      const names = (/** @type {{id: string, claim: string}[]} */ list) => list.map(({ id, claim }) => `${id}: ${claim}`);
      expect(names(result.causes ?? []), experiment).toEqual(names(causes));
      for (const name of names(causes)) expect(names(result.findings.targets)).toContain(name);
      for (const [at, { change, text }] of causes.entries()) {
        expect(result.causes[at].text).toBe(text);
        expect(Boolean(result.causes[at].verdict), text).toBe(Boolean(change));
      }
      const held = result.causes.find((/** @type {{verdict?: string}} */ { verdict }) => verdict === 'held');
      const noted = findingsWithCauses(result).targets.find(({ id, claim }) => id === held?.id && claim === held?.claim);
      if (held) expect(noted?.note).toContain(held.text);
    }
  });
});
