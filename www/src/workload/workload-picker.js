/** @file The workload of a scenario: generators and files that are merged, and the random seed. */
import { css, html, nothing } from 'lit';
import { openNewSeed, openSeed } from '../commands/seeds.js';
import { openUrl, patchScenario, runAs } from '../commands.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import {
  acceptsWork,
  backgroundKinds,
  familyEntries,
  findEntry,
  kindIndex,
  workKind,
  workKindText,
  workOfPart,
} from '../scenario/catalog-choices.js';
import { platformNodes } from '../scenario/clusters.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { openedSettings } from '../scenario/opened-settings.js';
import { formatNumber } from '../text/numbers.js';

/** @import { Entry, Settings, Work } from '../engine/types.js' */
/** @import { ScenarioDocument, WorkloadPart } from '../scenario/types.js' */

const SEED_HELP = `Initialises the random-number generator. The same seed gives the same jobs at the same times, to the microsecond, on
every computer. All variants run the same workload, unless a variant changes it.`;

/** @typedef {'workload' | 'background'} List the two lists of a scenario that hold work */
/**
 * @typedef {{ list: List, at: number, count: number, kind: Work | undefined }} Place a part: its list, its index in the
 *   list, the length of the list, and the allowed kind of work
 */

/** The workload of the scenario. */
export class WorkloadPicker extends StateElement {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['authored', 'catalog', 'text', 'shaped', 'scenario', 'diagnostics', 'files', 'work', 'platform'];

  static styles = [
    panelStyle,
    css`
      li {
        border-bottom: 1px solid var(--line);
        padding-bottom: 10px;
      }
      .head {
        min-height: 28px;
      }
      .head > :first-child {
        font-weight: 600;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .head button:last-child {
        margin-left: auto;
      }
      .seed {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .seed input {
        flex: 1 1 auto;
        min-width: 0;
      }
    `,
  ];

  /** @override */
  render() {
    const scenario = editedScenario(this.state);
    if (!this.state.catalog) return html`<p class="soft">Loading the engine …</p>`;
    if (!scenario) return html`<div class="stack"><p>No workload yet. Open a file or an example.</p><file-intake></file-intake></div>`;
    const { workload } = scenario;
    const kind = this.state.work?.id;
    const whole = this.state.diagnostics.filter((one) => one.place === '/workload');
    return html`<div class="stack">
      ${this.renderItems('workload', kind, [...workload.entries()])}
      ${workload.length === 0 ? html`<p>No workload yet. Add a generator or open a file.</p>` : nothing}
      ${whole.length > 0 ? html`<diagnostic-list .diagnostics=${whole}></diagnostic-list>` : nothing}
      <div>
        <button type="button" ?disabled=${this.generators(kind).length === 0} @click=${() => this.add('workload', kind)}>
          ${icon('plus')} Add a generator
        </button>
      </div>
      ${workload.length > 1 ? html`<p class="soft">The parts run together, as one workload.</p>` : nothing}
      <file-intake></file-intake>
      ${this.renderBackground(scenario)} ${this.renderSeed(scenario)}
    </div>`;
  }

  /**
   * @param {List} list
   * @param {Work | undefined} kind the allowed kind of work
   * @param {readonly (readonly [number, WorkloadPart])[]} parts each with its index in the list
   */
  renderItems(list, kind, parts) {
    return html`<ol class="stack">
      ${parts.map(([at, part]) => html`<li class="stack">${this.renderItem(part, { list, at, count: parts.length, kind })}</li>`)}
    </ol>`;
  }

  /**
   * The background load: a section for each kind that the system supports. Other kinds are in the first section,
   * so that they can be removed.
   * @param {ScenarioDocument} scenario
   */
  renderBackground({ system, background = [] }) {
    const { catalog } = this.state;
    const places = backgroundKinds(catalog, system);
    /** @type {(Work | undefined)[]} */
    const kinds = places.length > 0 ? [...places] : background.length > 0 ? [undefined] : [];
    return kinds.map((kind, first) => {
      const here = (/** @type {WorkloadPart} */ part) => kindIndex(places, workOfPart(catalog, part)) === first;
      return this.renderBackgroundKind(
        kind,
        first,
        [...background.entries()].filter(([, part]) => here(part)),
      );
    });
  }

  /**
   * The background load of one kind.
   * @param {Work | undefined} kind
   * @param {number} nth index among the allowed kinds
   * @param {readonly (readonly [number, WorkloadPart])[]} parts each with its index in the list
   */
  renderBackgroundKind(kind, nth, parts) {
    const words = workKind(this.state.catalog, kind)?.past;
    if (!words) return nothing;
    const whole = nth === 0 ? this.state.diagnostics.filter((one) => one.place === '/background') : [];
    return html`<section class="stack card" aria-labelledby="past-${nth}">
      <div class="head">
        <h2 id="past-${nth}" data-pointer="/background" tabindex="-1">${words.title}</h2>
        ${helpMark(`help-past-${nth}`, words.subject, words.help)}
      </div>
      ${parts.length === 0 ? html`<p class="soft">${words.none}</p>` : this.renderItems('background', kind, parts)}
      ${whole.length > 0 ? html`<diagnostic-list .diagnostics=${whole}></diagnostic-list>` : nothing}
      <div>
        <button type="button" ?disabled=${this.generators(kind).length === 0} @click=${() => this.add('background', kind)}>
          ${icon('plus')} ${words.add}
        </button>
      </div>
    </section>`;
  }

