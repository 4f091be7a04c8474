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
/** @import { StudyAxisDocument, StudyDocument } from '../scenario/study.js' */
/** @import { Grid } from './grid.js' */

/** The most seeds that a field takes. */
const MOST_SEEDS = 1000;

/**
 * @typedef {object} Side
 * @property {StudyDocument} doc
 * @property {Grid|undefined} grid
 * @property {Catalog|null} catalog
 * @property {number} baseline
 * @property {(doc: StudyDocument) => void} edit
 * @property {(level: number) => void} compare
 * @property {() => void} openBase
 */

/** @param {Side} side */
export function documentSide(side) {
  const { doc, grid, edit } = side;
  const { base, seeds = 20, axes = [] } = doc;
  const first = base.seed ?? 1;
  return html`<h2>Study</h2>
    <div class="part">
      <h3>Base</h3>
      <b>${base.name || 'A scenario without a name'}</b>
      <button class="small" @click=${side.openBase}>${icon('open')} Open it in the charts</button>
    </div>
    ${axes.map((axis, at) => axisPart(side, axis, at))}
    ${grid && grid.words.length > 1 ? html`<p class="small soft">Each line is one combination of their values.</p>` : nothing}
    <div class="part">
      <h3><label for="seeds">Seeds</label></h3>
      <div class="row">${numberField({ id: 'seeds', value: seeds, low: 1, high: MOST_SEEDS, whole: true, change: (value) => edit({ ...doc, seeds: value }) })}</div>
      <span class="small soft">${seeds === 1 ? `seed ${first}` : `${first} to ${first + seeds - 1}`}, the same for every point</span>
    </div>
    ${measuresPart(side)}
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
 */
function axisPart({ doc, grid, baseline, edit, compare }, axis, at) {
  const axes = doc.axes ?? [];
  const known = grid?.part.axes[at];
  const remove = html`<button class="icon-only" aria-label="Take the axis ${axis.name} away" @click=${() => edit({ ...doc, axes: axes.toSpliced(at, 1) })}>${icon('remove')}</button>`;
  if (axis.values) {
    // Which of the values are enough for an impression was said of the old ones.
    const typed = (/** @type {Event} */ event) =>
      edit({ ...doc, axes: axes.with(at, { ...axis, values: typedValues(/** @type {HTMLInputElement} */ (event.target).value), quick: undefined }) });
    return html`<div class="part">
      <div class="row"><h3>Axis</h3><span class="grow"></span>${remove}</div>
      <label for="axis-${at}"><b>${sentenceCase(axis.name)}</b>${axis.unit ? html` <span class="soft">${axis.unit}</span>` : nothing}</label>
      <input type="text" id="axis-${at}" autocomplete="off" spellcheck="false" .value=${axis.values.join(', ')} @change=${typed} aria-describedby="help-${at}" />
      <span class="small soft" id="help-${at}">${counted(axis.values.length, 'value')}; also as 0.5..0.9 in 5</span>
    </div>`;
  }
  const one = grid?.words.length === 1;
  return html`<div class="part">
    <div class="row"><h3>${sentenceCase(axis.name)}</h3><span class="grow"></span>${remove}</div>
    <ul class="keys">
      ${(known?.labels ?? []).map(
        (label, level) => html`<li>
          <label
            >${grid?.compared === at ? html`<input type="radio" name="baseline" .checked=${level === baseline} @change=${() => compare(level)} />` : html`<span></span>`}
            ${one ? html`<svg viewBox="0 0 26 12" aria-hidden="true">${sample(level, false)}</svg>` : svg``}<span>${label}</span>${grid?.compared === at && level === baseline ? html`<span class="small soft">baseline</span>` : nothing}</label
          >
        </li>`,
      )}
    </ul>
  </div>`;
}

/** @param {Side} side */
function measuresPart({ doc, catalog, edit }) {
  const measures = doc.measures ?? [];
  const names = new Map((catalog?.entries ?? []).filter(({ family }) => family === 'metric').map(({ id, name }) => [id, name]));
  const free = [...names].filter(([id]) => !measures.some(({ metric, statistic }) => metric === id && statistic === undefined));
  const add = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) edit({ ...doc, measures: [...measures, { metric: select.value }] });
    select.value = '';
  };
  return html`<div class="part">
    <h3>Measures</h3>
    <ul class="keys">
      ${measures.map(
        ({ metric, name }, at) => html`<li class="row">
          <span class="grow">${name || (names.get(metric) ?? metric)}</span>
          <button class="icon-only" aria-label="Take ${name || (names.get(metric) ?? metric)} away" ?disabled=${measures.length === 1} @click=${() => edit({ ...doc, measures: measures.toSpliced(at, 1) })}>${icon('remove')}</button>
        </li>`,
      )}
    </ul>
    <select aria-label="Add a measure" @change=${add}>
      <option value="">Add a measure …</option>
      ${free.map(([id, name]) => html`<option value=${id}>${name}</option>`)}
    </select>
  </div>`;
}

/**
 * How many runs there are, and how long they take.
 * @param {number} runs
 * @param {number} seconds NaN while nobody knows
 */
export function runsText(runs, seconds) {
  return `${counted(runs, 'run')}${Number.isNaN(seconds) ? '' : seconds < 1 ? ', less than a second' : `, about ${formatTime(Math.ceil(seconds))}`}`;
}

