/** @file The parts of a target: each published number beside ours, and a test whether all of ours lie on one side. */

/** @import { Findings, Target } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly [number, number]} published both ends; equal for a single number
 * @property {readonly [number, number]} ours both ends of a range, or the mean twice
 * @property {number} half half the width of our interval; 0 for none
 */

/** @typedef {Record<string, unknown>} Place values of axes */

/**
 * The quantities of a claim, in the format of a study document.
 * @typedef {object} Judged
 * @property {string} [quantity]
 * @property {string} [name]
 * @property {string} [table]
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {Place} [at]
 * @property {Record<string, unknown[]>} [over]
 * @property {Record<string, unknown>} judge
 * @property {number[]} [published]
 */

/** @typedef {{id?: string, claim?: string, published?: string, judged?: Judged[]}} Claim */

/**
 * The minimum number of parts for a bias. With fewer parts it can be chance: four of four has a probability of 1/8.
 */
const LEAST_PARTS = 4;

/** A number as printed in findings: a minus sign or a hyphen before the digits. */
const NUMBER = String.raw`[+\-−]?\d+(?:\.\d+)?`;
const OURS = new RegExp(`^(${NUMBER})(?: ± (${NUMBER}))?$`, 'u');
const RANGE = new RegExp(`^(${NUMBER}) - (${NUMBER})$`, 'u');

/** @param {string} text */
const toNumber = (text) => Number(text.replace('−', '-'));

/**
 * The claim of a target.
 * @param {StudyDocument} doc
 * @param {Pick<Target, 'id'|'claim'>} target
 */
export function claimOf({ claims = [] }, { id, claim }) {
  return /** @type {Claim[]} */ (claims).find((one) => one.id === id && one.claim === claim);
}

/**
 * The meaning of numbers without a unit, from the names of the quantities of a claim: `NSL / NSL of all bags`.
 * @param {StudyDocument} doc
 * @param {Pick<Target, 'id'|'claim'>} target
 * @returns {string} empty for numbers with a unit, and for quantities with other names
 */
export function ratioName(doc, target) {
  const quantities = /** @type {Record<string, {unit?: string}|undefined>} */ (doc.quantities ?? {});
  const names = (claimOf(doc, target)?.judged ?? []).map(({ quantity = '' }) => {
    const [, subject, whole] = /^([^:]+): [^:/]+ \/ ([^:/]+)$/u.exec(quantity) ?? [];
    return subject && whole && !quantities[quantity]?.unit ? `${subject} / ${subject} of ${whole}` : '';
  });
  return new Set(names).size === 1 ? (names[0] ?? '') : '';
}

/**
 * The parts of a target with both numbers, in the order of the claim.
 * @param {StudyDocument} doc
 * @param {Pick<Findings, 'tables'>} findings
 * @param {Target} target
 * @returns {Part[]} empty if a part is unknown, since readers would take a list with gaps for a complete one
 */
export function targetParts(doc, findings, target) {
  const { judged = [], published = '' } = claimOf(doc, target) ?? {};
  if (judged.length === 0) return [];
  if (judged.every(({ table }) => table)) return judged.flatMap((one) => tableParts(findings, one));
  const ours = parseOurs(target.ours);
  // Numbers beside a judge have signs like ours; numbers in the text may use words: `4 % shorter`.
  const known =
    judgedNumbers(judged, ours.length, explicitNumbers) ??
    textNumbers(published, ours.length) ??
    judgedNumbers(judged, ours.length, nearNumbers);
  if (ours.length === 0 || known?.length !== ours.length) return [];
  return ours.map((one, at) => ({ ...one, name: one.name || target.claim, published: known[at] ?? [NaN, NaN] }));
}

/**
 * The parts of a target about a table.
 * @param {Pick<Findings, 'tables'>} findings
 * @param {Judged} judged
 * @returns {Part[]}
 */
function tableParts({ tables }, { table: title, rows: heads = [], columns: names = [] }) {
  const table = tables.find((one) => one.title === title);
  const chosen = (/** @type {string[]} */ list, /** @type {string} */ name) => list.length === 0 || list.includes(name);
  return (table?.rows ?? [])
    .filter(([head]) => chosen(heads, head))
    .flatMap(([head, cells]) =>
      cells.flatMap((cell, at) => {
        const column = table?.columns[at + 1] ?? '';
        const value = Number(cell.published?.trim() || NaN);
        if (!chosen(names, column) || Number.isNaN(value) || !cell.ours) return [];
        const { mean, low, high } = cell.ours;
        const half = Number.isFinite(low) && Number.isFinite(high) ? (high - low) / 2 : 0;
        return [{ name: [head, column].filter(Boolean).join(', '), published: pair(value), ours: pair(mean), half }];
      }),
    );
}

/** A single value as lower and upper end. @param {number} value @returns {[number, number]} */
const pair = (value) => [value, value];

/**
 * Our numbers in the text of a target: `WF: 7.4 ± 0.4, 2.9 % ; FCM: 1.1 % (3 of 4)`.
 * @param {string} text
 * @returns {Omit<Part, 'published'>[]} empty for a list of failures, and for words
 */
