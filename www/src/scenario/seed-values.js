/** @file The values of a comparison in all replications, and the expressions of sentences evaluated with them. */

/** @typedef {readonly (number|null)[]} Values one per replication */

/**
 * A metric with replications.
 * @typedef {object} CountedMetric
 * @property {readonly number[]} shown the values of the runs on screen, by variant
 * @property {readonly (readonly number[])[]} runs the values of all variants in each replication that has all of them
 * @property {(variant: number, other: number) => boolean} differ whether two variants differ significantly
 */

/**
 * The metrics with replications, by their names in sentences (`bounded_slowdown`). Metrics without randomness are
 * omitted.
 * @param {{rows: {id: string, value?: number|null, statistics?: Record<string, number|null>}[]}[]} variants the facts of a comparison
 * @param {Record<string, readonly Values[]>} values by metric, then by variant
 * @returns {Map<string, CountedMetric>}
 */
export function countedMetrics(variants, values) {
  /** @type {Map<string, CountedMetric>} */
  const found = new Map();
  for (const [metric, rows] of Object.entries(values)) {
    const cells = variants.map((variant) => variant.rows.find(({ id }) => id === metric));
    const shown = cells.map((cell) => cell?.value ?? Number.NaN);
    if (rows.length !== variants.length || !shown.every(Number.isFinite)) continue;
    const runs = (rows[0] ?? []).flatMap((_, run) => {
      const all = rows.map((row) => row[run] ?? Number.NaN);
      return all.every(Number.isFinite) ? [all] : [];
    });
    if (runs.length < 2 || runs.every((all) => all.every((value, at) => value === runs[0]?.[at]))) continue;
    found.set(metric.replaceAll('-', '_'), {
      shown,
      runs,
      // Without a test, similarity is not assumed either.
      differ: (variant, other) => {
        const apart = cells[variant]?.statistics?.[`apart${other}`];
        return apart === 1 || apart === null;
      },
    });
  }
  return found;
}

/** @type {Record<string, (...values: number[]) => number>} */
const FUNCTIONS = { abs: Math.abs, max: Math.max, min: Math.min };
/** @type {Record<string, (left: number, right: number) => boolean>} */
const COMPARISONS = {
  '<=': (left, right) => left <= right,
  '>=': (left, right) => left >= right,
  '==': (left, right) => left === right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
};

/**
 * Evaluates an expression of a sentence: `(a_wait - b_wait) * 60`.
 * @param {string} text
 * @param {(word: string) => number} lookUp
 * @returns {number} NaN if a word has no value, or if the expression contains more than sums, products, brackets, `abs`, `max` and `min`
 */
export function evaluateExpression(text, lookUp) {
  const parts = text.match(/[a-z]\w*|\d+(?:\.\d+)?|\S/gu) ?? [];
  let at = 0;
  /** Parses and evaluates a number, a function call or a sum in parentheses; NaN for other texts. @returns {number} */
  const factor = () => {
    const part = parts[at++] ?? '';
    if (part === '-') return -factor();
    const apply = parts[at] === '(' ? FUNCTIONS[part] : undefined;
    if (apply) {
      /** @type {number[]} */
      const given = [];
      do {
        at += 1;
        given.push(sum());
      } while (parts[at] === ',');
      return parts[at++] === ')' ? apply(...given) : Number.NaN;
    }
    if (part !== '(') return /^[a-z]/u.test(part) ? lookUp(part) : /^\d/u.test(part) ? Number(part) : Number.NaN;
    const value = sum();
    return parts[at++] === ')' ? value : Number.NaN;
  };
  const product = () => {
    let value = factor();
    while (parts[at] === '*' || parts[at] === '/') value = parts[at++] === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = () => {
    let value = product();
    while (parts[at] === '+' || parts[at] === '-') value = parts[at++] === '+' ? value + product() : value - product();
    return value;
  };
  const value = sum();
  return at === parts.length ? value : Number.NaN;
}

/**
 * The number of replications in which a condition of a sentence holds: `b_wait < a_wait and b_wait > 0.5 * a_wait`.
 * @param {string} condition
 * @param {Map<string, CountedMetric>} metrics
 * @returns {{count: number, runs: number}|null} null if it names a value without replications, or has another form
 */
export function countRuns(condition, metrics) {
  const named = [...condition.matchAll(/\b[a-h]_(?<metric>\w+)/gu)].map(
    ({ groups }) => metrics.get(groups?.metric ?? '')?.runs.length ?? 0,
  );
  const runs = named[0] ?? 0;
  if (runs === 0 || named.some((length) => length !== runs)) return null;
  const parts = condition.split(/\band\b/u).map((part) => /^(?<left>[^<>=]+)(?<sign><=|>=|==|<|>)(?<right>[^<>=]+)$/u.exec(part)?.groups);
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    const lookUp = (/** @type {string} */ word) => {
      const { role = '', metric = '' } = /^(?<role>[a-h])_(?<metric>\w+)$/u.exec(word)?.groups ?? {};
      return metrics.get(metric)?.runs[run]?.[role.charCodeAt(0) - 97] ?? Number.NaN;
    };
    const held = parts.map((part) => {
      const [left, right] = [part?.left ?? '', part?.right ?? ''].map((side) => evaluateExpression(side, lookUp));
      return Number.isFinite(left) && Number.isFinite(right) ? COMPARISONS[part?.sign ?? '']?.(Number(left), Number(right)) : undefined;
    });
    if (held.includes(undefined)) return null;
    if (held.every(Boolean)) count += 1;
  }
  return { count, runs };
}
