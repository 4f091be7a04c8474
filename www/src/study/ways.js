/** @file Exports of a study: its link, its runs, its document, its picture. */

import { html } from 'lit';
import { embedAddress, embedText, pageAddress } from '../address/links.js';
import { studyFragment } from '../address/study.js';
import { attempt } from '../commands/attempt.js';
import { fileName } from '../commands/save.js';
import { save } from '../commands.js';
import { copyWithNotice } from '../elements/copy.js';
import { icon } from '../elements/icons.js';
import { plotPixels } from '../plot/plot-drawing.js';
import { toCsv } from '../text/tables.js';
import { packText } from './pack.js';
import { runRows } from './texts.js';

/** @import { OpenStudy } from './open-study.js' */
/** @import { StudyChart } from './study-chart.js' */

/** How high a study is in another page, CSS pixels. */
const EMBED_PX = 720;

/**
 * The buttons.
 * @param {OpenStudy} study
 * @param {string} engine
 * @param {StudyChart|null} chart
 */
export function studyWays(study, engine, chart) {
  const some = (study.work?.ended ?? 0) > 0;
  const picture = (/** @type {string} */ ending, /** @type {(text: string) => Promise<string|Blob>} */ make, /** @type {string} */ type) =>
    attempt(
      study.page,
      'The picture could not be created',
      async () => chart && save(file(study, ending), await make(chart.file(note(study, engine))), type),
    );
  return html`<div class="part row">
    <button @click=${() => copyLink(study, engine)}>${icon('link')} Copy link</button>
    <button @click=${() => copyEmbed(study, engine)}>${icon('copy')} Copy embed code</button>
    <button ?disabled=${!some} @click=${() => csv(study)}>${icon('export')} CSV</button>
    <button @click=${() => json(study, engine)}>${icon('export')} JSON</button>
    <button ?disabled=${!chart} @click=${() => picture('svg', async (text) => text, 'image/svg+xml')}>${icon('export')} SVG</button>
    <button ?disabled=${!chart} @click=${() => picture('png', plotPixels, 'image/png')}>${icon('export')} PNG</button>
  </div>`;
}

/**
 * What a link carries: the study, and the digest of its result where all runs are in.
 * @param {OpenStudy} study
 * @param {string} engine
 */
async function fragmentOf({ doc, quick, summary }, engine) {
  return studyFragment({ packed: await packText(JSON.stringify(doc)), quick, result: summary?.digest ?? '', engine });
}

/** @param {OpenStudy} study @param {string} engine */
async function copyEmbed(study, engine) {
  const { page, doc } = study;
  const address = embedAddress(location.href, await fragmentOf(study, engine), { show: [], theme: 'auto' });
  await copyWithNotice(
    page,
    embedText(address, doc?.name ?? 'Study', EMBED_PX),
    'Embed code copied to the clipboard. It shows the chart and the table of the study, computed in the reader’s browser.',
  );
}

/** @param {OpenStudy} study @param {string} engine */
async function copyLink(study, engine) {
  const { page, summary } = study;
  await copyWithNotice(
    page,
    pageAddress(location, await fragmentOf(study, engine)),
    `Link copied to the clipboard, ${summary?.digest ? 'with the digest of the result' : 'without a digest: not all runs have completed'}.`,
  );
}

/** @param {OpenStudy} study @param {string} ending */
const file = ({ doc }, ending) => `${fileName(doc?.name ?? 'study')}.${ending}`;

/** The numbers of the runs of the part on screen. @param {OpenStudy} study */
function csv(study) {
  const { work, shown, firstSeed } = study;
  if (shown && work) save(file(study, 'csv'), toCsv(runRows(shown, work.outcomes, firstSeed)), 'text/csv');
}

/** @param {OpenStudy} study @param {string} engine */
function json(study, engine) {
  const { doc, quick, work, summary } = study;
  const numbers = work?.outcomes.map((outcome) =>
    outcome ? Array.from(outcome, (value) => (Number.isFinite(value) ? value : null)) : null,
  );
  const all = { study: doc, ...(quick ? { quick } : {}), engine, digest: summary?.digest ?? null, runs: numbers ?? [] };
  save(file(study, 'json'), `${JSON.stringify(all, null, 1)}\n`, 'application/json');
}

/** Where a picture comes from. @param {OpenStudy} study @param {string} engine */
function note({ doc, quick, summary }, engine) {
  return [doc?.name, quick ? 'quick' : '', summary?.digest ? `digest ${summary.digest}` : 'partial', `Ganttlet ${engine}`]
    .filter(Boolean)
    .join(', ');
}
