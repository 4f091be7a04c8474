import { describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { patchScenario, redo, setScenario, undo } from '../../src/commands/scenario.js';
import { changeSystem } from '../../src/commands/system-change.js';
import { storeTabDraft, takeTabDraft } from '../../src/commands/tab-draft.js';

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

describe('a text that is not JSON', () => {
  it('can be restored after an edit has replaced it', async () => {
    const { page } = pageOf();
    await setScenario(page, '{"version": 1,');
    await patchScenario(page, '/seed', 7);
    const { notice, text } = page.store.get();
    expect(JSON.parse(text)).toEqual({ version: 1, seed: 7 });
    notice?.action?.run();
    await vi.waitFor(() => expect(page.store.get().text).toBe('{"version": 1,'));
  });

  it('is not mentioned where the text is a document with errors, which edits keep', async () => {
    const { page } = pageOf();
    await setScenario(page, '{"version": 1, "unknown": 3}');
    await patchScenario(page, '/seed', 7);
    expect(page.store.get().notice).toBeNull();
  });
});

describe('the title', () => {
  /** A page whose engine accepts every scenario. */
  function titledPage() {
    const page = createPage();
    const check = async (/** @type {string} */ text) => ({
      scenario: JSON.parse(text),
      text,
      platform: null,
      diagnostics: [],
      variants: [],
    });
    Object.assign(page.services, { check });
    vi.spyOn(page.storage, 'storeDraft').mockResolvedValue(undefined);
    const open = (/** @type {string} */ name, /** @type {number} */ seed) =>
      setScenario(page, { ...SCENARIO, name, seed }, { fresh: true, hold: true });
    const title = () => page.store.get().title;
    return { page, open, title };
  }

  it('is that of the author while what was opened is on screen, whatever was opened between', async () => {
    const { page, open, title } = titledPage();
    await open('FCFS beside EASY', 1);
    expect(title()).toBe('FCFS beside EASY');
    await patchScenario(page, '/seed', 2);
    expect(title()).toBe('');
    await open('Routing', 3);
    expect(title()).toBe('Routing');
    undo(page);
    await vi.waitFor(() => expect(page.store.get().scenario?.seed).toBe(2));
    expect(title()).toBe('');
    await patchScenario(page, '/seed', 4);
    expect(title()).toBe('');
    for (const [step, seed, name] of /** @type {const} */ ([
      [undo, 2, ''],
      [undo, 1, 'FCFS beside EASY'],
      [redo, 2, ''],
      [redo, 4, ''],
    ])) {
      step(page);
      await vi.waitFor(() => expect(page.store.get().scenario?.seed).toBe(seed));
      expect(title()).toBe(name);
    }
    // A name that the reader gives stays.
    await patchScenario(page, '/name', 'Mine');
    expect(title()).toBe('Mine');
  });

  it('of an edited scenario that was left before its address was written is not the one of the author', () => {
    const kept = new Map();
    vi.stubGlobal('sessionStorage', {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      removeItem: (/** @type {string} */ key) => kept.delete(key),
    });
    storeTabDraft('#ex=a', '{}', true);
    expect(takeTabDraft('ex=a')).toEqual({ text: '{}', edited: true });
    expect(takeTabDraft('ex=a')).toBeNull();
    vi.unstubAllGlobals();
  });
});
