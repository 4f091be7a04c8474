/** @file The left side of a study: its settings in editable form. */

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { registerElements } from '../elements/element-registry.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { ParameterTable } from '../forms/parameter-table.js';
import { drawSample } from '../plot/svg-plot.js';
import { parseValueList } from '../scenario/new-study.js';
import { hasChance } from '../scenario/sound-study.js';
import { addSetting, axisSettings, setValueRows, setValues, setVariantRows, valueRows, variantRows } from '../scenario/study-axis-rows.js';
import { producedMetrics } from '../scenario/study-metrics.js';
import { createAxis } from '../scenario/study-parameters.js';
import { formatCount } from '../text/numbers.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { singleRunText } from './run-facts.js';
import { studyFileName } from './study-exports.js';
import { nameWithSeeds } from './study-texts.js';

/** @import { Catalog, FormFields, StudyKnob } from '../engine/types.js' */
/** @import { StudyAxisDocument, StudyBlock, StudyDocument } from '../scenario/new-study.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */
/** @import { Grid } from './axis-grid.js' */
/** @import { OpenStudy } from './open-study.js' */

registerElements({ 'parameter-table': ParameterTable });

/** The maximum number of seeds in a field. */
const MOST_SEEDS = 1000;

/**
 * @typedef {object} Side
 * @property {OpenStudy} study
 * @property {StudyDocument} doc
 * @property {Grid|undefined} grid
 * @property {Catalog|null} catalog
 * @property {readonly StudyKnob[]} knobs the fields of the base that can be varied
 * @property {readonly FormFields[]} fields the known fields of each system of the base
 * @property {(doc: StudyDocument) => void} edit
 * @property {() => void} openBase
 */

/**
 * The block of runs of the part on screen, and a function that stores a changed block.
 * @param {Side} side
 * @returns {{block: StudyBlock, change: (block: StudyBlock) => void}}
 */
function editedBlock({ study, doc, edit }) {
  const at = (doc.parts ?? []).findIndex(({ name }) => name === study.shown?.name);
  const part = doc.parts?.[at];
  if (!part) return { block: doc, change: (block) => edit({ ...doc, ...block }) };
  return { block: part, change: (block) => edit({ ...doc, parts: (doc.parts ?? []).with(at, { ...part, ...block }) }) };
}

/**
 * A block with another number of seeds; a study whose name contains this number is renamed.
 * @param {StudyBlock & {name?: string}} block
 * @param {number} seeds
 */
const withSeeds = (block, seeds) => ({ ...block, ...(block.name ? { name: nameWithSeeds(block.name, seeds) } : {}), seeds });

/** The note on a setting that already has an axis. */
const PRESENT = 'present';

/**
 * The reason why a setting cannot get an axis: it has one, or another axis sets it.
 * @param {Side} side
 * @param {readonly StudyAxisDocument[]} axes
 * @param {Pick<StudyKnob, 'id'>} knob
 */
function axisReason(side, axes, { id }) {
  if (axes.some(({ knob }) => knob?.split('/').pop() === id)) return PRESENT;
  const { block } = editedBlock(side);
  const settings = side.study.ready?.opened.settings[side.study.part] ?? [];
  const sets = (/** @type {StudyAxisDocument} */ axis) => settings[block.axes?.indexOf(axis) ?? -1]?.includes(id);
  const by = axes.find((axis) => axis.compare && sets(axis)) ?? axes.findLast(sets);
  return by ? `set by the axis ${sentenceCase(by.name)}` : '';
}

/**
 * The reason why an axis has no effect in the systems of the base; empty if it has one, or if it also sets other
 * fields.
 * @param {Side} side
 * @param {StudyAxisDocument} axis
 */
function idleReason({ fields }, axis) {
  const ids = axis.values ? [axis.knob?.split('/').pop() ?? ''] : axisSettings(axis);
  const reasons = fields.flatMap(({ idle }) =>
    ids.map((id) => idle.find(({ field }) => field === id || field === `role:${id}`)?.reason ?? ''),
  );
  return reasons.length > 0 && reasons.every(Boolean) ? `No effect on the schedules of the base scenario: ${reasons[0]}.` : '';
}

