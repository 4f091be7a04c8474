/** @file Published experiments in words: their runs, their list, and what came of one for other programs. */

import { counts } from '../study/findings-texts.js';

/** @import { Experiment } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/study.js' */
/** @import { PaperWork } from './papers-desk.js' */

/**
 * All that came of an experiment, for other programs.
 * @param {StudyDocument} doc
 * @param {Pick<PaperWork, 'paper'|'labels'|'outcomes'|'findings'>} work
 * @param {string} engine
 * @returns {string} JSON
 */
export function resultsJson(
  { id, name: title, question, source, setup, notes },
  { paper: { seed, quick }, labels, outcomes, findings: said },
  engine,
) {
  const cases = labels.map((label, at) => ({ label, values: [...(outcomes[at] ?? [])] }));
  const { findings, summary } = said ?? {};
  return JSON.stringify(
    {
      experiment: id,
      title,
      question,
      source,
      setup,
      notes,
      engine,
      seed,
      effort: quick ? 'quick' : 'full',
      result: summary?.digest,
      verdicts: counts(findings?.targets ?? []),
      ...findings,
      cases,
    },
    null,
    1,
  );
}

/**
 * The places of the labels that hold all words.
 * @param {readonly string[]} labels
 * @param {string} words
 * @returns {number[]}
 */
export function matches(labels, words) {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  return labels.flatMap((label, at) => (wanted.every((word) => label.toLowerCase().includes(word)) ? [at] : []));
}

/**
 * What came of the claims of an experiment in a full run, those of which nothing was published after the others.
 * @param {Experiment} experiment
 * @returns {import('../study/findings-texts.js').Judged[]}
 */
export function judgedOf({ verdicts, own }) {
  return [...verdicts.map((verdict) => ({ verdict, own: false })), ...own.map((verdict) => ({ verdict, own: true }))];
}

/**
 * The experiments by what published them. The chapter is the number before the point: `E2.6` is of chapter 2.
 * @param {readonly Experiment[]} experiments
 * @returns {{name: string, experiments: Experiment[]}[]}
 */
export function groupsOf(experiments) {
  /** @type {Map<string, Experiment[]>} */
  const groups = new Map();
  for (const experiment of experiments) {
    const publication = experiment.source.split(/[,;:]|\bchapter\b|\bsection\b/iu)[0]?.trim() ?? '';
    const chapter = /^[A-Z]+(\d+)\./u.exec(experiment.id)?.[1];
    const name = [publication, chapter ? `chapter ${chapter}` : ''].filter(Boolean).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), experiment]);
  }
  return [...groups].map(([name, list]) => ({ name, experiments: list }));
}
