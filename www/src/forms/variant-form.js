/** @file The other settings of a variant: its name, platform, seed, and parameters of the workload. */
import { css, html, LitElement, nothing } from 'lit';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panelStyle } from '../elements/panel-style.js';
import { familyEntries, findEntry } from '../scenario/catalog-choices.js';
import { variantSettings, withVariantSetting } from '../scenario/variant-settings.js';

/** @import { Catalog, Settings, StudyKnob } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */
/** @import { VariantSetting } from '../scenario/variant-settings.js' */

/** A form for one variant. Dispatches `system-change` with `detail.system`. */
export class VariantForm extends LitElement {
  static properties = {
    catalog: { attribute: false },
    scenario: { attribute: false },
    knobs: { attribute: false },
    system: { attribute: false },
    name: { type: String },
    diagnostics: { attribute: false },
    pointer: { type: String },
  };

  static styles = [
    panelStyle,
    css`
      :host {
        display: block;
        padding: 8px 0;
      }
      .value {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .value label {
        flex: 1;
      }
      .value input.number {
        width: 7.5em;
      }
      input.name {
        width: 100%;
        box-sizing: border-box;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Catalog | null} */
    this.catalog = null;
    /** @type {ScenarioDocument | null} */
    this.scenario = null;
    /** The fields of the scenario that can be varied. @type {readonly StudyKnob[]} */
    this.knobs = [];
    /** @type {SystemChoice} */
    this.system = { kind: '' };
    /** The current name of the variant. */
    this.name = '';
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '';
  }

  /** @override */
  render() {
    const { catalog, scenario, system, pointer } = this;
    if (!scenario) return nothing;
    const all = variantSettings(this.knobs, scenario);
    const set = system.set ?? {};
    const own = all.filter(({ id }) => id in set);
    const strange = Object.keys(set).filter((id) => !all.some((one) => one.id === id));
    const others = all.filter(({ id }) => !(id in set));
    return html`<div class="stack">
      <div>
        <label for="called">Name</label>
        <input
          id="called"
          class="name"
          type="text"
          maxlength="200"
          autocomplete="off"
          data-pointer="${pointer}/name"
          placeholder=${this.name}
          .value=${system.name ?? ''}
          @change=${(/** @type {Event} */ event) => this.rename(/** @type {HTMLInputElement} */ (event.target).value.trim())}
        />
        <p class="soft">If left empty, the name lists what differs.</p>
      </div>
      <div>
        <div class="head"><label for="machines">Platform</label>${helpMark('help-machines', 'Platform', html`Platform of this variant only. A workload that depends on the platform, for instance through an offered load, is generated again, so its jobs differ.`, undefined)}</div>
        <select id="machines" data-pointer="${pointer}/platform" @change=${(/** @type {Event} */ event) => this.changePlatform(/** @type {HTMLSelectElement} */ (event.target).value)}>
          <option value="" .selected=${!system.platform}>same platform</option>
          ${system.platform && !('preset' in system.platform) ? html`<option value="own" selected>custom clusters</option>` : nothing}
          ${familyEntries(catalog, 'preset').map(({ id, name }) => html`<option value=${id} .selected=${presetOf(system) === id}>${name}</option>`)}
        </select>
        ${this.renderPresetForm()}
      </div>
      ${own.map((one) => this.renderSetting(one))}
      ${strange.map((id) => this.renderRow(id, html`<code>${JSON.stringify(set[id])}</code>`, id))}
      ${
        others.length > 0
          ? html`<div>
            <label for="more">Differs in</label>
            <select id="more" data-pointer="${pointer}/set" @change=${(/** @type {Event} */ event) => this.renderAddMenu(/** @type {HTMLSelectElement} */ (event.target), others)}>
              <option value="" selected>choose a value …</option>
              ${others.map(({ id, name, group }) => html`<option value=${id}>${name}${group ? `, ${group}` : ''}</option>`)}
            </select>
          </div>`
          : nothing
      }
    </div>`;
  }

  /** The parameters of the preset that is its platform. */
  renderPresetForm() {
    const { catalog, system, pointer, diagnostics } = this;
    const entry = findEntry(catalog, 'preset', presetOf(system));
    if (!entry || entry.parameters.length === 0) return nothing;
    return html`<entry-form
      .parameters=${entry.parameters}
      .settings=${/** @type {{parameters?: Settings}} */ (system.platform).parameters}
      .diagnostics=${diagnostics}
      pointer="${pointer}/platform/parameters"
      @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.dispatchSystem({ ...this.system, platform: { preset: entry.id, parameters: event.detail.settings } })}
    ></entry-form>`;
  }

  /**
   * Renders the control of a setting of the whole scenario that this variant changes.
   * @param {VariantSetting} one that this variant sets
   */
  renderSetting({ id, name, options, parameter, whole, value }) {
    const now = this.system.set?.[id] ?? value;
    const change = (/** @type {any} */ next) => this.dispatchSystem(withVariantSetting(this.system, id, next));
    const field = `set-${id}`;
    const control =
      options.length > 0
        ? html`<select id=${field} @change=${(/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value)}>
            ${options.map(([word, called]) => html`<option value=${word} .selected=${word === now}>${called}</option>`)}
          </select>`
        : typeof value === 'boolean'
          ? html`<input id=${field} type="checkbox" .checked=${now === true} @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)} />`
          : numberField({
              value: Number(now),
              ...(parameter?.min === undefined ? {} : { low: parameter.min }),
              ...(parameter?.max === undefined ? {} : { high: parameter.max }),
              whole,
              id: field,
              pointer: `${this.pointer}/set/${id}`,
              change,
            });
    return this.renderRow(name, control, id, field);
  }

  /**
   * @param {string} name
   * @param {unknown} control
   * @param {string} id
   * @param {string} [field]
   */
  renderRow(name, control, id, field) {
    return html`<div class="value">
      <label for=${field ?? nothing}>${name}</label>${control}
      <button type="button" class="quiet" aria-label="Reset ${name} to the scenario value" title="Reset to the scenario value" @click=${() => this.dispatchSystem(withVariantSetting(this.system, id, undefined))}>${icon('remove')}</button>
    </div>`;
  }

  /**
   * @param {HTMLSelectElement} list
   * @param {readonly VariantSetting[]} others
   */
  renderAddMenu(list, others) {
    const one = others.find(({ id }) => id === list.value);
    list.value = '';
    if (one) this.dispatchSystem(withVariantSetting(this.system, one.id, one.next));
  }

  /** @param {string} id of a preset, or empty */
  changePlatform(id) {
    const { platform: _, ...rest } = this.system;
    this.dispatchSystem(id === '' ? rest : { ...rest, platform: { preset: id, parameters: {} } });
  }

  /** @param {string} name */
  rename(name) {
    const { name: _, ...rest } = this.system;
    this.dispatchSystem(name === '' ? rest : { ...rest, name });
  }

  /** @param {SystemChoice} system */
  dispatchSystem(system) {
    this.system = system;
    this.dispatchEvent(new CustomEvent('system-change', { detail: { system } }));
  }
}

/** @param {SystemChoice} system */
function presetOf({ platform }) {
  return platform && 'preset' in platform ? platform.preset : '';
}
