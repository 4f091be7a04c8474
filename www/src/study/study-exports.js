/** @file Exports of a study: its link, its runs, its document, its picture. */

import { html, nothing } from 'lit';
import { embedAddress, embedCode } from '../address/embed-code.js';
import { pageAddress } from '../address/links.js';
import { studyFragment } from '../address/study.js';
import { tryAction } from '../commands/try-action.js';
import { saveFile } from '../commands.js';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { renderPng } from '../plot/svg-plot.js';
import { safeFileName } from '../text/file-names.js';
import { formatCount } from '../text/numbers.js';
import { toCsv } from '../text/table-text.js';
import { wrapText } from './study-figure.js';
import { nameWithSeeds, runRows } from './study-texts.js';
import { packText } from './text-packing.js';

/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { OpenStudy } from './open-study.js' */
/** @import { Figure } from './study-figure.js' */

/** The height of an embedded study, CSS pixels. */
const EMBED_PX = 720;

/**
 * The buttons.
 * @param {OpenStudy} study
 * @param {string} engine
 * @param {() => Figure|undefined} figure
 * @param {{slice: string, reason: string}} about slice: the selection from the results; reason: why there is no figure,
 *   empty if there is one
 */
export function renderExports(study, engine, figure, { slice, reason }) {
  const some = (study.work?.ended ?? 0) > 0;
  const save = (/** @type {string} */ ending, /** @type {(text: string) => Promise<string|Blob>} */ make, /** @type {string} */ type) =>
    tryAction(study.page, 'The picture could not be created', async () => {
      const drawn = figure();
      if (!drawn) return;
      const captions = [...wrapText(drawn.key), ...wrapText(figureNote(study, engine))];
      saveFile(figureName(study, drawn.title, ending), await make(drawn.draw(captions)), type);
    });
  return html`<div class="part row">
    <button @click=${() => copyLink(study, engine, slice)}>${icon('link')} Copy link</button>
    <button @click=${() => copyEmbed(study, engine, slice)}>${icon('copy')} Copy embed code</button>
    <button ?disabled=${!some} title=${some ? nothing : 'No run has completed'} @click=${() => csv(study)}>${icon('export')} CSV</button>
    <button title="The document of the study, for ganttlet sweep" @click=${() => saveStudy(study)}>${icon('export')} Study</button>
    <button title="The numbers of all runs, with the study" @click=${() => json(study, engine)}>${icon('export')} JSON</button>
    <button ?disabled=${reason !== ''} title=${reason || nothing} @click=${() => save('svg', async (text) => text, 'image/svg+xml')}>${icon('export')} SVG</button>
    <button ?disabled=${reason !== ''} title=${reason || nothing} @click=${() => save('png', renderPng, 'image/png')}>${icon('export')} PNG</button>
    ${reason ? html`<span class="small soft">SVG and PNG: ${reason}.</span>` : nothing}
  </div>`;
}

/**
 * The content of a link: the study, the selection from its results, and their digest if all runs are complete.
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

/** The name of a study with the number of its seeds. @param {Pick<OpenStudy, 'doc'|'shown'>} study */
const studyName = ({ doc, shown }) => nameWithSeeds(doc?.name ?? 'study', shown?.seeds ?? 1);

/** The name of the file of a study, which also appears in its command. @param {StudyDocument} doc */
export const studyFileName = ({ name = 'study' }) => `${safeFileName(name)}.json`;

/** The document of a study, for the command line. @param {Pick<OpenStudy, 'doc'>} study */
function saveStudy({ doc }) {
  if (doc) saveFile(studyFileName(doc), `${JSON.stringify(doc, null, 2)}\n`, 'application/json');
}

/** The name of an exported file of a study. @param {OpenStudy} study @param {string} ending */
const file = (study, ending) => `${safeFileName(studyName(study))}.${ending}`;

/**
 * The name of the file of a figure: the study, the measure and the fixed values, none of which crowds out the others.
 * @param {Pick<OpenStudy, 'doc'|'shown'>} study
 * @param {string} title of the figure
 * @param {string} ending
 */
export function figureName(study, title, ending) {
  return `${safeFileName(safeFileName(studyName(study)).slice(0, 40))}-${safeFileName(title)}.${ending}`;
}

/** The numbers of the runs of the part on screen. @param {OpenStudy} study */
function csv(study) {
  const { work, shown, firstSeed } = study;
  if (shown && work) saveFile(file(study, 'csv'), toCsv(runRows(shown, work.outcomes, firstSeed)), 'text/csv');
}

/** Saves the study and its results as JSON. @param {OpenStudy} study @param {string} engine */
function json(study, engine) {
  const { doc, quick, work, summary } = study;
  const numbers = work?.outcomes.map((outcome) =>
    outcome ? Array.from(outcome, (value) => (Number.isFinite(value) ? value : null)) : null,
  );
  const all = { study: doc, ...(quick ? { quick } : {}), engine, digest: summary?.digest ?? null, runs: numbers ?? [] };
  saveFile(`${safeFileName(studyName(study))}-results.json`, `${JSON.stringify(all, null, 1)}\n`, 'application/json');
}

/**
 * The source of a picture.
 * @param {Pick<OpenStudy, 'doc'|'shown'|'quick'|'summary'>} study
 * @param {string} engine
 */
export function figureNote({ doc, shown, quick, summary }, engine) {
  const seeds = shown?.seeds ?? 1;
  return [
    studyName({ doc, shown }),
    seeds < 2 ? 'one run for each point' : studyName({ doc, shown }).endsWith(` ${seeds} seeds`) ? '' : formatCount(seeds, 'seeds'),
    quick ? 'quick' : '',
    summary?.digest ? `digest ${summary.digest}` : 'partial',
    `Ganttlet ${engine}`,
  ]
    .filter(Boolean)
    .join(', ');
}
