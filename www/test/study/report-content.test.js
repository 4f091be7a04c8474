import { describe, expect, it } from 'vitest';
import { FIRST_SEED, papersFragment, parsePapersFragment } from '../../src/address/papers.js';
import { groupByPublication, publicationKey, reportFragment } from '../../src/study/publications.js';
import {
  findPublication,
  fittedTargets,
  groupByReason,
  NO_REASON,
  repeatAllCommand,
  reportCitation,
  reportTargets,
} from '../../src/study/report-content.js';
import { countByVerdict, publishedClasses, verdictClass } from '../../src/study/verdict-layout.js';

/** @type {Record<string, any>} */
const files = import.meta.glob(['../../../static/papers/*.json', '../../../static/results/*.json'], { eager: true, import: 'default' });
const read = (/** @type {string} */ name) => files[`../../../static/${name}.json`];
/** @type {import('../../src/engine/types.js').Experiment[]} */
const experiments = read('results/index');
/** @param {readonly import('../../src/engine/types.js').Experiment[]} list */
const partsOf = (list) =>
  list.map((experiment) => ({
    experiment,
    study: { text: '', doc: read(`papers/${experiment.id}`), result: read(`results/${experiment.id}`) },
  }));

describe('the report of a publication', () => {
  it('has an address, also for each of its experiments', () => {
    expect(publicationKey('Klein and Pérez 2010')).toBe('klein-and-perez-2010');
    expect(reportFragment('Silberstein et al. 2006')).toBe('#report=silberstein-et-al-2006');
    const place = { id: 'E2.6', seed: FIRST_SEED, report: 'sonmez-2010' };
    expect(papersFragment(place)).toBe('#report=sonmez-2010&experiment=E2.6');
    expect(parsePapersFragment('#report=sonmez-2010&experiment=E2.6')).toEqual(place);
  });
  it('is found by its address', () => {
    const all = groupByPublication(experiments, false);
    expect(new Set(all.map(({ name }) => publicationKey(name))).size).toBe(all.length);
    for (const { name, experiments: list } of all) expect(findPublication(experiments, publicationKey(name))?.experiments).toEqual(list);
    expect(findPublication(experiments, 'nobody-1999')).toBeUndefined();
  });
  it('has the targets that its totals count, in the same classes', () => {
    for (const { name, experiments: list } of groupByPublication(experiments, false)) {
      const targets = reportTargets(partsOf(list));
      expect(countByVerdict(targets.map(verdictClass)), name).toEqual(countByVerdict(list.flatMap(publishedClasses)));
    }
  });
  it('counts a missed fit apart, as the command line does', () => {
    expect(publishedClasses({ verdicts: ['held', 'not-held', 'by-construction', 'not-held'], fitted: [1, 2] })).toEqual([
      'held',
      'missed-fits',
      'by-construction',
      'not-held',
    ]);
    expect(countByVerdict(['held', 'missed-fits', 'held'])).toEqual([
      { id: 'held', count: 2 },
      { id: 'missed-fits', count: 1 },
    ]);
  });
  it('lists fitted numbers, and deviations by reason', () => {
    const target = (/** @type {any} */ verdict, note = '', fitted = false) => ({ verdict, note, fitted });
    const list = [
      target('held'),
      target('not-held'),
      target('not-held'),
      target('undecided', 'few runs'),
      target('by-construction', '', true),
      target('direction-only', 'few runs'),
      target('not-held', 'other rule', true),
    ];
    expect(fittedTargets(list).map(({ verdict }) => verdict)).toEqual(['by-construction', 'not-held']);
    expect(groupByReason(list).map(({ reason, targets }) => [reason, targets.length])).toEqual([
      ['few runs', 2],
      ['other rule', 1],
      [NO_REASON, 2],
    ]);
  });
  it('is repeated by one command, and cited with all digests', () => {
    expect(repeatAllCommand(['C1'])).toBe('ganttlet reproduce C1');
    expect(repeatAllCommand(['C1', 'C2'])).toBe('for id in C1 C2; do ganttlet reproduce $id; done');
    const parts = partsOf(experiments.filter(({ id }) => /^C\d$/u.test(id)));
    const entry = reportCitation('Dumitrescu et al. 2006', parts, 'https://host/#report=dumitrescu-et-al-2006');
    for (const { study } of parts) expect(entry).toContain(study.result.digest);
    expect(entry).toContain('#report=dumitrescu-et-al-2006');
  });
});
