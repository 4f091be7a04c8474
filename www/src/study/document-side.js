/** @file The left side of a study: what is run, each part to be edited. */

import { html, nothing, svg } from 'lit';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { sample } from '../plot/plot-drawing.js';
import { fileName } from '../commands/save.js';
import { typedValues } from '../scenario/study.js';
import { sentenceCase, formatTime } from '../text/time.js';
import { counted } from './texts.js';

/** @import { Catalog } from '../engine/types.js' */
/** @import { StudyAxisDocument, StudyBlock, StudyDocument } from '../scenario/study.js' */
/** @import { Grid } from './grid.js' */
/** @import { OpenStudy } from './open-study.js' */

/** The most seeds that a field takes. */
const MOST_SEEDS = 1000;

/**
 * @typedef {object} Side
 * @property {OpenStudy} study
 * @property {StudyDocument} doc
 * @property {Grid|undefined} grid
 * @property {Catalog|null} catalog
 * @property {(doc: StudyDocument) => void} edit
 * @property {() => void} openBase
 */

/**
 * What is run of the part on screen, and how it is put back changed.
 * @param {Side} side
 * @returns {{block: StudyBlock, change: (block: StudyBlock) => void}}
 */
function blockOf({ study, doc, edit }) {
  const at = (doc.parts ?? []).findIndex(({ name }) => name === study.shown?.name);
  const part = doc.parts?.[at];
  if (!part) return { block: doc, change: (block) => edit({ ...doc, ...block }) };
  return { block: part, change: (block) => edit({ ...doc, parts: (doc.parts ?? []).with(at, { ...part, ...block }) }) };
}

