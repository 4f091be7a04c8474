import { describe, expect, it } from 'vitest';
import { overrideAdvice, refusedOverride } from '../../src/scenario/override-advice.js';

/** @import { ScenarioDocument } from '../../src/scenario/types.js' */

const warning = (/** @type {string} */ message) => ({ severity: /** @type {const} */ ('warning'), place: 'load', message });

describe('a value that a message sets', () => {
  it('is refused if the engine ignores it', () => {
    const found = 'found "heavy", allowed are numbers from 0.01 to 100';
    expect(refusedOverride([warning(`${found}; ignored`)], 'heavy')?.message).toBe(found);
  });

  it('is refused if the engine uses another value', () => {
    const found = 'found -1, allowed are numbers from 0.01 to 100';
    expect(refusedOverride([warning(`${found}; 0.01 is used`)], '-1')?.message).toBe(found);
  });

  it('is accepted if it is unusual or sets several places', () => {
    expect(refusedOverride([warning('9 is unusual (the default is 0.8); 9 is used')], '9')).toBeUndefined();
    expect(refusedOverride([{ severity: 'note', place: 'load', message: 'set in 2 places: /a, /b' }], '9')).toBeUndefined();
  });
});

describe('the advice for an unknown name', () => {
  const scenario = /** @type {ScenarioDocument} */ (
    /** @type {unknown} */ ({
      platform: { preset: 'one-cluster', parameters: { nodes: 32 } },
      workload: [{ generator: 'poisson', parameters: { load: 0.8 } }, { jobs: {} }],
      system: { kind: 'batch', policies: { local: 'easy' } },
      compare: [{ kind: 'batch', parameters: { backlog: 3 } }],
    })
  );

  it('lists the names of the scenario, each once', () => {
    expect(overrideAdvice('polcy', scenario)).toBe('Available: seed, policy, horizon_s, warm_up_s, local, nodes, load, backlog');
  });

  it('is empty for a known name', () => {
    for (const name of ['seed', 'policy', 'local', 'load', 'backlog']) expect(overrideAdvice(name, scenario)).toBe('');
  });
});