export function parseOurs(text) {
  const plain = text.replace(/; (exact|1 seed: no interval|no interval: .*)$/u, '').replace(/ \([^()]*\)$/u, '');
  if (/(^all \d)|; not: |; from each to the next /u.test(plain)) return [];
  const parts = plain.split('; ').flatMap((segment) => {
    const [, name = '', numbers = ''] = /^(?:(.*): )?([^:]*)$/u.exec(segment) ?? [];
    const list = numbers.split(', ');
    return list.map((one, at) => {
      // The unit follows the last number.
      const bare = at === list.length - 1 ? one.replace(/(?<=\d) [^\d±+−-].*$/u, '') : one;
      const range = RANGE.exec(bare);
      if (range) return { name, ours: /** @type {[number, number]} */ ([toNumber(range[1] ?? ''), toNumber(range[2] ?? '')]), half: 0 };
      const [, mean = 'none', half = '0'] = OURS.exec(bare) ?? [];
      return { name, ours: pair(toNumber(mean)), half: toNumber(half) };
    });
  });
  return parts.some(({ ours }) => Number.isNaN(ours[0])) ? [] : parts;
}

/**
 * The published numbers, if the text lists exactly this many.
 * @param {string} text
 * @param {number} count
 * @returns {[number, number][]|undefined}
 */
function textNumbers(text, count) {
  if (/["“]|\bof\b|\.\.|\bto\b|between|about|ends/u.test(text)) return undefined;
  const range = new RegExp(`^(${NUMBER}) - (${NUMBER})( \\D*)?$`, 'u').exec(text);
  if (range) return count === 1 ? [[toNumber(range[1] ?? ''), toNumber(range[2] ?? '')]] : undefined;
  const list = text.split(', ').map((one) => new RegExp(`^(${NUMBER})( [^\\d]*)?$`, 'u').exec(one)?.[1]);
  if (list.length !== count || list.includes(undefined)) return undefined;
  return list.map((one) => pair(toNumber(one ?? '')));
}

/**
 * The published numbers in the judges of a claim.
 * @param {readonly Judged[]} judged
 * @param {number} count
 * @param {(one: Judged, parts: number) => [number, number][]|undefined} read
 * @returns {[number, number][]|undefined}
 */
function judgedNumbers(judged, count, read) {
  const each = judged.map((one) =>
    read(
      one,
      Object.values(one.over ?? {}).reduce((all, values) => all * values.length, 1),
    ),
  );
  const all = each.flatMap((list) => list ?? []);
  return each.includes(undefined) || all.length !== count ? undefined : all;
}

/**
 * The published numbers of one quantity of a claim.
 * @param {Claim} claim
 * @param {Judged} judged
 * @param {number} count
 * @returns {number[]|undefined} undefined for ranges and words
 */
export function claimNumbers({ published = '', judged: all = [] }, judged, count) {
  const found =
    judgedNumbers([judged], count, explicitNumbers) ??
    (all.length === 1 ? textNumbers(published, count) : undefined) ??
    judgedNumbers([judged], count, nearNumbers);
  return found?.every(([low, high]) => low === high) ? found.map(([low]) => low) : undefined;
}

/** @param {Judged} judged @param {number} parts */
const explicitNumbers = ({ published = [] }, parts) => (published.length === parts ? published.map(pair) : undefined);

/** @param {Judged} judged @param {number} parts @returns {[number, number][]|undefined} */
function nearNumbers({ judge, published = [] }, parts) {
  const [kind = '', value] = Object.entries(judge)[0] ?? [];
  const { published: near, from, to } = /** @type {{published?: number, from?: number, to?: number}} */ (value ?? {});
  if (kind === 'begins' && from !== undefined && to !== undefined) return [[from, to]];
  if (published.length === parts) return published.map(pair);
  return kind.startsWith('near') && near !== undefined ? Array.from({ length: parts }, () => pair(near)) : undefined;
}

/**
 * The targets that belong together: those with the same name about the same quantity or table.
 * @param {StudyDocument} doc
 * @param {readonly Target[]} targets
 * @param {Target} target
 */
export function relatedTargets(doc, targets, target) {
  const subject = (/** @type {Target} */ one) =>
    (claimOf(doc, one)?.judged ?? []).map(({ quantity, table, judge }) => [quantity ?? table, ...Object.keys(judge)].join(' ')).join('\n');
  const wanted = subject(target);
  return wanted ? targets.filter((one) => one.id === target.id && !one.own && subject(one) === wanted) : [target];
}

/**
 * Whether our numbers lie on one side of the published ones: at least four differ, all in the same direction.
 * @param {readonly Part[]} parts
 * @returns {{side: 'above'|'below', count: number, of: number}|undefined}
 */
export function oneSided(parts) {
  const sides = parts.map(({ published: [low, high], ours }) => {
    const apart = (ours[0] + ours[1]) / 2 - (low + high) / 2;
    // Values that differ by less than the displayed digits are equal.
    return Math.abs(apart) <= 1e-9 * Math.max(1, Math.abs(high)) ? 0 : Math.sign(apart);
  });
  const [above, below] = [sides.filter((side) => side > 0).length, sides.filter((side) => side < 0).length];
  if (Math.min(above, below) > 0 || above + below < LEAST_PARTS) return undefined;
  return { side: above > 0 ? 'above' : 'below', count: above + below, of: parts.length };
}

/**
 * The mark of a bias: `one-sided: 4 of 5 above`.
 * @param {ReturnType<typeof oneSided>} bias
 */
export const biasText = (bias) => (bias ? `one-sided: ${bias.count} of ${bias.of} ${bias.side}` : '');

/**
 * The bias of a target, or of all targets that belong to it.
 * @param {StudyDocument} doc
 * @param {Findings} findings
 * @param {Target} target
 */
export function targetBias(doc, findings, target) {
  if (target.own) return undefined;
  const parts = targetParts(doc, findings, target);
  if (parts.length !== 1) return oneSided(parts);
  // Targets of several parts may repeat the number of one with a single part.
  const single = relatedTargets(doc, findings.targets, target).map((one) => targetParts(doc, findings, one));
  return oneSided(single.flatMap((list) => (list.length === 1 ? list : [])));
}
