/** @file Exports of a study: its link, its runs, its document, its picture. */

import { html } from 'lit';
import { embedAddress, embedCode, pageAddress } from '../address/links.js';
import { studyFragment } from '../address/study.js';
import { safeFileName } from '../commands/file-download.js';
import { tryAction } from '../commands/try-action.js';
import { saveFile } from '../commands.js';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { renderPng } from '../plot/svg-plot.js';
import { toCsv } from '../text/table-text.js';
import { runRows } from './study-texts.js';
import { packText } from './text-packing.js';

/** @import { OpenStudy } from './open-study.js' */
/** @import { StudyChart } from './study-chart.js' */

/** How high a study is in another page, CSS pixels. */
const EMBED_PX = 720;

/**
 * The buttons.
 * @param {OpenStudy} study
 * @param {string} engine
 * @param {StudyChart|null} chart
 * @param {string} slice what is chosen of the results
 */
export function renderExports(study, engine, chart, slice) {
  const some = (study.work?.ended ?? 0) > 0;
  const picture = (/** @type {string} */ ending, /** @type {(text: string) => Promise<string|Blob>} */ make, /** @type {string} */ type) =>
    tryAction(
      study.page,
      'The picture could not be created',
      async () => chart && saveFile(file(study, ending), await make(chart.file(note(study, engine))), type),
    );
  return html`<div class="part row">
    <button @click=${() => copyLink(study, engine, slice)}>${icon('link')} Copy link</button>
    <button @click=${() => copyEmbed(study, engine, slice)}>${icon('copy')} Copy embed code</button>
    <button ?disabled=${!some} @click=${() => csv(study)}>${icon('export')} CSV</button>
    <button @click=${() => json(study, engine)}>${icon('export')} JSON</button>
    <button ?disabled=${!chart} @click=${() => picture('svg', async (text) => text, 'image/svg+xml')}>${icon('export')} SVG</button>
    <button ?disabled=${!chart} @click=${() => picture('png', renderPng, 'image/png')}>${icon('export')} PNG</button>
  </div>`;
}

/**
 * What a link carries: the study, what is chosen of its results, and their digest where all runs are in.
 * @param {OpenStudy} study
 * @param {string} engine
 * @param {string} slice
 */
async function studyLinkFragment({ doc, quick, summary }, engine, slice) {
  return studyFragment({ packed: await packText(JSON.stringify(doc)), quick, result: summary?.digest ?? '', engine, slice });
}

/** @param {OpenStudy} study @param {string} engine @param {string} slice */
async function copyEmbed(study, engine, slice) {
  const { page, doc } = study;
  const address = embedAddress(location.href, await studyLinkFragment(study, engine, slice), { show: [], theme: 'auto' });
  await copyWithNotice(
    page,
    embedCode(address, doc?.name ?? 'Study', EMBED_PX),
    'Embed code copied to the clipboard. It shows the chart and the table of the study, computed in the reader’s browser.',
  );
}

/** @param {OpenStudy} study @param {string} engine @param {string} slice */
async function copyLink(study, engine, slice) {
  const { page, summary } = study;
  await copyWithNotice(
    page,
    pageAddress(location, await studyLinkFragment(study, engine, slice)),
    `Link copied to the clipboard, ${summary?.digest ? 'with the digest of the result' : 'without a digest: not all runs have completed'}.`,
  );
}

/** @param {OpenStudy} study @param {string} ending */
const file = ({ doc }, ending) => `${safeFileName(doc?.name ?? 'study')}.${ending}`;

/** The numbers of the runs of the part on screen. @param {OpenStudy} study */
function csv(study) {
  const { work, shown, firstSeed } = study;
  if (shown && work) saveFile(file(study, 'csv'), toCsv(runRows(shown, work.outcomes, firstSeed)), 'text/csv');
}

/** @param {OpenStudy} study @param {string} engine */
function json(study, engine) {
  const { doc, quick, work, summary } = study;
  const numbers = work?.outcomes.map((outcome) =>
    outcome ? Array.from(outcome, (value) => (Number.isFinite(value) ? value : null)) : null,
  );
  const all = { study: doc, ...(quick ? { quick } : {}), engine, digest: summary?.digest ?? null, runs: numbers ?? [] };
  saveFile(file(study, 'json'), `${JSON.stringify(all, null, 1)}\n`, 'application/json');
}

/** Where a picture comes from. @param {OpenStudy} study @param {string} engine */
function note({ doc, quick, summary }, engine) {
  return [doc?.name, quick ? 'quick' : '', summary?.digest ? `digest ${summary.digest}` : 'partial', `Ganttlet ${engine}`]
    .filter(Boolean)
    .join(', ');
}
