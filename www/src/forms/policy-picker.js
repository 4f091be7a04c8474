/** @file The systems with their policies: the baseline and its variants. */
import { css, html, nothing } from 'lit';
import { changeSystem } from '../commands/system-change.js';
import { patchScenario, patchScenarioAll, showNotice, undo } from '../commands.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { acceptsWork, familyEntries, findEntry, MOST_VARIANTS, moveItem, suggestVariants } from '../scenario/catalog-choices.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { invalidValuesText } from '../scenario/expression-text.js';
import { suggestSettingVariants } from '../scenario/variant-settings.js';
import { formatCount } from '../text/numbers.js';
import { foldStyle } from './fold-style.js';

/** @import { FormFields, Settings, StudyKnob } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Number of suggestions shown before "more". */
const FIRST_CHIPS = 6;

/** The fields of a variant that has not been checked. @type {FormFields} */
const NO_FIELDS = { first: [], groups: [], idle: [] };

/** The system of the scenario and its variants. */
export class PolicyPicker extends StateElement {
  static properties = { opened: { state: true }, allChips: { state: true }, fields: { state: true }, knobs: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'text', 'scenario', 'shaped', 'diagnostics', 'variants'];

  static styles = [
    panelStyle,
    foldStyle,
    css`
      ol {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      li {
        border-top: 1px solid var(--line);
        padding: 4px 0;
      }
      li system-form {
        padding: 4px 0 8px;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
      }
      .name {
        flex: 1 1 11em;
        min-width: 0;
        justify-content: flex-start;
        text-align: left;
        overflow-wrap: anywhere;
      }
      .name::before {
        content: '';
        border: 4px solid transparent;
        border-left-color: currentColor;
        margin-right: -2px;
      }
      .name[aria-expanded='true']::before {
        rotate: 90deg;
      }
      .number {
        color: var(--ink-soft);
        min-width: 1.4em;
      }
    `,
  ];

  constructor() {
    super();
    /** Index of the open variant; -1 for none. */
    this.opened = 0;
    this.allChips = false;
    /** The fields of each variant; undefined until the engine has answered. @type {readonly FormFields[]|undefined} */
    this.fields = undefined;
    /** The settings of the scenario that can be varied. @type {readonly StudyKnob[]} */
    this.knobs = [];
    /** The scenario of the last query for both. */
    this.asked = '';
  }

  /** @override */
  updated() {
    const { canonical } = this.state;
    if (canonical !== this.asked) void this.askFields(canonical);
  }

  /**
   * Queries the relevant fields of a scenario and the settings that can be varied; without an answer, all fields are
   * relevant. @param {string} canonical
   */
  async askFields(canonical) {
    this.asked = canonical;
    const { form_fields, study_knobs } = this.page.services;
    const [fields, knobs] = await Promise.all([form_fields(canonical).catch(() => []), study_knobs(canonical).catch(() => [])]);
    if (canonical === this.asked) Object.assign(this, { fields, knobs });
  }

  /** @override */
  render() {
    const scenario = editedScenario(this.state);
    if (!this.state.catalog || !scenario)
      return html`<p class="soft">Nothing is loaded yet: open an example, or drop a file on the page.</p>`;
    const all = listVariants(scenario);
    return html`<div class="stack">
      <section class="stack" aria-labelledby="compare">
        <h2 id="compare">${all.length < 2 ? 'Policies' : all.every(hasScenarioSettings) ? 'Variants on the same workload' : 'Variants'}</h2>
        <ol>${all.map((system, at) => this.renderVariant(system, at, all.length))}</ol>
        ${
          all.length <= MOST_VARIANTS
            ? this.renderSuggestions(scenario)
            : html`<p class="soft">A scenario can have at most ${MOST_VARIANTS + 1} variants.</p>`
        }
      </section>
      ${this.renderMetricSettings(scenario)}
    </div>`;
  }

  /** The parameters of all metrics that apply to this work. @param {ScenarioDocument} scenario */
  renderMetricSettings(scenario) {
    const work = findEntry(this.state.catalog, 'system', scenario.system.kind)?.accepts;
    const parameters = familyEntries(this.state.catalog, 'metric')
      .filter((metric) => !metric.of || (work && metric.of.some((of) => acceptsWork(this.state.catalog, work, of))))
      .flatMap((metric) =>
        metric.parameters.map((parameter) => ({ ...parameter, name: `${metric.name}: ${parameter.name.toLowerCase()}` })),
      );
    if (parameters.length === 0) return nothing;
    return html`<section class="stack card" aria-labelledby="measures">
      <h2 id="measures">Metric parameters</h2>
      <entry-form
        .parameters=${parameters}
        .settings=${scenario.measure_parameters}
        .diagnostics=${this.state.diagnostics}
        pointer="/measure_parameters"
        @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) =>
          patchScenario(this.page, '/measure_parameters', event.detail.settings)}
      ></entry-form>
    </section>`;
  }

