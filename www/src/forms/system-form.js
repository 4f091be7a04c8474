/** @file One system: its kind, a policy per role, and their settings. */
import { css, html, LitElement, nothing } from 'lit';
import { diagnosticsAt } from '../elements/field-focus.js';
import { helpMark } from '../elements/help-mark.js';
import { panelStyle } from '../elements/panel-style.js';
import { createSystem, familyEntries, findEntry, policyForRole, systemEntries, withPolicy } from '../scenario/catalog-choices.js';

/** @import { Catalog, Entry, Settings } from '../engine/types.js' */
/** @import { SystemChoice } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** A form for one system. Dispatches `system-change` with `detail.system`. */
export class SystemForm extends LitElement {
  static properties = {
    catalog: { attribute: false },
    system: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
  };

  static styles = [
    panelStyle,
    css`
      select + p {
        margin-top: 2px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Catalog | null} */
    this.catalog = null;
    /** @type {SystemChoice} */
    this.system = { kind: '' };
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '/system';
  }

  /** @override */
  render() {
    const { catalog, system } = this;
    const kind = findEntry(catalog, 'system', system.kind);
    const parameters = systemEntries(catalog, system).flatMap((entry) => entry.parameters);
    return html`<div class="stack">
      ${this.renderChoice('kind', 'System', familyEntries(catalog, 'system'), system.kind, `${this.pointer}/kind`, (id) =>
        this.dispatchSystem(createSystem(catalog, id)),
      )}
      ${(kind?.roles ?? []).map((role) =>
        this.renderChoice(
          `role-${role.id}`,
          role.name,
          familyEntries(catalog, role.family),
          policyForRole(kind, system, role.id) ?? '',
          `${this.pointer}/policies/${role.id}`,
          (id) => this.dispatchSystem(withPolicy(catalog, this.system, role.id, id)),
          role.doc,
        ),
      )}
      ${
        parameters.length > 0
          ? html`<entry-form
            .parameters=${parameters}
            .settings=${system.parameters}
            .diagnostics=${this.diagnostics}
            pointer="${this.pointer}/parameters"
            @settings-change=${this.changeSettings}
          ></entry-form>`
          : nothing
      }
    </div>`;
  }

  /**
   * A choice of catalog entries, with the description of the chosen one.
   * @param {string} id
   *
   * @param {string} label
   *
   * @param {readonly Entry[]} entries
   *
   * @param {string} value
   *
   * @param {string} pointer
   *
   * @param {(id: string) => void} change
   *
   * @param {string} [doc]
   */
  renderChoice(id, label, entries, value, pointer, change, doc) {
    const chosen = entries.find((entry) => entry.id === value);
    const problem = diagnosticsAt(this.diagnostics, pointer).find((one) => one.severity !== 'note');
    const text = html`${doc ? html`${doc}<br />` : nothing}${
      chosen ? html`<b>${chosen.name}</b>: ${chosen.summary}` : 'Choose one from the list.'
    }`;
    return html`<div>
      <div class="head"><label for=${id}>${label}</label>${helpMark(`help-${id}`, label, text, chosen?.source, chosen ? `${chosen.family}/${chosen.id}` : '')}</div>
      <select
        id=${id}
        data-pointer=${pointer}
        aria-describedby="about-${id}"
        aria-invalid=${problem ? 'true' : nothing}
        @change=${(/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        ${chosen ? nothing : html`<option value=${value} selected>${value || 'Choose…'}</option>`}
        ${entries.map((entry) => html`<option value=${entry.id} .selected=${entry.id === value}>${entry.name}</option>`)}
      </select>
      <p class=${problem ? 'problem' : 'soft'} id="about-${id}">${problem?.message ?? chosen?.summary ?? ''}</p>
    </div>`;
  }

  /** @param {CustomEvent<{ settings: Settings }>} event */
  changeSettings(event) {
    this.dispatchSystem({ ...this.system, parameters: event.detail.settings });
  }

  /** @param {SystemChoice} system */
  dispatchSystem(system) {
    this.system = system;
    this.dispatchEvent(new CustomEvent('system-change', { detail: { system } }));
  }
}
