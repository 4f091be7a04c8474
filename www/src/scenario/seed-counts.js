/**
 * @file Sentences about a comparison, with the number of seeds in which they hold. Each count is beside the difference that it belongs to,
 * or names the quantity and the variant.
 */

import { formatNumber } from '../text/numbers.js';
import { countedMetrics, evaluateExpression } from './seed-values.js';

/** @import { CountedMetric, Values } from './seed-values.js' */

/** @typedef {{of?: string, if?: string, text: string}} Sentence */
/** @typedef {{names?: string[], question?: Sentence[], answer?: Sentence[], because?: Sentence[]}} Story */

/**
 * The data of the counts.
 * @typedef {object} Known
 * @property {readonly string[]} names of the variants
 * @property {Map<string, CountedMetric>} metrics
 * @property {(metric: string) => string} nameOf
 * @property {string} unit the unit of the counts: seeds, weeks or days
 */

/** Words that name a metric of a variant: `a_wait`, `least_response`. */
const METRIC_WORD = /\b(?<role>[a-h]|least|most)_(?<metric>[a-z][a-z_]*)\b/gu;
/** In reasons without a direction only the compared metrics are counted; other quantities explain a difference. */
const REASON_METRICS = ['wait', 'response', 'bounded_slowdown', 'idle_while_waiting', 'makespan', 'task_overhead', 'bag_nsl'];
/** The names of metrics that are means, in sentences. @type {Record<string, string>} */
const NAMES = {
  wait: 'Mean wait',
  response: 'Mean response time',
  task_overhead: 'Mean overhead',
  bounded_slowdown: 'Mean bounded slowdown',
};
/** Words that state a direction: in such a sentence the count needs no further words. */
const DIRECTION = /\b(?:fell|falls?|grew|grows?|shorter|longer|less|more|only|saves|instead)\b/u;
/** The lowest and the highest of several variants, each with its value. */
const EXTREMES =
  /(?<low> with \{least\}, \{least_(?<metric>\w+); \w+\})(?<between>, and longest with \{most\}, \{most_\k<metric>; \w+\})\.$/u;
/** A difference, with its words. */
const DIFFERENCE = /\{(?<place>[^};]*\s-\s[^};]*)(?:;[^}]*)?\}(?: of \{[^}]*\})?(?: (?:shorter|longer|less|more)\b)?(?: on average\b)?/gu;

/** @param {string} text */
const wordsOf = (text) => [...text.matchAll(METRIC_WORD)].map(({ groups }) => ({ role: groups?.role ?? '', metric: groups?.metric ?? '' }));
/** @param {string} text */
const placesOf = (text) => [...text.matchAll(/\{([^}]*)\}/gu)].map(([, place = '']) => place.split(';')[0] ?? '').join(' ');

/**
 * The metrics that a sentence gives for two variants, or for the lowest or the highest one.
 * @param {Sentence} sentence
 * @returns {string[]}
 */
export function comparedMetrics({ text }) {
  const found = wordsOf(placesOf(text));
  const compared = found.filter(({ role, metric }) => found.some((other) => other.metric === metric && other.role !== role));
  return [...new Set(compared.map(({ metric }) => metric))];
}

/** The variants with the lowest, or the highest, value of the runs on screen. @param {readonly number[]} shown @param {1|-1} sign */
function extreme(shown, sign) {
  const best = Math.min(...shown.map((value) => sign * value));
  return [...shown.keys()].filter((at) => sign * /** @type {number} */ (shown[at]) === best);
}

/**
 * The number of replications in which some variants are below, or above, all others, and of those in which another one
 * equals them.
 * @param {CountedMetric} metric
 * @param {1|-1} sign
 */
function countExtreme({ shown, runs }, sign) {
  const mine = extreme(shown, sign);
  const distance = runs.map((all) => {
    const own = mine.map((at) => sign * /** @type {number} */ (all[at]));
    const others = all.flatMap((value, at) => (mine.includes(at) ? [] : [sign * value]));
    return Math.min(...others) - Math.max(...own);
  });
  return { count: distance.filter((apart) => apart > 0).length, equal: distance.filter((apart) => apart === 0).length };
}

