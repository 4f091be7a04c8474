/** @file The sentences about the comparison on screen, evaluated by the engine whenever there are new results. */

import { fetchSentences } from '../scenario/comparison-sentences.js';
import { oneSeedReasonOf } from '../scenario/seed-dependence.js';
import { haveSameWork } from '../state/chart-window.js';
import { loadPart } from './part-loading.js';

/** @import { Page } from './page.js' */
/** @import { State } from '../types.js' */

/** The state without sentences. */
const NO_TEXTS = { comparison: { question: [], answer: [] }, judged: null, stepTexts: [] };

/** Keeps the sentences up to date, for as long as the page lives. */
export function watchComparison(/** @type {Page} */ page) {
  let asked = '';
  page.store.subscribe((state, before) => {
    if (
      state.variants === before.variants &&
      state.lesson === before.lesson &&
      state.platform === before.platform &&
      state.replicated === before.replicated &&
      state.spread === before.spread
    )
      return;
    // While a value changes, the sentence about it is shown instead.
    if (state.touch?.held) return;
    const facts = comparisonFacts(state);
    const step = state.lesson?.lesson.steps[state.lesson.step];
    const predict = step?.predict ?? step?.task?.predict;
    const prediction = predict ? JSON.stringify(predict) : '';
    const stories = step?.says ? JSON.stringify({ stories: [{ answer: step.says }] }) : '';
    const mine = prediction + stories + facts;
    if (mine === asked) return;
    asked = mine;
    // Sentences about other runs are removed at once; results of more seeds only update a sentence.
    if (state.variants !== before.variants || state.lesson !== before.lesson || facts === '') page.store.set(NO_TEXTS);
    if (facts === '') return;
    void evaluateTexts(page, prediction, stories, facts).then((patch) => {
      if (asked === mine) page.store.set(patch);
    });
  });
}

/**
 * The sentences of the comparison, those of the lesson's steps, and the verdict on a prediction.
 * @param {Page} page
 * @param {string} prediction the prediction in the step of a lesson; empty for none
 * @param {string} stories sentences of the step about the results, as a story; empty for none
 * @param {string} facts
 * @returns {Promise<Partial<State>>}
 */
async function evaluateTexts(page, prediction, stories, facts) {
  try {
    // An embedded chart may have no space for the sentences.
    const comparison = page.asks ? await page.services.tell(await sentencesFor(page, facts), facts) : NO_TEXTS.comparison;
    const stepTexts = stories ? (await page.services.tell(stories, facts)).answer : [];
    const judged = prediction ? { judged: await page.services.judge(prediction, facts) } : {};
    return { comparison: await withForks(page, comparison), stepTexts, ...judged };
  } catch {
    // Without the sentences the charts are complete.
    return {};
  }
}

/** The sentences after those about forks, if there are any. @param {Page} page @param {State['comparison']} comparison */
async function withForks(page, comparison) {
  const { variants } = page.store.get();
  if (!variants.some(({ system, report }) => report && oneSeedReasonOf([system]))) return comparison;
  const part = await loadPart(page, 'The effects of forks', () => import('../scenario/fork-sentences.js'));
  return part ? { ...comparison, answer: part.answerWithForks(variants, comparison.answer) } : comparison;
}

/** The sentences of the site; with counts after runs of several seeds. @param {Page} page @param {string} facts */
async function sentencesFor(page, facts) {
  const text = await fetchSentences();
  const { replicated, spread, catalog, variants } = page.store.get();
  if (oneSeedReasonOf(variants.map(({ system }) => system))) return text;
  const unit = replicated?.facts.length ? 'seeds' : spread?.facts.length ? spread.kind : '';
  if (!unit) return text;
  const counts = await loadPart(page, 'The counts of seeds', () => import('../scenario/seed-counts.js'));
  return counts ? counts.countSeeds(text, catalog, unit, facts, spread?.values ?? {}) : text;
}

/**
 * The results of the comparison in the form of the engine; empty if there are none. Results of many seeds are statistics of a measure:
 * `b_wait_low`.
 * @param {Pick<State, 'variants'|'platform'|'replicated'|'spread'>} state
 * @returns {string}
 */
export function comparisonFacts({ variants, platform, replicated, spread }) {
  // The sentences assume equal work and machines. Restarted runs still have the layouts of the previous ones.
  if (
    !platform ||
    variants.every(({ layout }) => !layout) ||
    variants.some(({ status }) => status === 'loading') ||
    !haveSameWork(variants)
  )
    return '';
  // Some systems know the number of subjects only during a run.
  const subjects = Math.max(...variants.map(({ layout, progress }) => Math.max(layout?.subjects ?? 0, progress?.subjects ?? 0)));
  const nodes = platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0);
  // Results are compared when all runs are complete.
  const over = variants.every(({ report }) => report);
  const seeds = replicated?.facts ?? spread?.facts ?? [];
  const known = variants.map(({ name, report }, at) => ({
    name,
    rows: over
      ? report?.rows.map((row) => (seeds[at]?.[row.id] ? { ...row, statistics: { ...row.statistics, ...seeds[at][row.id] } } : row))
      : [],
  }));
  return JSON.stringify({ subjects, nodes, clusters: platform.clusters.length, variants: known });
}
