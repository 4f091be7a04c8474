import { expect, it, vi } from 'vitest';
import { comparisonFacts, watchComparison } from '../../src/commands/comparison-texts.js';
import { createPage } from '../../src/commands/page.js';

const platform = { clusters: [{ name: 'A', nodes: 32, speed: 1 }], network: { bandwidth_mb_s: [], latency_ms: [] } };
const variant = (/** @type {string} */ name, /** @type {number|null} */ wait) =>
  /** @type {any} */ ({
    name,
    system: { kind: 'batch' },
    layout: { subjects: 70 },
    progress: null,
    report: wait === null ? null : { rows: [{ id: 'wait', value: wait }] },
  });

it('numbers of some runs say nothing of all', () => {
  expect(comparisonFacts({ platform, variants: [], replicated: null, spread: null })).toBe('');
  const known = (/** @type {(number|null)[]} */ ...waits) =>
    JSON.parse(comparisonFacts({ platform, replicated: null, spread: null, variants: waits.map((wait, at) => variant(`v${at}`, wait)) }));
  expect(known(100, null)).toEqual({
    subjects: 70,
    nodes: 32,
    clusters: 1,
    variants: [
      { name: 'v0', rows: [] },
      { name: 'v1', rows: [] },
    ],
  });
  expect(known(100, 50).variants[1]).toEqual({ name: 'v1', rows: [{ id: 'wait', value: 50 }] });
});

it('the layouts of runs before say nothing of those that load', () => {
  const [first, second] = [variant('FCFS', null), variant('EASY', null)];
  expect(comparisonFacts({ platform, replicated: null, spread: null, variants: [first, { ...second, status: 'loading' }] })).toBe('');
  expect(
    comparisonFacts({
      platform,
      replicated: null,
      spread: null,
      variants: [
        { ...first, status: 'running' },
        { ...second, status: 'done' },
      ],
    }),
  ).not.toBe('');
});

it('sentences about other runs are removed at once, and those about these runs appear when they are evaluated', async () => {
  vi.stubGlobal('document', { baseURI: 'https://here.example/' });
  vi.stubGlobal('fetch', async () => new Response('{"stories": []}'));
  const page = createPage();
  /** @type {string[]} */
  const asked = [];
  const comparison = (/** @type {string} */ text) => ({ question: [{ text, value: null, unit: '' }], answer: [] });
  /** @type {((value: any) => void)[]} */
  const answers = [];
  vi.spyOn(page.services, 'tell').mockImplementation((_, facts) => {
    asked.push(facts);
    return new Promise((resolve) => answers.push(resolve));
  });
  watchComparison(page);
  page.store.set({ platform, variants: [variant('FCFS', 10)] });
  await vi.waitFor(() => expect(answers.length).toBe(1));
  answers[0]?.(comparison('first'));
  await vi.waitFor(() => expect(page.store.get().comparison).toEqual(comparison('first')));
  page.store.set({ variants: [variant('FCFS', null)] });
  expect(page.store.get().comparison).toEqual({ question: [], answer: [] });
  await vi.waitFor(() => expect(answers.length).toBe(2));
  // An answer that comes too late says nothing.
  page.store.set({ variants: [variant('FCFS', 20)] });
  await vi.waitFor(() => expect(answers.length).toBe(3));
  answers[1]?.(comparison('late'));
  answers[2]?.(comparison('now'));
  await vi.waitFor(() => expect(page.store.get().comparison).toEqual(comparison('now')));
  vi.unstubAllGlobals();
});

it('what many seeds say of a measure are statistics of it', () => {
  const counts = { runs: 20, lowest: 3, certain: 1 };
  const replicated = {
    canonical: '',
    text: '',
    asked: true,
    means: {},
    facts: [{ wait: { seeds: 7, low: null, high: null, ...counts } }, { wait: { seeds: 9, low: 1, high: 3, ...counts } }],
  };
  const { variants } = JSON.parse(comparisonFacts({ platform, replicated, spread: null, variants: [variant('v0', 5), variant('v1', 6)] }));
  expect(variants.map((/** @type {any} */ { rows }) => rows[0].statistics)).toEqual(
    [
      { seeds: 7, low: null, high: null, ...counts },
      { seeds: 9, low: 1, high: 3, ...counts },
    ].map((said, at) => ({ ...variant('', at).report?.rows[0].statistics, ...said })),
  );
});