  /** Renders buttons that add variants with other policies to the comparison. @param {ScenarioDocument} scenario */
  renderSuggestions(scenario) {
    const offers = suggestVariants(this.state.catalog, scenario);
    const shown = this.allChips ? offers : offers.slice(0, FIRST_CHIPS);
    const several = new Set(offers.map((offer) => offer.role)).size > 1;
    return html`<div class="chips">
      ${shown.map(
        ({ role, policy, system }) =>
          html`<button type="button" title=${policy.summary} @click=${() => this.addVariant(system, false)}>
            ${icon('plus')}<span>Compare with ${policy.name}${several ? html` <span class="soft">${role.toLowerCase()}</span>` : nothing}</span>
          </button>`,
      )}
      ${
        offers.length > shown.length
          ? html`<button type="button" class="quiet" @click=${() => (this.allChips = true)}>
            ${offers.length - shown.length} more
          </button>`
          : nothing
      }
      ${suggestSettingVariants(this.knobs, scenario).map(
        ({ name, system }) =>
          html`<button type="button" title="The same system with one other setting of the scenario" @click=${() => this.addVariant(system, false)}>${icon('plus')}<span>Compare with ${name}</span></button>`,
      )}
      <button type="button" @click=${() => this.addVariant(structuredClone(scenario.system), true)}>
        ${icon('copy')} Duplicate and change
      </button>
    </div>`;
  }

  /**
   * Renders a variant: its name, actions and, if opened, its form.
   * @param {SystemChoice} system
   * @param {number} at
   * @param {number} count
   */
  renderVariant(system, at, count) {
    const name = this.state.variants[at]?.name ?? system.kind;
    const open = this.opened === at;
    const pointer = variantPointer(at);
    return html`<li>
      <div class="bar">
        <span class="number">${at + 1}</span>
        <button
          type="button"
          class="quiet name"
          aria-expanded=${open ? 'true' : 'false'}
          data-pointer=${pointer}
          @click=${() => (this.opened = open ? -1 : at)}
        >
          <span>${name}${at === 0 && count > 1 ? html` <span class="soft">baseline</span>` : nothing}</span>
        </button>
        ${
          count > 1
            ? html`${this.renderAction('first', `Make ${name} the baseline`, at === 0, () => this.moveVariant(at, 0))}
            ${this.renderAction('up', `Move ${name} up`, at === 0, () => this.moveVariant(at, at - 1))}
            ${this.renderAction('down', `Move ${name} down`, at === count - 1, () => this.moveVariant(at, at + 1))}`
            : nothing
        }
        ${this.renderAction('copy', `Duplicate ${name}`, count > MOST_VARIANTS, () => this.addVariant(structuredClone(system), true))}
        ${count > 1 ? this.renderAction('remove', `Remove ${name}`, false, () => this.removeVariant(at)) : nothing}
      </div>
      ${
        open && this.fields
          ? html`<system-form
            .catalog=${this.state.catalog}
            .scenario=${editedScenario(this.state)}
            .fields=${this.fields[at] ?? NO_FIELDS}
            .system=${system}
            .diagnostics=${this.state.diagnostics}
            pointer=${pointer}
            variant=${at}
            outcome=${this.expressionOutcome(at)}
            @system-change=${(/** @type {CustomEvent<{ system: SystemChoice }>} */ event) => this.changeVariant(at, { ...settingsOfVariant(system), ...event.detail.system })}
          ></system-form>
          <details class="fold overrides" ?open=${!hasScenarioSettings(system)}>
            <summary>
              <b>Variant overrides</b> <span class="count">${overrideCount(system)}</span>
              <span class="why">${overrideText(system, at)}</span>
            </summary>
            <variant-form
              .catalog=${this.state.catalog}
              .scenario=${editedScenario(this.state)}
              .knobs=${this.knobs}
              .system=${system}
              .name=${name}
              .diagnostics=${this.state.diagnostics}
              pointer=${pointer}
              @system-change=${(/** @type {CustomEvent<{ system: SystemChoice }>} */ event) => this.changeVariant(at, event.detail.system)}
            ></variant-form>
          </details>`
          : nothing
      }
      ${open ? this.otherDiagnostics(pointer, [`${pointer}/kind`, `${pointer}/policies`, `${pointer}/parameters`, `${pointer}/platform/parameters`]) : this.otherDiagnostics(pointer, [])}
    </li>`;
  }