/** Renders a line about an axis without effect. @param {Side} side @param {StudyAxisDocument} axis */
function renderIdleReason(side, axis) {
  const reason = idleReason(side, axis);
  return reason ? html`<span class="small idle">${reason}</span>` : nothing;
}

/** Omits a warm-up of 0. @param {StudyDocument['base']} base */
const omitZeroWarmUp = ({ warm_up_s, ...base }) => (warm_up_s ? { ...base, warm_up_s } : base);

/** Renders the editable settings of a study. @param {Side} side */
export function renderSettings(side) {
  const { study, doc, grid, knobs, edit } = side;
  const { base } = doc;
  const { block, change } = editedBlock(side);
  const { axes = [] } = block;
  const parts = study.summary?.parts ?? [];
  return html`<h2>Study</h2>
    <div class="part">
      <h3>Base scenario</h3>
      <b>${base.name || 'Unnamed scenario'}</b>
      <button class="small" @click=${side.openBase}>${icon('open')} Open in the charts</button>
    </div>
    ${
      parts.length > 1
        ? html`<div class="part">
          <h3><label for="parts">Part</label></h3>
          <select id="parts" @change=${(/** @type {Event} */ event) => study.show(/** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>
            ${parts.map(({ name, points, seeds: repeated }) => html`<option .selected=${name === study.shown?.name}>${sentenceCase(name || 'main runs')}: ${formatCount(points * repeated, 'runs')}</option>`)}
          </select>
        </div>`
        : nothing
    }
    ${repeat(
      axes,
      ({ name }) => name,
      (axis, at) => axisPart(side, axis, at, (next) => change({ ...block, axes: next ? axes.with(at, next) : axes.toSpliced(at, 1) })),
    )}
    <div class="part">
      ${addChoice(
        'Add an axis …',
        knobs.map((knob) => ({ ...knob, reason: axisReason(side, axes, knob) })).filter(({ reason }) => reason !== PRESENT),
        (knob) =>
          change({
            ...block,
            axes: knob.options.length > 0 || !knob.parameter ? [...axes, createAxis(knob)] : [createAxis(knob), ...axes],
          }),
      )}
    </div>
    ${grid && grid.words.length > 1 ? html`<p class="small soft">Each line is one combination of these values.</p>` : nothing}
    ${seedsPart(side, block, change)}
    ${measuresPart(side, block, (measures) => change({ ...block, measures }))}
    <div class="part">
      <h3>Jobs measured</h3>
      <b>${base.warm_up_s ? `Submitted after ${formatTime(base.warm_up_s)}` : 'All completed'}</b>
      <label class="row small"><span class="grow">Warm-up, s</span>${numberField({ label: 'Warm-up, s', value: base.warm_up_s ?? 0, low: 0, change: (value) => edit({ ...doc, base: omitZeroWarmUp({ ...base, warm_up_s: value }) }) })}</label>
      <span class="small soft">${base.horizon_s ? `until ${formatTime(base.horizon_s)}` : 'run to completion'}</span>
    </div>
    <div class="part">
      <h3>On the command line</h3>
      <pre tabindex="0" aria-label="Command">ganttlet sweep ${studyFileName(doc)} --threads 2</pre>
      <span class="small soft">The button “Study” below downloads this file; “JSON” and “CSV” download the results.</span>
    </div>`;
}

/**
 * The number of seeds: fixed, or as required by the claims.
 * @param {Side} side
 * @param {StudyBlock} block
 * @param {(block: StudyBlock) => void} change
 */
function seedsPart({ study, doc, edit }, block, change) {
  const { base, claims = [], replication, ...others } = doc;
  const { seeds = 20 } = block;
  const first = base.seed ?? 1;
  const still = !hasChance(doc);
  const decided = replication !== undefined && !study.quick && !still;
  const { alpha = 0.05, first_look: least = 16, looks = 6 } = replication ?? {};
  const most = least * 2 ** (looks - 1);
  const switched = (/** @type {Event} */ event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    edit({ ...others, base, claims, ...(checked ? { replication: {} } : {}) });
  };
  /** Renders the number of seeds, disabled if the study has no randomness. */
  const seedField = () =>
    still
      ? html`<input type="text" class="number" id="seeds" disabled .value=${String(seeds)} aria-describedby="seeds-help" />`
      : numberField({
          id: 'seeds',
          value: seeds,
          low: 1,
          high: MOST_SEEDS,
          whole: true,
          change: (value) => change(withSeeds(block, value)),
        });
  const range = seeds === 1 ? `seed ${first}` : `${first} to ${first + seeds - 1}`;
  const quick = study.quick && study.shown && study.shown.seeds !== seeds ? `; quick: the first ${study.shown.seeds}` : '';
  const help = decided
    ? `${least} to ${most}, doubled until no claim is open; the interim looks share an error of ${100 * alpha} %`
    : `${range}, the same for every point${quick}${first === 1 || still ? '' : '. The dots beside the charts are seeds 1 to 20'}`;
  return html`<div class="part">
    <h3><label for=${decided ? 'until-decided' : 'seeds'}>Seeds</label></h3>
    ${decided ? nothing : html`<div class="row">${seedField()}</div>`}
    ${
      !still && (claims.length > 0 || replication)
        ? html`<label class="row"><input type="checkbox" id="until-decided" .checked=${replication !== undefined} @change=${switched} /> Until decided</label>`
        : nothing
    }
    <span class="small soft" id="seeds-help">${still ? singleRunText(doc) : help}</span>
  </div>`;
}

/**
 * Renders the form of an axis: its values or cases, and the button that removes it.
 * @param {Side} side
 * @param {StudyAxisDocument} axis
 * @param {number} at
 * @param {(axis: StudyAxisDocument|undefined) => void} change undefined removes it
 */
function axisPart(side, axis, at, change) {
  const { study, grid, knobs } = side;
  const { baseline } = study;
  const otherAxes = (editedBlock(side).block.axes ?? []).filter((other) => other !== axis);
  const known = grid?.part.axes[at];
  const remove = html`<button class="icon-only" aria-label="Remove the axis ${axis.name}" @click=${() => change(undefined)}>${icon('remove')}</button>`;
  if (axis.values) {
    // An axis gives its parameter by name or by pointer.
    const parameter = knobs.find(({ id }) => id === axis.knob?.split('/').pop())?.parameter;
    const whole = parameter?.type === 'integer' && axis.divided_by === undefined;
    const typed = (/** @type {Event} */ event) =>
      change(setValues(axis, parseValueList(/** @type {HTMLInputElement} */ (event.target).value, whole)));
    return html`<div class="part">
      <div class="row"><h3>Axis</h3><span class="grow"></span>${remove}</div>
      <label for="axis-${at}"><b>${sentenceCase(axis.name)}</b>${axis.unit && axis.unit !== axis.name ? html` <span class="soft">${axis.unit}</span>` : nothing}</label>
      <input type="text" id="axis-${at}" autocomplete="off" spellcheck="false" .value=${axis.values.join(', ')} @change=${typed} aria-describedby="help-${at}" />
      <span class="small soft" id="help-${at}">${formatCount(axis.values.length, 'values')}; or a range: 0.5..0.9 in 5</span>
      ${renderIdleReason(side, axis)}
      ${listEditor('Edit values', valueRows(axis), (rows) => change(setValueRows(axis, rows)))}
    </div>`;
  }
  // Lines show values of this axis if no other axis uses lines.
  const one = grid?.words.length === 1 && grid.words[0] === at;
  return html`<div class="part">
    <div class="row"><h3>${sentenceCase(axis.name)}</h3><span class="grow"></span>${remove}</div>
    <ul class="keys">
      ${(known?.labels ?? []).map(
        (label, level) => html`<li>
          <label class=${one ? '' : 'bare'}
            >${grid?.compared === at ? html`<input type="radio" name="baseline" .checked=${level === baseline} @change=${() => study.compareWith(level)} />` : html`<span></span>`}
            ${one ? html`<svg viewBox="0 0 26 12" aria-hidden="true">${drawSample(level, false)}</svg>` : nothing}<span>${label}</span>${grid?.compared === at && level === baseline ? html`<span class="small soft">baseline</span>` : nothing}</label
          >
        </li>`,
      )}
    </ul>
    ${axis.variants ? variantsEditor(axis, knobs, (id) => axisReason(side, otherAxes, { id }) !== '', change) : html`<span class="small soft">Systems compared in the base scenario.</span>`}
    ${renderIdleReason(side, axis)}
  </div>`;
}

/**
 * The editor of the variants of an axis: it adds, changes and removes them.
 * @param {StudyAxisDocument} axis
 * @param {readonly StudyKnob[]} knobs
 * @param {(setting: string) => boolean} taken whether another axis sets a setting
 * @param {(axis: StudyAxisDocument) => void} change
 */
function variantsEditor(axis, knobs, taken, change) {
  const { variants = [] } = axis;
  const patched = variants.filter((variant) => variant.change !== undefined).map(({ name }) => name);
  const free = knobs.filter(({ id }) => !axisSettings(axis).includes(id) && !taken(id));
  return listEditor(
    'Edit variants',
    variantRows(axis, knobs),
    (rows) => change(setVariantRows(axis, rows, knobs)),
    html`${addChoice('Add a parameter …', free, (knob) => change(addSetting(axis, knob)))}
      ${patched.length > 0 ? html`<span class="small soft">${patched.length === variants.length ? 'Each variant' : patched.join(', ')} also ${patched.length === 1 || patched.length === variants.length ? 'changes' : 'change'} other parts of the scenario. These changes are kept.</span>` : nothing}`,
  );
}

/**
 * A list as a table with buttons that add and remove rows.
 * @param {string} title
 * @param {{parameter: Parameter, rows: TableRow[]}} table
 * @param {(rows: TableRow[]) => void} change
 * @param {unknown} [more] content below the list
 */
function listEditor(title, { parameter, rows }, change, more = nothing) {
  return html`<details class="editor">
    <summary class="small">${title}</summary>
    <parameter-table .parameter=${parameter} .rows=${rows} @rows-change=${(/** @type {CustomEvent<{rows: TableRow[]}>} */ event) => change(event.detail.rows)}></parameter-table>
    ${more}
  </details>`;
}

/**
 * A choice of possible additions.
 * @template {{id: string, name: string, group?: string, reason?: string}} T reason: why it cannot be added
 * @param {string} title
 * @param {readonly T[]} choices
 * @param {(choice: T) => void} add
 */
function addChoice(title, choices, add) {
  const chosen = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    const choice = choices.find(({ id }) => id === select.value);
    select.value = '';
    if (choice) add(choice);
  };
  const options = (/** @type {string|undefined} */ wanted) =>
    choices
      .filter(({ group }) => group === wanted)
      .map(({ id, name, reason }) => html`<option value=${id} ?disabled=${!!reason}>${reason ? `${name}: ${reason}` : name}</option>`);
  if (choices.length === 0) return nothing;
  return html`<select aria-label=${title.replace(' …', '')} @change=${chosen}>
    <option value="">${title}</option>
    ${[...new Set(choices.map(({ group }) => group))].map((group) => (group ? html`<optgroup label=${group}>${options(group)}</optgroup>` : options(group)))}
  </select>`;
}

/**
 * Renders the list of metrics of a study, and the choice of another one.
 * @param {Side} side
 * @param {StudyBlock} block
 * @param {(measures: import('../scenario/new-study.js').StudyMeasure[]) => void} change
 */
function measuresPart({ catalog, doc }, { measures = [] }, change) {
  const metrics = (catalog?.entries ?? []).filter(({ family }) => family === 'metric');
  const free = producedMetrics(catalog, doc.base).filter(
    ({ id }) => !measures.some(({ metric, statistic }) => metric === id && statistic === undefined),
  );
  const called = (/** @type {import('../scenario/new-study.js').StudyMeasure} */ { metric = '', name, table = '' }) =>
    name || metrics.find(({ id }) => id === metric)?.name || metric || table;
  return html`<div class="part">
    <h3>Metrics</h3>
    <ul class="keys">
      ${measures.map(
        (measure, at) => html`<li class="row">
          <span class="grow">${called(measure)}</span>
          <button class="icon-only" aria-label="Remove ${called(measure)}" ?disabled=${measures.length === 1} @click=${() => change(measures.toSpliced(at, 1))}>${icon('remove')}</button>
        </li>`,
      )}
    </ul>
    ${addChoice('Add a metric …', free, ({ id }) => change([...measures, { metric: id }]))}
  </div>`;
}
