/** @file The files that the page and embeds export: pictures, tables, reports, each with its name and type. */

import { loadPart } from '../commands/part-loading.js';
import { askRun, askView } from '../commands.js';
import { tokenColours, viewColours } from '../elements/theme.js';
import { computedExtent, fullWindow } from '../state/chart-window.js';
import { exportFileName } from '../text/file-names.js';
import { loadNotes } from '../text/load-notes.js';
import { scenarioTitle, titledScenario, titledText, UNTITLED } from '../text/scenario-title.js';
import { formatClock } from '../text/time.js';
import { createReport } from './json-report.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Layout, View } from '../engine/types.js' */
/** @import { Pane } from './print-picture.js' */

/** @typedef {{name: string, content: BlobPart, type: string}} ExportedFile */

/**
 * A table or a file for other programs, of one variant.
 * @param {Page} page
 * @param {number} variant
 * @param {string} id of the table or the format
 * @param {{ending?: string, type?: string}} [how]
 * @returns {Promise<ExportedFile>}
 */
export async function createTable(page, variant, id, { ending = `${id}.csv`, type = 'text/csv' } = {}) {
  const content = await askRun(page, variant, 'export_text', id);
  const state = page.store.get();
  const { name = '', digest } = state.variants[variant] ?? {};
  const named = state.scenario?.name === UNTITLED && typeof content === 'string' ? titledText(content, scenarioTitle(state)) : content;
  const title = [scenarioTitle(state), state.variants.length > 1 ? name : ''].filter(Boolean).join(' ');
  return { name: exportFileName(title, digest?.whole, ending), content: named, type };
}

/**
 * A table as a file of columns.
 * @param {ExportedFile} csv the table as text
 * @param {string} id of the table
 * @param {string} ending `parquet` or `arrow`
 * @returns {Promise<ExportedFile>} fails if the writer cannot be fetched
 */
export async function createColumnFile({ name, content }, id, ending) {
  const { loadColumnWriter } = await import('../engine/column-writer.js');
  const writer = await loadColumnWriter();
  const bytes = new Uint8Array(writer.write_columns(ending, id, `${content}`));
  const type = `application/vnd.apache.${ending === 'arrow' ? 'arrow.file' : ending}`;
  return { name: name.replace(/\.csv$/, `.${ending}`), content: bytes, type };
}

/**
 * A picture of some variants.
 * @param {Page} page
 * @param {readonly number[]} which
 * @param {{ending: 'png'|'svg', extent: 'screen'|'whole', width: number, element: HTMLElement}} how element: the source
 *   of the colours
 * @returns {Promise<ExportedFile>} fails if a variant has not started
 */
export async function createPicture(page, which, { ending, extent, width, element }) {
  const state = page.store.get();
  const { variants, catalog, work } = state;
  const drawing = await loadPart(page, 'The code for pictures', () => import('./print-picture.js'));
  const pixels = ending === 'png' ? await loadPart(page, 'The code for PNG files', () => import('../plot/svg-plot.js')) : undefined;
  if (!drawing || (ending === 'png' && !pixels)) throw new Error('a part of the page could not be fetched');
  const panes = await drawPanes(page, which, { extent, area: (rows) => drawing.barArea(width, rows, which.length) });
  const title = scenarioTitle(state);
  const svg = drawing.createPictureSvg({
    width,
    title,
    panes,
    names: variants.map(({ name }) => name),
    work,
    note: [`Ganttlet ${catalog?.engine ?? ''}`.trim(), ...loadNotes(variants)].join('. '),
    colours: tokenColours(element, ['paper', 'ink', 'ink-soft', 'edge']),
  });
  const file = [title, which.length < variants.length ? panes[0]?.name : ''].filter(Boolean).join(' ');
  return {
    name: exportFileName(file, panes[0]?.digest, ending),
    content: pixels ? await pixels.renderPng(svg, 1) : svg,
    type: ending === 'png' ? 'image/png' : 'image/svg+xml',
  };
}

/**
 * The charts of some variants, drawn by the engine.
 * @param {Page} page
 * @param {readonly number[]} which
 * @param {object} how
 * @param {'screen'|'whole'} how.extent
 * @param {(rows: number) => {width: number, height: number}} how.area of the bars of a chart
 * @param {Partial<View>} [how.view] other differences from the screen
 * @returns {Promise<Pane[]>} fails if a variant has not started
 */
export function drawPanes(page, which, { extent, area, view: change = {} }) {
  const { variants, difference, view: shown } = page.store.get();
  return Promise.all(
    which.map(async (at) => {
      const { name, layout, report, digest } = variants[at] ?? {};
      if (!name || !layout) throw new Error(`${name ?? 'a variant'} has not started`);
      const view = { ...createView(page, extent, layout, area(extent === 'whole' ? layout.rows : shown.rows)), ...change };
      const [svg, legend, moved] = await Promise.all([
        askRun(page, at, 'export_svg', view),
        askRun(page, at, 'legend', view),
        difference ? askView(page, at, 'difference', view) : null,
      ]);
      const { now_s, first_row: first, rows: count, folded } = view;
      const end_s = computedExtent(variants).end_s;
      return {
        name,
        until: now_s < Math.min(view.to_s, end_s) ? formatClock(now_s, end_s) : '',
        rows: { bands: layout.bands, first, count, folded: folded === true && count < layout.rows },
        report: report ?? null,
        digest: digest?.whole ?? '',
        svg,
        legend,
        difference: moved ?? null,
      };
    }),
  );
}

/**
 * The results of all variants as JSON.
 * @param {Page} page
 * @returns {ExportedFile} fails without a scenario
 */
export function createReportFile(page) {
  const state = page.store.get();
  const { scenario, variants, catalog } = state;
  if (!scenario) throw new Error('there is no scenario');
  return {
    name: exportFileName(scenarioTitle(state), variants[0]?.digest?.whole, 'json'),
    content: `${JSON.stringify(createReport(titledScenario(scenario, scenarioTitle(state)), variants, catalog?.engine ?? ''), null, 2)}\n`,
    type: 'application/json',
  };
}

/**
 * The view of a picture.
 * @param {Page} page
 * @param {'screen'|'whole'} extent
 * @param {Layout} layout
 * @param {{ width: number, height: number }} size
 * @returns {View}
 */
function createView(page, extent, layout, size) {
  const state = page.store.get();
  const { variants, view, folded, playhead_s } = state;
  const whole = { ...fullWindow(variants), rows: layout.rows };
  const { from_s, to_s, first_row, rows } = extent === 'whole' ? whole : view;
  return {
    from_s,
    to_s,
    first_row,
    rows,
    folded,
    shares: true,
    ...size,
    scale: 1,
    now_s: extent === 'whole' ? whole.to_s : playhead_s,
    ...viewColours(state),
  };
}
