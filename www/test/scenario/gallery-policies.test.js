import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { policyWords } = await import('../../src/lessons/gallery-dialog.js');
const [policies] = Object.values(import.meta.glob('../../../static/gallery-policies.json', { eager: true, import: 'default' }));
const scenarios = import.meta.glob('../../../static/gallery/*.json', { eager: true, import: 'default' });

/** Policies by which nobody searches: the home cluster, and those written by readers. */
const UNNAMED = ['home', 'written'];

it('examples are found by the policies of their variants', () => {
  const found = Object.entries(scenarios).flatMap(([path, scenario]) => {
    const { system, compare = [] } = /** @type {any} */ (scenario);
    if (!system) return [];
    const used = [system, ...compare].flatMap(({ policies: roles = {} }) => Object.values(roles));
    return [
      [/(?<id>[^/]+)\.json$/u.exec(path)?.groups?.id, [...new Set(used)].filter((id) => typeof id === 'string' && !UNNAMED.includes(id))],
    ];
  });
  expect(Object.fromEntries(found)).toEqual(policies);
});

it('a policy is found by its name and the words of its summary', () => {
  const entry = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ summary, family = 'local-policy') => ({
    id,
    name,
    summary,
    family,
  });
  const catalog = /** @type {any} */ ({
    entries: [
      entry('easy', 'EASY', 'Aggressive backfilling.'),
      entry('fcfs', 'FCFS', 'In order.'),
      entry('easy', 'Other', 'No policy.', 'metric'),
    ],
  });
  expect(policyWords(['easy'], catalog)).toBe('easy EASY Aggressive backfilling.');
  expect(policyWords([], null)).toBe('');
});