  /**
   * The generators that can replace this kind of work; those for exactly this kind come first.
   * @param {Work | undefined} kind
   */
  generators(kind) {
    const { catalog } = this.state;
    const fitting = familyEntries(catalog, 'generator').filter((entry) => acceptsWork(catalog, kind, entry.makes));
    return [...fitting.filter((entry) => entry.makes === kind), ...fitting.filter((entry) => entry.makes !== kind)];
  }

  /**
   * Renders a part of the work: its form, its report and diagnostics.
   * @param {WorkloadPart} part
   * @param {Place} where
   */
  renderItem(part, where) {
    const here = `/${where.list}/${where.at}`;
    const shown = 'generator' in part || 'file' in part ? [`${here}/parameters`] : [];
    // Diagnostics that are in a form or in the report of a missing file are not repeated.
    const missing = 'file' in part && !this.state.files.has(part.file.sha256);
    const problems = diagnosticsAt(this.state.diagnostics, here).filter(
      (one) =>
        !(missing && one.place === `${here}/file`) && !shown.some((place) => diagnosticsAt([one], place).length > 0 && one.place !== place),
    );
    const { catalog } = this.state;
    const mismatch = !acceptsWork(catalog, where.kind, workOfPart(catalog, part));
    const who =
      where.list === 'workload' ? `The chosen system runs ${workKindText(catalog, where.kind)}` : workKind(catalog, where.kind)?.past?.who;
    return html`${'generator' in part ? this.renderGenerator(part, where) : 'file' in part ? this.renderFile(part, where) : this.renderExplicitPart(part, where)}
      ${mismatch && problems.length === 0 ? html`<p class="problem">${who}; this part provides another kind of work.</p>` : nothing}
      ${problems.length > 0 ? html`<diagnostic-list .diagnostics=${problems}></diagnostic-list>` : nothing}`;
  }

