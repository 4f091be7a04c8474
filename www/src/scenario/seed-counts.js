/**
 * @file Sentences about a comparison, with the number of seeds in which they hold. Each sentence counts the quantity that it is about; the
 * engine chooses among the sentences by their conditions, so that a count is always that of the sentence shown.
 */

/** @typedef {{of?: string, if?: string, text: string}} Sentence */
/** @typedef {{names?: string[], question?: Sentence[], answer?: Sentence[], because?: Sentence[]}} Story */

/** Words of conditions and places that name a metric of a variant: `a_wait`, `least_response`. */
const METRIC_WORD = /\b(?<role>[a-h]|least|most)_(?<metric>[a-z][a-z_]*)\b/gu;
/** Reasons count only what readers compare: other quantities in them explain a difference. */
const REASON_METRICS = ['wait', 'response', 'bounded_slowdown', 'idle_while_waiting', 'makespan', 'task_overhead', 'bag_nsl'];
/** Names that say of what a metric is the mean. @type {Record<string, string>} */
const NAMES = {
  wait: 'Mean wait',
  response: 'Mean response time',
  task_overhead: 'Mean overhead',
  bounded_slowdown: 'Mean bounded slowdown',
};

/**
 * The metric that a sentence compares: the first one that its text gives for two variants, or for the lowest or highest one.
 * @param {Sentence} sentence
 * @returns {string} empty for none
 */
export function comparedMetric({ of = '', text }) {
  const places = [...text.matchAll(/\{(?<place>[^}]*)\}/gu)].map(({ groups }) => (groups?.place ?? '').split(';')[0] ?? '');
  const found = places.flatMap((place) => [...place.matchAll(METRIC_WORD)].map(({ groups }) => groups ?? {}));
  for (const { role, metric = '' } of found) {
    if (role === 'least' || role === 'most') return metric === of ? metric : '';
    if (found.some((other) => other.metric === metric && other.role !== role)) return metric;
  }
  return '';
}

/** Words that say which value is lower: in such a sentence the count needs no more words. */
const DIRECTION = /\b(?:fell|falls?|grew|grows?|shorter|longer|shortest|longest|lower|higher|less|more|only|saves|instead)\b/u;

/** How many metrics a text gives. @param {string} text */
const countMetrics = (text) =>
  new Set([...text.matchAll(/\{[^}]*\}/gu)].flatMap(([place]) => [...place.matchAll(METRIC_WORD)].map(({ groups }) => groups?.metric)))
    .size;

/**
 * A sentence and before it versions with counts, which are true where the seeds have run.
 * @param {Sentence} sentence
 * @param {(metric: string) => string} nameOf
 * @param {boolean} reason whether it gives a reason
 * @param {string} [unit] what is counted
 * @returns {Sentence[]}
 */
export function withCounts(sentence, nameOf, reason, unit = 'seeds') {
  const metric = comparedMetric(sentence);
  const usesRoles = /\{(?:least|most)\b|\b(?:least|most)_/u.test(sentence.text + (sentence.if ?? ''));
  if (!metric || !sentence.text.endsWith('.') || (reason && !REASON_METRICS.includes(metric))) return [sentence];
  // The roles of the sentence are those of its metric.
  if (usesRoles && sentence.of !== metric) return [sentence];
  const count = `in {least_${metric}_lowest; |} of {least_${metric}_runs; |} ${unit}`;
  const inline =
    DIRECTION.test(sentence.text) && (countMetrics(sentence.text) === 1 || /^[^{]*\bonly\b/u.test(sentence.text.split('{').at(-2) ?? ''));
  const version = (/** @type {string} */ condition, /** @type {string} */ word, /** @type {string} */ end) => ({
    of: metric,
    if: [sentence.if && `(${sentence.if})`, `least_${metric}_runs > 1 and most_${metric} > least_${metric}`, condition]
      .filter(Boolean)
      .join(' and '),
    text: inline
      ? `${sentence.text.slice(0, -1)} (${count}${end}).`
      : `${sentence.text} ${nameOf(metric)}: ${word} with {least} ${count}${end}.`,
  });
  const certain = `least_${metric}_certain > 0`;
  return [
    version(`variants == 2 and ${certain}`, 'lower', ''),
    version('variants == 2', 'lower', ', not significant'),
    version(certain, 'lowest', ''),
    version('variants > 2', 'lowest', ', not significant'),
    sentence,
  ];
}

/**
 * All sentences with counts.
 * @param {string} text the sentences of the site
 * @param {import('../engine/types.js').Catalog|null} catalog
 * @param {string} [unit] what is counted: seeds, weeks or days
 * @returns {string}
 */
export function countSeeds(text, catalog, unit = 'seeds') {
  const nameOf = (/** @type {string} */ metric) =>
    NAMES[metric] ?? catalog?.entries.find(({ family, id }) => family === 'metric' && id.replaceAll('-', '_') === metric)?.name ?? 'This';
  /** @type {{stories: Story[]}} */
  const { stories } = JSON.parse(text);
  const counted = stories.map((story) => ({
    ...story,
    answer: (story.answer ?? []).flatMap((sentence) => withCounts(sentence, nameOf, false, unit)),
    because: (story.because ?? []).flatMap((sentence) => withCounts(sentence, nameOf, true, unit)),
  }));
  return JSON.stringify({ stories: counted });
}