/** @param {Side} side */
export function documentSide(side) {
  const { study, doc, grid } = side;
  const { base } = doc;
  const { block, change } = blockOf(side);
  const { seeds = 20, axes = [] } = block;
  const first = base.seed ?? 1;
  const parts = study.summary?.parts ?? [];
  return html`<h2>Study</h2>
    <div class="part">
      <h3>Base</h3>
      <b>${base.name || 'A scenario without a name'}</b>
      <button class="small" @click=${side.openBase}>${icon('open')} Open it in the charts</button>
    </div>
    ${parts.length > 1
      ? html`<div class="part">
          <h3><label for="parts">Part</label></h3>
          <select id="parts" @change=${(/** @type {Event} */ event) => study.show(/** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>
            ${parts.map(({ name, points, seeds: repeated }) => html`<option .selected=${name === study.shown?.name}>${sentenceCase(name || 'its own runs')}: ${counted(points * repeated, 'run')}</option>`)}
          </select>
        </div>`
      : nothing}
    ${axes.map((axis, at) => axisPart(side, axis, at, (next) => change({ ...block, axes: next ? axes.with(at, next) : axes.toSpliced(at, 1) })))}
    ${grid && grid.words.length > 1 ? html`<p class="small soft">Each line is one combination of their values.</p>` : nothing}
    <div class="part">
      <h3><label for="seeds">Seeds</label></h3>
      <div class="row">${numberField({ id: 'seeds', value: seeds, low: 1, high: MOST_SEEDS, whole: true, change: (value) => change({ ...block, seeds: value }) })}</div>
      <span class="small soft">${seeds === 1 ? `seed ${first}` : `${first} to ${first + seeds - 1}`}, the same for every point${study.quick && study.shown && study.shown.seeds !== seeds ? `; quick: the first ${study.shown.seeds}` : ''}</span>
    </div>
    ${measuresPart(side, block, (measures) => change({ ...block, measures }))}
    <div class="part">
      <h3>Counted</h3>
      <b>${base.warm_up_s ? `What arrives after ${formatTime(base.warm_up_s)}` : 'All that has ended'}</b>
      <span class="small soft">${base.warm_up_s ? `warm-up of ${formatTime(base.warm_up_s)}` : 'no warm-up'}, ${base.horizon_s ? `until ${formatTime(base.horizon_s)}` : 'no horizon'}</span>
    </div>
    <div class="part">
      <h3>On the command line</h3>
      <pre tabindex="0" aria-label="Command">ganttlet sweep ${fileName(doc.name ?? 'study')}.json --threads 2</pre>
    </div>`;
}

/**
 * @param {Side} side
 * @param {StudyAxisDocument} axis
 * @param {number} at
 * @param {(axis: StudyAxisDocument|undefined) => void} change undefined takes it away
 */
function axisPart({ study, grid }, axis, at, change) {
  const { baseline } = study;
  const known = grid?.part.axes[at];
  const remove = html`<button class="icon-only" aria-label="Take the axis ${axis.name} away" @click=${() => change(undefined)}>${icon('remove')}</button>`;
  if (axis.values) {
    // Which of the values are enough for an impression was said of the old ones.
    const typed = (/** @type {Event} */ event) => change({ ...axis, values: typedValues(/** @type {HTMLInputElement} */ (event.target).value), quick: undefined });
    return html`<div class="part">
      <div class="row"><h3>Axis</h3><span class="grow"></span>${remove}</div>
      <label for="axis-${at}"><b>${sentenceCase(axis.name)}</b>${axis.unit ? html` <span class="soft">${axis.unit}</span>` : nothing}</label>
      <input type="text" id="axis-${at}" autocomplete="off" spellcheck="false" .value=${axis.values.join(', ')} @change=${typed} aria-describedby="help-${at}" />
      <span class="small soft" id="help-${at}">${counted(axis.values.length, 'value')}; also as 0.5..0.9 in 5</span>
    </div>`;
  }
  // A line stands for a value where nothing else is told apart by lines.
  const one = grid?.words.length === 1 && grid.words[0] === at;
  return html`<div class="part">
    <div class="row"><h3>${sentenceCase(axis.name)}</h3><span class="grow"></span>${remove}</div>
    <ul class="keys">
      ${(known?.labels ?? []).map(
        (label, level) => html`<li>
          <label
            >${grid?.compared === at ? html`<input type="radio" name="baseline" .checked=${level === baseline} @change=${() => study.choose(level)} />` : html`<span></span>`}
            ${one ? html`<svg viewBox="0 0 26 12" aria-hidden="true">${sample(level, false)}</svg>` : svg``}<span>${label}</span>${grid?.compared === at && level === baseline ? html`<span class="small soft">baseline</span>` : nothing}</label
          >
        </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * @param {Side} side
 * @param {StudyBlock} block
 * @param {(measures: import('../scenario/study.js').StudyMeasure[]) => void} change
 */
function measuresPart({ catalog }, { measures = [] }, change) {
  const names = new Map((catalog?.entries ?? []).filter(({ family }) => family === 'metric').map(({ id, name }) => [id, name]));
  const free = [...names].filter(([id]) => !measures.some(({ metric, statistic }) => metric === id && statistic === undefined));
  const add = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) change([...measures, { metric: select.value }]);
    select.value = '';
  };
  const called = (/** @type {import('../scenario/study.js').StudyMeasure} */ { metric = '', name, table = '' }) => name || names.get(metric) || metric || table;
  return html`<div class="part">
    <h3>Measures</h3>
    <ul class="keys">
      ${measures.map(
        (measure, at) => html`<li class="row">
          <span class="grow">${called(measure)}</span>
          <button class="icon-only" aria-label="Take ${called(measure)} away" ?disabled=${measures.length === 1} @click=${() => change(measures.toSpliced(at, 1))}>${icon('remove')}</button>
        </li>`,
      )}
    </ul>
    <select aria-label="Add a measure" @change=${add}>
      <option value="">Add a measure …</option>
      ${free.map(([id, name]) => html`<option value=${id}>${name}</option>`)}
    </select>
  </div>`;
}