  /**
   * Renders the choice of a generator and its parameters.
   * @param {Extract<WorkloadPart, { generator: string }>} part
   * @param {Place} where
   */
  renderGenerator(part, where) {
    const { list, at, count, kind } = where;
    const id = list === 'workload' ? `generator-${at}` : `local-${at}`;
    const entry = findEntry(this.state.catalog, 'generator', part.generator);
    const label = count > 1 ? `Generator ${at + 1}` : 'Generator';
    const others = this.generators(kind);
    const choices = entry && !others.includes(entry) ? [entry, ...others] : others;
    return html`<div class="head">
        <label for=${id}>${label}</label>
        ${entry ? helpMark(`help-${id}`, entry.name, entry.summary, entry.source, `${entry.family}/${entry.id}`) : nothing}
        ${this.removeButton(where, entry?.name ?? part.generator)}
      </div>
      <select
        id=${id}
        data-pointer="/${list}/${at}/generator"
        aria-describedby=${entry ? `help-${id}` : nothing}
        @change=${(/** @type {Event} */ event) => this.choose(where, /** @type {HTMLSelectElement} */ (event.target).value)}
      >
        ${entry ? nothing : html`<option selected>${part.generator}</option>`}
        ${choices.map((one) => html`<option value=${one.id} .selected=${one === entry}>${one.name}</option>`)}
      </select>
      ${
        entry
          ? html`<entry-form
            .parameters=${entry.parameters}
            .settings=${part.parameters}
            .opened=${openedSettings(this.state.authored.canonical, part, `/${list}/${at}`)}
            .diagnostics=${this.state.diagnostics}
            pointer="/${list}/${at}/parameters"
            @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.changeSettings(where, event)}
          ></entry-form>`
          : nothing
      }`;
  }

  /**
   * Renders a part read from a file, with its report.
   * @param {Extract<WorkloadPart, { file: unknown }>} part
   * @param {Place} where
   */
  renderFile(part, where) {
    const here = `/${where.list}/${where.at}`;
    return html`<div class="head">
        <span data-pointer="${here}/file" tabindex="-1">${part.file.name}</span>
        ${this.removeButton(where, part.file.name)}
      </div>
      <file-report
        .catalog=${this.state.catalog}
        .reference=${part.file}
        .file=${this.state.files.get(part.file.sha256)}
        .settings=${part.parameters}
        .diagnostics=${this.state.diagnostics}
        pointer=${here}
        .nodes=${platformNodes(this.state.platform)}
        .runs=${where.list === 'workload' && where.count === 1 ? where.kind : undefined}
        @run-as=${(/** @type {CustomEvent<{ format: string, system: string }>} */ event) => runAs(this.page, event.detail)}
        @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.changeSettings(where, event)}
        @fetch-file=${(/** @type {CustomEvent<{ url: string }>} */ event) => openUrl(this.page, event.detail.url)}
      ></file-report>`;
  }

  /**
   * Renders a part that is listed in the scenario, by its number of items.
   * @param {WorkloadPart} part
   * @param {Place} where
   */
  renderExplicitPart(part, where) {
    const words =
      'jobs' in part
        ? `${formatNumber(part.jobs.submit_s?.length ?? 0)} jobs listed in the scenario`
        : 'workflow' in part
          ? `${part.workflow.name ?? 'Workflow'}: ${formatNumber(part.workflow.tasks?.length ?? 0)} tasks listed in the scenario`
          : 'grid_jobs' in part
            ? `${formatNumber(part.grid_jobs.length)} grid jobs listed in the scenario`
            : 'applications' in part
              ? `${countText(part.applications.length, 'application')} with ${countText(tasksOf(part.applications), 'task')}, listed in the scenario`
              : 'absences' in part
                ? `${countText(part.absences.length, 'absence')} listed in the scenario`
                : 'Unknown kind of work';
    return html`<div class="head">
        <span data-pointer="/${where.list}/${where.at}" tabindex="-1">${words}</span>${this.removeButton(where, words)}
      </div>
      <p class="soft">Edit it as JSON.</p>`;
  }

  /**
   * @param {Place} where
   * @param {string} name
   */
  removeButton(where, name) {
    return html`<button type="button" class="quiet" aria-label="Remove ${name}" title="Remove" @click=${() => this.removeAt(where)}>
      ${icon('remove')}
    </button>`;
  }

  /** Renders the field of the seed. @param {ScenarioDocument} scenario */
  renderSeed(scenario) {
    return html`<div class="stack card">
      <div class="head"><label for="seed">Seed</label>${helpMark('help-seed', 'the seed', SEED_HELP)}</div>
      <div class="seed">
        ${numberField({
          value: scenario.seed ?? 1,
          low: 0,
          high: Number.MAX_SAFE_INTEGER,
          whole: true,
          id: 'seed',
          pointer: '/seed',
          change: (seed) => void openSeed(this.page, seed),
        })}
        <button type="button" title="Next seed (Shift: a random seed)" @click=${this.newSeed}>${icon('dice')} New seed</button>
      </div>
      ${diagnosticsAt(this.state.diagnostics, '/seed').map((one) => html`<p class="problem">${one.message}</p>`)}
    </div>`;
  }

  /** @param {MouseEvent} event */
  async newSeed({ shiftKey }) {
    await openNewSeed(this.page, shiftKey);
  }

  /**
   * Adds the first generator that is not yet in use.
   * @param {List} list
   * @param {Work | undefined} kind
   */
  add(list, kind) {
    const parts = editedScenario(this.state)?.[list] ?? [];
    const used = new Set(parts.map((part) => ('generator' in part ? part.generator : '')));
    const generators = this.generators(kind);
    /** @type {Entry | undefined} */
    const entry = generators.find((one) => !used.has(one.id)) ?? generators[0];
    if (entry) patchScenario(this.page, `/${list}`, [...parts, { generator: entry.id, parameters: {} }]);
  }

  /**
   * Replaces the generator of a part.
   * @param {Place} where
   * @param {string} generator
   */
  choose({ list, at }, generator) {
    const part = editedScenario(this.state)?.[list]?.[at];
    const entry = findEntry(this.state.catalog, 'generator', generator);
    // Settings with the same name have the same meaning in both generators.
    const kept = Object.entries(part && 'generator' in part ? (part.parameters ?? {}) : {}).filter(([id, value]) =>
      entry?.parameters.some((one) => one.id === id && typeof one.default === typeof value),
    );
    patchScenario(this.page, `/${list}/${at}`, { generator, parameters: Object.fromEntries(kept) });
  }

  /**
   * @param {Place} where
   * @param {CustomEvent<{ settings: Settings }>} event
   */
  changeSettings({ list, at }, event) {
    patchScenario(this.page, `/${list}/${at}/parameters`, event.detail.settings);
  }

  /** @param {Place} where */
  removeAt({ list, at }) {
    patchScenario(this.page, `/${list}`, (editedScenario(this.state)?.[list] ?? []).toSpliced(at, 1));
  }
}

/** The tasks of one batch of each application. @param {readonly { tasks_s?: unknown[], batches_s?: unknown[][] }[]} applications */
function tasksOf(applications) {
  return applications.reduce((sum, { tasks_s, batches_s }) => sum + (tasks_s ?? batches_s?.[0] ?? []).length, 0);
}

/**
 * @param {number} count
 * @param {string} thing
 */
function countText(count, thing) {
  return `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
}
