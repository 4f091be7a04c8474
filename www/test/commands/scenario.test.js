import { describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { changeSystem, patchScenario } from '../../src/commands/scenario.js';

const SCENARIO = { version: 1, platform: {}, workload: [], system: { kind: 'batch' } };

/** A page whose engine answers changes of the system when it is told to. */
function pageOf() {
  const page = createPage();
  const answers = /** @type {(() => void)[]} */ ([]);
  const change_system = vi.fn(
    (/** @type {string} */ document, /** @type {string} */ system) =>
      new Promise((resolve) =>
        answers.push(() => resolve({ scenario: { ...JSON.parse(document), system: JSON.parse(system) }, left: [] })),
      ),
  );
  // Nothing is run: the check finds an error.
  const check = async (/** @type {string} */ text) => ({
    scenario: null,
    text,
    diagnostics: [{ severity: 'error', message: 'stops here' }],
    variants: [],
  });
  Object.assign(page.services, { change_system, check });
  page.store.set({ text: JSON.stringify(SCENARIO) });
  return { page, answers, change_system };
}

describe('another system', () => {
  it('keeps an edit that is made while the engine adapts the scenario', async () => {
    const { page, answers, change_system } = pageOf();
    const changed = changeSystem(page, { kind: 'koala' });
    await patchScenario(page, '/seed', 7);
    answers.shift()?.();
    await vi.waitFor(() => expect(change_system).toHaveBeenCalledTimes(2));
    answers.shift()?.();
    await changed;
    expect(JSON.parse(page.store.get().text)).toMatchObject({ seed: 7, system: { kind: 'koala' } });
  });

  it('that cannot be reached is reported, and the scenario stays', async () => {
    const { page } = pageOf();
    Object.assign(page.services, { change_system: () => Promise.reject(new Error('no answer')) });
    await changeSystem(page, { kind: 'koala' });
    expect(page.store.get().notice?.text).toBe('The system could not be changed: no answer');
    expect(JSON.parse(page.store.get().text)).toEqual(SCENARIO);
  });
});
