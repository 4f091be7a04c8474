/**
 * @file How numbers are shown: rounded to what is worth reading, with thin spaces between thousands, as everywhere on
 * the page. Times are in `../time.js`.
 */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });
const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** What stands where there is no number. */
export const NOTHING = '–';

/**
 * A number to read: four significant digits, whole from a thousand on; a dash for none.
 * @param {number | null | undefined} value
 * @returns {string}
 */
export function formatNumber(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return value.toExponential(2).replace('-', '−');
  return spaced((size >= 1000 ? whole : short).format(value));
}

/**
 * How much `value` differs from `first`, in percent of `first`: `+12.5 %`; empty if that says nothing.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @returns {string}
 */
export function formatDifference(value, first) {
  const share = difference(value, first);
  if (share === undefined) return '';
  if (Math.abs(share) >= 10_000) return share > 0 ? '> +10\u202f000 %' : '< −10\u202f000 %';
  return `${spaced(percent.format(share))} %`;
}

/** @param {string} text as the English formatter wrote it */
function spaced(text) {
  return text.replace('-', '−').replaceAll(',', '\u202f');
}

/**
 * The difference of `value` from `first` in percent of `first`.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @returns {number | undefined} nothing if one is missing or `first` is 0 and `value` is not
 */
export function difference(value, first) {
  if (typeof value !== 'number' || typeof first !== 'number') return undefined;
  if (!Number.isFinite(value) || !Number.isFinite(first)) return undefined;
  if (value === first) return 0;
  if (first === 0) return undefined;
  return ((value - first) / Math.abs(first)) * 100;
}

/**
 * A size in bytes to read: `12.3 KB`, in thousands.
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