/** Joins names by commas and a last word. @param {readonly string[]} names @param {string} word */
const join = (names, word) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`);

/**
 * The variants from which the best ones do not differ significantly, as text; empty if they differ from all.
 * @param {CountedMetric} metric
 * @param {readonly string[]} names
 */
function rivalsText({ shown, differ }, names) {
  const best = extreme(shown, 1);
  const rivals = names.filter((_, at) => !best.includes(at) && best.some((one) => !differ(one, at)));
  if (rivals.length === 0) return '';
  const own = best.map((at) => names[at] ?? '');
  return `${join(own, 'and')} ${own.length > 1 ? 'do' : 'does'} not differ significantly from ${join(rivals, 'or')}`;
}

/** The counts of one sentence: only the first one names the unit. */
class Counter {
  /** @param {Known} known @param {string} of the metric of the roles `least` and `most` */
  constructor(known, of) {
    this.known = known;
    this.of = of.replaceAll('-', '_');
    this.named = false;
  }

  /** @param {number} count @param {number} runs */
  ratio(count, runs) {
    const unit = this.named ? '' : ` ${this.known.unit}`;
    this.named = true;
    return `${formatNumber(count)} of ${formatNumber(runs)}${unit}`;
  }

  /** Metrics known for only one run. */
  get single() {
    return this.known.unit === 'seeds' ? ' (this seed only)' : '';
  }

  /** The variant of a role; undefined if there is none. @param {string} role */
  variantOf(role) {
    if (role.length === 1) return role.charCodeAt(0) - 97;
    const shown = this.known.metrics.get(this.of)?.shown;
    return shown && (role === 'least' ? extreme(shown, 1)[0] : extreme(shown, -1).at(-1));
  }

  /**
   * The count of a difference; empty for none.
   * @param {string} expression
   */
  difference(expression) {
    const { metrics } = this.known;
    const words = wordsOf(expression);
    const runs = metrics.get(words[0]?.metric ?? '')?.runs.length ?? 0;
    const value = (/** @type {number} */ run) =>
      evaluateExpression(expression, (word) => {
        const { role = '', metric = '' } = wordsOf(word)[0] ?? {};
        const { shown, runs: all } = metrics.get(metric) ?? {};
        return (run < 0 ? shown : all?.[run])?.[this.variantOf(role) ?? -1] ?? Number.NaN;
      });
    const sign = Math.sign(value(-1));
    if (words.some(({ metric }) => !metrics.has(metric) && this.isUncounted(metric))) return this.single;
    if (!sign || runs === 0) return '';
    const signs = Array.from({ length: runs }, (_, run) => Math.sign(value(run)));
    const metric = metrics.get(words[0]?.metric ?? '');
    const [first, second] = words.map(({ role }) => this.variantOf(role) ?? -1);
    const isPair = words.length === 2 && first !== undefined && second !== undefined;
    return this.bracket(
      signs.filter((one) => one === sign).length,
      signs.filter((one) => one === 0).length,
      runs,
      isPair && !metric?.differ(first, second) ? ', not significant' : '',
    );
  }

  /**
   * Whether a metric has a value only for the run on screen: maxima and percentiles have no replications.
   * @param {string} metric
   */
  isUncounted(metric) {
    return /_(?:min|max|p\d+)$/u.test(metric);
  }

  /** @param {number} count @param {number} equal @param {number} runs @param {string} end */
  bracket(count, equal, runs, end) {
    if (equal === runs) return ` (the same in all ${this.ratio(runs, runs).replace(/^.* of /u, '')})`;
    return ` (in ${this.ratio(count, runs)}${equal > 0 ? `, the same in ${formatNumber(equal)}` : ''}${end})`;
  }

  /** The count of the variants with the lowest or the highest value. @param {CountedMetric} metric @param {1|-1} sign */
  extremeBracket(metric, sign) {
    const { count, equal } = countExtreme(metric, sign);
    return ` (in ${this.ratio(count, metric.runs.length)}${equal > 0 ? `, equal to another variant in ${formatNumber(equal)}` : ''})`;
  }

  /**
   * A sentence with the counts of a metric, and its name; empty if all variants are equal. @param {string} name of the
   * metric in sentences
   */
  sentence(name) {
    const { metrics, names, nameOf } = this.known;
    const metric = metrics.get(name);
    const best = metric ? extreme(metric.shown, 1) : [];
    if (!metric || best.length === names.length) return '';
    const { count, equal } = countExtreme(metric, 1);
    const runs = metric.runs.length;
    this.named = false;
    if (metric.runs.every((all) => all.every((value) => value === all[0])))
      return ` ${nameOf(name)}: the same in all ${formatNumber(runs)} ${this.known.unit}.`;
    const rivals = rivalsText(metric, names);
    const own = join(
      best.map((at) => names[at] ?? ''),
      'and',
    );
    const start = ` ${nameOf(name)}: ${names.length === 2 ? 'lower' : 'lowest'} with ${own} in ${this.ratio(count, runs)}`;
    if (names.length === 2) return `${start}${equal > 0 ? `, the same in ${formatNumber(equal)}` : ''}${rivals && ', not significant'}.`;
    return `${start}${equal > 0 ? `, equal to another variant in ${formatNumber(equal)}` : ''}${rivals && `; ${rivals}`}.`;
  }
}

/**
 * A sentence with counts, which is shown under the same condition.
 * @param {Sentence} sentence
 * @param {Known} known
 * @param {boolean} reason whether it gives a reason
 * @returns {Sentence}
 */
export function withCounts(sentence, known, reason) {
  const { text, of = '' } = sentence;
  const { metrics, names } = known;
  const counter = new Counter(known, of);
  const compared = comparedMetrics(sentence);
  const extremes = EXTREMES.exec(text)?.groups;
  const extremeMetric = metrics.get(extremes?.metric ?? '');
  if (extremes && extremeMetric) {
    const start = text.slice(0, -`${extremes.low}${extremes.between}.`.length);
    const low = counter.extremeBracket(extremeMetric, 1);
    const high = counter.extremeBracket(extremeMetric, -1);
    const rivals = rivalsText(extremeMetric, names);
    return { ...sentence, text: `${start}${extremes.low}${low}${extremes.between}${high}.${rivals && ` ${rivals}.`}` };
  }
  /** @type {string[]} */
  const done = [];
  let counted = text.replaceAll(DIFFERENCE, (all, place) => {
    done.push(...wordsOf(place).map(({ metric }) => metric));
    return all + counter.difference(place);
  });
  const left = compared.filter((metric) => !done.includes(metric));
  const [only = ''] = left;
  const end = text.endsWith('.') ? -1 : undefined;
  if (done.length === 0 && compared.length === 1 && names.length === 2 && DIRECTION.test(text)) {
    const metric = metrics.get(only);
    const roles = wordsOf(placesOf(text)).filter((word) => word.metric === only);
    const [first, second] = [...new Set(roles.map(({ role }) => role))];
    const count = metric ? counter.difference(`${first}_${only} - ${second}_${only}`) : counter.isUncounted(only) ? counter.single : '';
    return { ...sentence, text: `${text.slice(0, end)}${count}${end ? '.' : ''}` };
  }
  if (end) for (const metric of left) if (!reason || REASON_METRICS.includes(metric)) counted += counter.sentence(metric);
  return { ...sentence, text: counted };
}

/**
 * All sentences with counts.
 * @param {string} text the sentences of the site
 * @param {import('../engine/types.js').Catalog|null} catalog
 * @param {string} unit the unit of the counts: seeds, weeks or days
 * @param {string} facts the comparison on screen
 * @param {Record<string, readonly Values[]>} values the replications, by metric, then by variant
 * @returns {string}
 */
export function countSeeds(text, catalog, unit, facts, values) {
  const nameOf = (/** @type {string} */ metric) =>
    NAMES[metric] ?? catalog?.entries.find(({ family, id }) => family === 'metric' && id.replaceAll('-', '_') === metric)?.name ?? 'This';
  const { variants } = JSON.parse(facts);
  // Braces in a name would be a placeholder of the sentence.
  const names = variants.map((/** @type {{name: string}} */ { name }) => name.replaceAll('{', '(').replaceAll('}', ')'));
  const known = { names, metrics: countedMetrics(variants, values), nameOf, unit };
  /** @type {{stories: Story[]}} */
  const { stories } = JSON.parse(text);
  const counted = stories.map((story) => ({
    ...story,
    answer: (story.answer ?? []).map((sentence) => withCounts(sentence, known, false)),
    because: (story.because ?? []).map((sentence) => withCounts(sentence, known, true)),
  }));
  return JSON.stringify({ stories: counted });
}
