/**
 * @file Formats numbers in the same way everywhere on the page: rounded to the relevant digits, with thin spaces
 * between thousands. Times are in `time.js`.
 */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
const signedFine = new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** Text for a missing number. */
export const NO_VALUE = '–';

/**
 * Formats a number with four significant digits, as a whole number from 1,000 on; a dash for none.
 * @param {number | null | undefined} value
 * @returns {string}
 */
export function formatNumber(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return NO_VALUE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2).replace('-', '−');
  return groupThousands((size >= 1000 ? whole : short).format(value));
}

/**
 * Formats a number with a fixed number of decimals; zero has no sign.
 * @param {number} value
 * @param {number} digits
 */
export function formatFixed(value, digits) {
  const text = groupThousands(Math.abs(value).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  return value < 0 && /[1-9]/u.test(text) ? `−${text}` : text;
}

/**
 * Formats an amount, such as node hours: three significant digits, a whole number from 100 on.
 * @param {number} value
 */
export function formatAmount(value) {
  return formatNumber(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

/**
 * Formats a number of things: `12 jobs`, `1 node`.
 * @param {number} count
 * @param {string} things in the plural
 * @returns {string}
 */
export function formatCount(count, things) {
  return `${formatNumber(count)} ${count === 1 ? things.replace(/s\b/u, '') : things}`;
}

/**
 * Formats a share from 0 to 1 in %: `64.5 %`; a dash for none.
 * @param {number | null | undefined} share
 * @returns {string}
 */
export function formatShare(share) {
  if (share === null || share === undefined || !Number.isFinite(share)) return NO_VALUE;
  return `${groupThousands(tenths.format(share * 100))} %`;
}

/**
 * The difference of `value` from `first`: `+12.5 %` of `first`, or `+19.1 points` for a percentage; empty if it has no
 * meaning.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @param {string} [unit]
 * @returns {string}
 */
export function formatDifference(value, first, unit = '') {
  if (unit === '%' || unit === 'share') {
    if (typeof value !== 'number' || typeof first !== 'number' || !Number.isFinite(value - first)) return '';
    const [exact, shown] = [(value - first) * (unit === 'share' ? 100 : 1), displayedDifference(...formatShares(value, first, unit))];
    const points = formatSigned(shown === 0 ? exact : shown);
    return `${points} ${/^[+−]?1$/u.test(points) ? 'point' : 'points'}`;
  }
  const share = percentDifference(value, first);
  if (share === undefined) return '';
  if (Math.abs(share) >= 10_000) return share > 0 ? '> +10\u202f000 %' : '< −10\u202f000 %';
  return `${formatSigned(share)} %`;
}

/**
 * The difference of two numbers as displayed: for `6 570` and `4 065` it is 2505.
 * @param {string} value
 * @param {string} first
 */
export function displayedDifference(value, first) {
  const read = (/** @type {string} */ text) => Number.parseFloat(text.replaceAll('\u202f', '').replace('\u2212', '-'));
  return Number((read(value) - read(first)).toPrecision(12));
}

/**
 * Formats two percentages or shares.
 * @param {number} value
 * @param {number} first
 * @param {string} unit
 * @returns {[string, string]}
 */
function formatShares(value, first, unit) {
  const factor = unit === 'share' ? 1 : 0.01;
  return [formatShare(value * factor), formatShare(first * factor)];
}

/**
 * Formats a number with its sign. A value below a tenth gets a second digit, so that a value marked as the best does
 * not differ by 0.
 * @param {number} value
 */
function formatSigned(value) {
  return groupThousands((Math.abs(value) < 0.05 ? signedFine : signed).format(value));
}

/** Replaces hyphens by minus signs and commas by thin spaces. @param {string} text as the English formatter wrote it */
function groupThousands(text) {
  return text.replace('-', '−').replaceAll(',', '\u202f');
}

/**
 * The difference of `value` from `first` in percent of `first`.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @returns {number | undefined} undefined if one is missing, or if `first` is 0 and `value` is not
 */
export function percentDifference(value, first) {
  if (typeof value !== 'number' || typeof first !== 'number') return undefined;
  if (!Number.isFinite(value) || !Number.isFinite(first)) return undefined;
  if (value === first) return 0;
  if (first === 0) return undefined;
  return ((value - first) / Math.abs(first)) * 100;
}

/**
 * Formats a size in bytes: `12.3 KB`, in steps of 1,000.
 * @param {number} bytes
 * @returns {string}
 */
export function formatBytes(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : Number(size.toPrecision(3))} ${units[unit]}`;
}

/**
 * A name with its unit, as on axes and in heads of tables: `wait, s`; the name alone if it contains the unit.
 * @param {string} name
 * @param {string} unit
 */
export function nameWithUnit(name, unit) {
  return unit === '' || name.toLowerCase() === unit.toLowerCase() ? name : `${name}, ${unit}`;
}
