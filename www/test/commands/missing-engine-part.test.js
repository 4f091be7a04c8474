import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { askRun } from '../../src/commands/runs.js';
import { missingPartError } from '../../src/engine/engine-errors.js';

const MISSING = 'A part of the engine could not be fetched';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a missing part of the engine is reported once during repeated queries, and again for a later query', async () => {
  const page = createPage({ views: [] });
  page.runs.clients = [/** @type {any} */ ({ call: async () => Promise.reject(missingPartError('no answer', false)) })];
  const told = async () => {
    page.store.set({ notice: null });
    await expect(askRun(page, 0, 'tables')).rejects.toThrow(MISSING);
    return page.store.get().notice?.text ?? '';
  };
  expect(await told()).toBe(`${MISSING} (no answer). The parts of the page that need it stay empty.`);
  for (let turn = 0; turn < 5; turn += 1) {
    vi.advanceTimersByTime(1500);
    expect(await told()).toBe('');
  }
  vi.advanceTimersByTime(4000);
  expect(await told()).toContain(MISSING);
});
