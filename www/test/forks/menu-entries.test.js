import { describe, expect, it } from 'vitest';
import { forkGroups, generalObstacle } from '../../src/forks/menu-entries.js';

/** @type {any} */
const catalog = {
  entries: [
    { family: 'local-policy', id: 'fcfs', name: 'FCFS' },
    { family: 'local-policy', id: 'easy', name: 'EASY' },
    { family: 'system', id: 'koala', name: 'KOALA' },
  ],
};
const easy = { kind: 'batch', policies: { local: 'easy' } };
const job = { id: 55, name: '56', kind: 'job', number: 56, submit_s: 100, start_s: 12_352, end_s: 12_890, estimate_s: 900, run_s: 538 };
/** @type {any} */
const place = { variant: 0, time_s: 12_352, decided: [{ id: 55, name: '56', kind: 'job', starts: true }], job, number: () => 56 };

/** All entries, also those of lists. @param {import('../../src/forks/menu-entries.js').ForkGroup[]} groups */
const flat = (groups) => groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...(entry.entries ?? [])]));

describe('the menu of forks', () => {
  it('offers the decision, other policies and edits of the job', () => {
    const groups = forkGroups(place, [easy], catalog);
    expect(groups.map(({ title }) => title)).toEqual(['This decision, at 3:25:52', 'From here on', 'Job 56']);
    const changes = Object.fromEntries(flat(groups).map(({ id, change }) => [id, change]));
    expect(changes).toEqual({
      'hold-55': { fork: { at_s: 12_352, hold: [56] } },
      policy: undefined,
      'policy-fcfs': { fork: { at_s: 12_352, local: 'fcfs' } },
      'policy-easy': { fork: { at_s: 12_352, local: 'easy' } },
      exact: { edit: { job: 56, estimate_s: 538 } },
      longer: { edit: { job: 56, estimate_s: 1800 } },
      shorter: { edit: { job: 56, estimate_s: 450 } },
      later: { edit: { job: 56, submit_s: 700 } },
      absent: { edit: { job: 56, absent: true } },
    });
    expect(flat(groups).find(({ id }) => id === 'policy-easy')?.obstacle).toBe('decides already');
  });

  it('offers the other clusters of a job, alone where nothing else can be forked', () => {
    const cluster = { time_s: 60, others: [{ name: 'Fast', choices: '12', end: 'ends 0:10:00' }] };
    const titles = (/** @type {any} */ system) => forkGroups({ ...place, cluster }, [system], catalog).map(({ title }) => title);
    expect(titles({ kind: 'workflow' })).toEqual(['The cluster of Job 56, at 0:01:00']);
    expect(titles(easy)).toEqual(['The cluster of Job 56, at 0:01:00', 'This decision, at 3:25:52', 'From here on', 'Job 56']);
    const [entry] = flat(forkGroups({ ...place, cluster }, [{ kind: 'workflow' }], catalog));
    expect(entry).toMatchObject({ label: 'Send it to Fast', change: { choice: { choices: '12', name: 'Job 56 to Fast' } } });
    expect(entry?.obstacle).toBeUndefined();
  });

  it('shows a known effect', () => {
    const [first] = flat(forkGroups(place, [easy], catalog, () => '+1 min 51 s'));
    expect(first?.detail).toBe('+1 min 51 s');
  });

  it('gives the reason why an entry is impossible', () => {
    const none = forkGroups({ ...place, decided: [{ ...place.decided[0], starts: false }] }, [easy], catalog);
    expect(flat(none)[0]?.obstacle).toBe('no job starts here');
    const running = forkGroups({ ...place, job: { ...job, run_s: null, end_s: null } }, [easy], catalog);
    expect(flat(running).find(({ id }) => id === 'exact')?.obstacle).toBe('its runtime is not known yet');
    const unestimated = flat(forkGroups({ ...place, job: { ...job, estimate_s: 0 } }, [easy], catalog));
    expect(unestimated.find(({ id }) => id === 'longer')?.obstacle).toBe('the job has no estimate');
  });

  it('is not possible for other systems, forks, and too many variants', () => {
    expect(generalObstacle([{ kind: 'koala' }], 0, catalog, 'it is too large')).toBe('KOALA cannot be forked here: it is too large');
    expect(generalObstacle([easy, { ...easy, fork: { at_s: 1 } }], 1, catalog)).toMatch('this run is a fork');
    const forks = [1, 2, 3, 4].map((at_s) => ({ ...easy, fork: { at_s } }));
    expect(generalObstacle([easy, ...forks], 0, catalog)).toMatch('at most 4 forks');
    expect(flat(forkGroups(place, [{ kind: 'koala' }], catalog)).every(({ obstacle }) => obstacle?.startsWith('KOALA'))).toBe(true);
    const nine = Array.from({ length: 9 }, (_, at) => ({ kind: 'batch', policies: { local: `p${at}` } }));
    expect(generalObstacle(nine, 0, catalog)).toMatch('at most 9 systems');
  });
});
