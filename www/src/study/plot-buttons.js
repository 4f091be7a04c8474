/** @file Buttons for further data of the runs of a study: distributions over jobs, and values over time. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { addDistributionPlot, addTimePlot } from '../scenario/study-plots.js';
import { plotRequest } from './study-selection.js';

/** @import { Catalog } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Look } from './study-selection.js' */

/**
 * Renders the buttons that add a distribution over jobs, or values over time, to a study.
 * @param {Look} look
 * @param {StudyDocument} doc
 * @param {Catalog|null} catalog
 * @param {(doc: StudyDocument) => void} edit
 */
export function plotButtons(look, doc, catalog, edit) {
  const {
    measured: { metric, unit },
    grid: { part },
    title,
  } = look;
  const wanted = () => ({ ...plotRequest(look), part: part.name, metric, unit, title });
  const each = catalog?.entries.find(({ family, id }) => family === 'metric' && id === metric)?.each !== undefined;
  const until_s = doc.base.horizon_s ?? longestRun(part);
  return html`<p class="row">
      ${each ? html`<button @click=${() => edit(addDistributionPlot(doc, wanted()))}>${icon('plus')} Add its distribution over jobs</button>` : nothing}
      ${until_s ? html`<button title="To choose a warm-up" @click=${() => edit(addTimePlot(doc, { ...wanted(), until_s }))}>${icon('plus')} Add its development over time</button>` : nothing}
    </p>`;
}

/** Duration of the longest run, s, of the measured ones. @param {import('./axis-grid.js').Part} part */
function longestRun({ measures }) {
  const points = measures.find(({ metric, name }) => metric === 'makespan' && name === metric)?.points ?? [];
  return Math.max(0, ...points.map(({ interval }) => interval?.mean ?? 0));
}