  /** The report of a variant's run on the values of its expression; empty until it is complete. @param {number} at */
  expressionOutcome(at) {
    const { variants, diagnostics } = this.state;
    const variant = variants[at];
    if (variant?.status !== 'done') return '';
    const start = variants.length > 1 ? `${variant.layout?.name ?? ''}: ` : '';
    const found = diagnostics.map(({ message }) => (message.startsWith(start) ? invalidValuesText(message) : '')).find(Boolean);
    if (found) return found;
    const jobs = this.variants[at]?.kind === 'batch';
    return jobs ? `a number for all ${formatCount(variant.progress?.subjects ?? 0, 'jobs')}` : 'always a number in this run';
  }

  /**
   * @param {import('../elements/icons.js').IconName} name
   * @param {string} label
   * @param {boolean} disabled
   * @param {() => void} action
   */
  renderAction(name, label, disabled, action) {
    return html`<button type="button" class="quiet" aria-label=${label} title=${label} ?disabled=${disabled} @click=${action}>
      ${icon(name)}
    </button>`;
  }

  /**
   * The diagnostics at a place that no field shows.
   * @param {string} pointer
   * @param {readonly string[]} shown
   */
  otherDiagnostics(pointer, shown) {
    /** @type {Diagnostic[]} */
    const here = diagnosticsAt(this.state.diagnostics, pointer);
    const others = here.filter((one) => !shown.some((place) => diagnosticsAt([one], place).length > 0));
    return others.length > 0 ? html`<diagnostic-list .diagnostics=${others}></diagnostic-list>` : nothing;
  }

  /**
   * @param {number} at
   * @param {SystemChoice} system
   */
  changeVariant(at, system) {
    const scenario = editedScenario(this.state);
    // All variants run the same work: another kind of system may need other work.
    if (!scenario || at > 0 || system.kind === scenario.system.kind) {
      patchScenario(this.page, variantPointer(at), system);
      return;
    }
    void changeSystem(this.page, system);
  }

  /** Sets the variants; the first is the baseline. @param {readonly SystemChoice[]} all */
  setVariants([system, ...compare]) {
    if (system)
      void patchScenarioAll(this.page, [
        ['/system', system],
        ['/compare', compare],
      ]);
  }

  /** The variants of the scenario being edited. */
  get variants() {
    const scenario = editedScenario(this.state);
    return scenario ? listVariants(scenario) : [];
  }

  /**
   * @param {SystemChoice} system
   * @param {boolean} open
   */
  addVariant(system, open) {
    const { variants: all } = this;
    this.setVariants([...all, system]);
    if (open) this.opened = all.length;
  }

  /** @param {number} at */
  removeVariant(at) {
    const { name = '' } = this.state.variants[at] ?? {};
    showNotice(this.page, `${name} was removed.`, 'info', { label: 'Undo', run: () => undo(this.page) });
    this.opened = -1;
    this.setVariants(this.variants.toSpliced(at, 1));
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  moveVariant(from, to) {
    const { variants: all } = this;
    const open = all[this.opened];
    const next = moveItem(all, from, to);
    this.opened = open ? next.indexOf(open) : -1;
    this.setVariants(next);
  }
}

/**
 * All variants, the baseline first.
 * @param {ScenarioDocument} scenario
 * @returns {SystemChoice[]}
 */
function listVariants({ system, compare = [] }) {
  return [system, ...compare];
}

/** Whether a variant has the platform and the settings of the scenario. @param {SystemChoice} system */
function hasScenarioSettings({ platform, set }) {
  return platform === undefined && set === undefined;
}

/** The name, platform and settings of a variant, without its system. @param {SystemChoice} system */
function settingsOfVariant({ name, platform, set }) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(platform === undefined ? {} : { platform }),
    ...(set === undefined ? {} : { set }),
  };
}

/**
 * The number of overrides of a variant; without overrides, the number of possible overrides.
 * @param {SystemChoice} system
 */
function overrideCount({ platform, set = {} }) {
  return (platform ? 1 : 0) + Object.keys(set).length || 3;
}

/**
 * @param {SystemChoice} system
 * @param {number} at
 */
function overrideText(system, at) {
  if (!hasScenarioSettings(system)) return 'Different from the scenario';
  return at === 0 ? 'Platform, workload, seed of the scenario' : 'Platform, workload, seed as in the baseline';
}

/** The JSON pointer to a variant. @param {number} at */
const variantPointer = (at) => (at === 0 ? '/system' : `/compare/${at - 1}`);
