/** @file The work: generators and files that are merged into one workload, and the seed of all chance. */
import { css, html, nothing } from 'lit';
import { openUrl, patchScenario } from '../commands.js';
import { services } from '../services.js';
import { entriesOf, entryOf, makesOf } from './choices.js';
import { controls } from './controls.js';
import { editedScenario } from './edited.js';
import { diagnosticsAt } from './focus.js';
import { helpMark } from './help.js';
import { icon } from './icons.js';
import { numberField } from './number-field.js';
import { formatNumber } from './numbers.js';
import { Part } from './part.js';

/** @import { Entry } from '../types.js' */
/** @import { ScenarioDocument, Settings, WorkloadPart } from './types.js' */

const SEED_HELP = `Where all chance begins. The same seed gives the same jobs at the same times, to the microsecond, on
every machine; all systems that are compared see the same work.`;

/** The workload of the scenario. */
export class WorkloadPicker extends Part {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'text', 'scenario', 'diagnostics', 'files', 'accepts'];

  static styles = [
    controls,
    css`
      li {
        border-bottom: 1px solid var(--line);
        padding-bottom: 10px;
      }
      .head {
        display: flex;
        align-items: center;
        gap: 6px;
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
    if (!this.state.catalog) return html`<p class="soft">The engine is on its way.</p>`;
    if (!scenario) return html`<div class="stack"><p>There is no work yet. Open a file, or an example.</p><file-intake></file-intake></div>`;
    const { workload } = scenario;
    const whole = this.state.diagnostics.filter((one) => one.place === '/workload');
    return html`<div class="stack">
      <ol class="stack">
        ${workload.map((part, at) => html`<li class="stack">${this.item(part, at, workload.length)}</li>`)}
      </ol>
      ${workload.length === 0 ? html`<p>There is no work yet. Add a generator, or open a file.</p>` : nothing}
      ${whole.length > 0 ? html`<diagnostic-list .diagnostics=${whole}></diagnostic-list>` : nothing}
      <div>
        <button type="button" ?disabled=${this.generators.length === 0} @click=${this.add}>${icon('add')} Add a generator</button>
      </div>
      ${workload.length > 1 ? html`<p class="soft">The parts run together, as one workload.</p>` : nothing}
      <file-intake></file-intake>
      ${this.seed(scenario)}
    </div>`;
  }

  /** The generators whose work the system accepts. */
  get generators() {
    return entriesOf(this.state.catalog, 'generator').filter((entry) => entry.makes === this.state.accepts);
  }

  /**
   * @param {WorkloadPart} part
   * @param {number} at
   * @param {number} count
   */
  item(part, at, count) {
    const here = `/workload/${at}`;
    const shown = 'generator' in part || 'file' in part ? [`${here}/parameters`] : [];
    // What a form or the report of a missing file says itself is not said twice.
    const missing = 'file' in part && !this.state.files.has(part.file.sha256);
    const told = diagnosticsAt(this.state.diagnostics, here).filter(
      (one) =>
        !(missing && one.place === `${here}/file`) &&
        !shown.some((place) => diagnosticsAt([one], place).length > 0 && one.place !== place),
    );
    const mismatch = makesOf(this.state.catalog, part) !== this.state.accepts;
    return html`${'generator' in part
        ? this.generator(part, at, count)
        : 'file' in part
          ? this.file(part, at)
          : this.written(part, at)}
      ${mismatch && told.length === 0
        ? html`<p class="problem">The chosen system runs ${this.state.accepts}; this part makes something else.</p>`
        : nothing}
      ${told.length > 0 ? html`<diagnostic-list .diagnostics=${told}></diagnostic-list>` : nothing}`;
  }

  /**
   * @param {Extract<WorkloadPart, { generator: string }>} part
   * @param {number} at
   * @param {number} count
   */
  generator(part, at, count) {
    const entry = entryOf(this.state.catalog, 'generator', part.generator);
    const label = count > 1 ? `Generator ${at + 1}` : 'Generator';
    const others = this.generators;
    const choices = entry && !others.includes(entry) ? [entry, ...others] : others;
    return html`<div class="head">
        <label for="generator-${at}">${label}</label>
        ${entry ? helpMark(`help-generator-${at}`, entry.name, entry.summary, entry.source) : nothing}
        ${this.removeButton(at, entry?.name ?? part.generator)}
      </div>
      <select
        id="generator-${at}"
        data-pointer="/workload/${at}/generator"
        aria-describedby=${entry ? `help-generator-${at}` : nothing}
        @change=${(/** @type {Event} */ event) => this.choose(at, /** @type {HTMLSelectElement} */ (event.target).value)}
      >
        ${entry ? nothing : html`<option selected>${part.generator}</option>`}
        ${choices.map((one) => html`<option value=${one.id} .selected=${one === entry}>${one.name}</option>`)}
      </select>
      ${entry
        ? html`<entry-form
            .parameters=${entry.parameters}
            .settings=${part.parameters}
            .diagnostics=${this.state.diagnostics}
            pointer="/workload/${at}/parameters"
            @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.set(at, event)}
          ></entry-form>`
        : nothing}`;
  }

  /**
   * @param {Extract<WorkloadPart, { file: unknown }>} part
   * @param {number} at
   */
  file(part, at) {
    return html`<div class="head">
        <span data-pointer="/workload/${at}/file" tabindex="-1">${part.file.name}</span>
        ${this.removeButton(at, part.file.name)}
      </div>
      <file-report
        .catalog=${this.state.catalog}
        .reference=${part.file}
        .file=${this.state.files.get(part.file.sha256)}
        .settings=${part.parameters}
        .diagnostics=${this.state.diagnostics}
        pointer="/workload/${at}"
        @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.set(at, event)}
        @fetch-file=${(/** @type {CustomEvent<{ url: string }>} */ event) => openUrl(event.detail.url)}
      ></file-report>`;
  }

  /**
   * @param {WorkloadPart} part
   * @param {number} at
   */
  written(part, at) {
    const words =
      'jobs' in part
        ? `${formatNumber(part.jobs.submit_s?.length ?? 0)} jobs written in the scenario`
        : 'workflow' in part
          ? `${part.workflow.name ?? 'Workflow'}: ${formatNumber(part.workflow.tasks?.length ?? 0)} tasks written in the scenario`
          : 'Something the scenario does not explain';
    return html`<div class="head">
        <span data-pointer="/workload/${at}" tabindex="-1">${words}</span>${this.removeButton(at, words)}
      </div>
      <p class="soft">Edit it as JSON.</p>`;
  }

  /**
   * @param {number} at
   * @param {string} name
   */
  removeButton(at, name) {
    return html`<button type="button" class="quiet" aria-label="Remove ${name}" title="Remove" @click=${() => this.removeAt(at)}>
      ${icon('remove')}
    </button>`;
  }

  /** @param {ScenarioDocument} scenario */
  seed(scenario) {
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
          change: (seed) => patchScenario('/seed', seed),
        })}
        <button type="button" @click=${this.newSeed}>${icon('dice')} New seed</button>
      </div>
      ${diagnosticsAt(this.state.diagnostics, '/seed').map((one) => html`<p class="problem">${one.message}</p>`)}
    </div>`;
  }

  async newSeed() {
    patchScenario('/seed', await services.propose_seed());
  }

  /** Adds the first generator that is not there yet. */
  add() {
    const workload = editedScenario(this.state)?.workload ?? [];
    const used = new Set(workload.map((part) => ('generator' in part ? part.generator : '')));
    /** @type {Entry | undefined} */
    const entry = this.generators.find((one) => !used.has(one.id)) ?? this.generators[0];
    if (entry) patchScenario('/workload', [...workload, { generator: entry.id, parameters: {} }]);
  }

  /**
   * @param {number} at
   * @param {string} generator
   */
  choose(at, generator) {
    const part = editedScenario(this.state)?.workload[at];
    const entry = entryOf(this.state.catalog, 'generator', generator);
    // Settings that both generators have mean the same in both.
    const kept = Object.entries(part && 'generator' in part ? (part.parameters ?? {}) : {}).filter(([id, value]) =>
      entry?.parameters.some((one) => one.id === id && typeof one.default === typeof value),
    );
    patchScenario(`/workload/${at}`, { generator, parameters: Object.fromEntries(kept) });
  }

  /**
   * @param {number} at
   * @param {CustomEvent<{ settings: Settings }>} event
   */
  set(at, event) {
    patchScenario(`/workload/${at}/parameters`, event.detail.settings);
  }

  /** @param {number} at */
  removeAt(at) {
    patchScenario('/workload', (editedScenario(this.state)?.workload ?? []).toSpliced(at, 1));
  }
}
