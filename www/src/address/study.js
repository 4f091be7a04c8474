/**
 * @file The address of a study: `#study` for the list, `#study=load-against-policy` for an example, `#study=E2.6` for a
 * published one, `#study=1.<packed>&result=<digest>&c=<checksum>` for a study within the link, with its result;
 * `&quick=1` for a quick run, which gives an impression, `&slice=` for the selected part of its results. The checksum
 * covers the fragment before it; older links have none.
 */

import { checksum } from './checksum.js';
import { parseFields } from './link-repair.js';

/**
 * @typedef {{name: string, packed: string, quick: boolean, result: string, engine: string, slice?: string, trouble?: string}} StudyPlace
 *   name: of an example; packed: base64url of a deflated text; result: the digest at the time of sharing,
 *   with the version of the engine; slice: see `study/study-slice.js`; trouble: the reason why a link with a study
 *   cannot be opened
 */

/** The error for a study link that is incomplete. */
export const DAMAGED = 'its link is damaged. Copy the whole link again: some programs cut long links or break them into lines';
const NEWER = 'its link was made by a newer version of Ganttlet. Reload the page to get the latest version of Ganttlet';
/** The fields of a study link. */
const FIELDS = ['study', 'quick', 'result', 'engine', 'slice', 'c'];

/**
 * The study that a fragment names or contains; undefined for other fragments.
 * @param {string} fragment with or without #
 * @returns {StudyPlace|undefined}
 */
export function parseStudyFragment(fragment) {
  const parts = parseFields(fragment);
  const value = parts.get('study');
  if (value === null) return undefined;
  const [, version = '', packed = ''] = /^([1-9]\d*)\.(.+)$/su.exec(value) ?? [];
  // Only the version: the rest is missing.
  if (/^[1-9]\d*\.?$/u.test(value)) return { name: '', packed: value, quick: false, result: '', engine: '', trouble: DAMAGED };
  const place = {
    name: packed ? '' : value.trim(),
    packed,
    quick: parts.get('quick') === '1',
    result: /^[0-9a-f]{16}$/u.exec(parts.get('result') ?? '')?.[0] ?? '',
    engine: parts.get('engine') ?? '',
    slice: parts.get('slice') ?? '',
  };
  if (!packed) return place;
  if (version !== '1') return { ...place, trouble: NEWER };
  const sum = parts.get('c');
  const whole =
    sum === null
      ? [...parts.keys()].every((key) => FIELDS.includes(key)) && /^[\w.+-]*$/u.test(place.engine)
      : sum === checksum(uncheckedFragment(place));
  return whole ? place : { ...place, trouble: DAMAGED };
}

/**
 * The fragment of a study, without #.
 * @param {Partial<StudyPlace>} place
 */
export function studyFragment({ name = '', packed = '', quick = false, result = '', engine = '', slice = '' }) {
  if (!packed) return name ? `study=${encodeURIComponent(name)}${fields({ quick, slice })}` : 'study';
  const value = uncheckedFragment({ packed, quick, result, engine, slice });
  return `${value}&c=${checksum(value)}`;
}

/** The fragment of a study link without its checksum. @param {Omit<StudyPlace, 'name'|'trouble'>} place */
function uncheckedFragment({ packed, quick, result, engine, slice }) {
  return `study=1.${packed}${fields({ quick, slice, origin: result ? `&result=${result}&engine=${encodeURIComponent(engine)}` : '' })}`;
}

/** The fields of a study link after the study. @param {{quick: boolean, slice: string|undefined, origin?: string}} of */
function fields({ quick, slice, origin = '' }) {
  return `${quick ? '&quick=1' : ''}${origin}${slice ? `&slice=${encodeURIComponent(slice)}` : ''}`;
}
