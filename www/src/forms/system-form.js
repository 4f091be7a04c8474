/** @file One system: the relevant fields first, others folded with the reason. */
import { css, html, LitElement, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { helpMark } from '../elements/help-mark.js';
import { debounce } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { createSystem, familyEntries, findEntry, policyForRole, systemEntries, withPolicy } from '../scenario/catalog-choices.js';
import { arrangeFields, matchesField } from '../scenario/field-layout.js';
import { formatCount } from '../text/numbers.js';
import { foldStyle } from './fold-style.js';

/** @import { Catalog, Entry, FormFields, Settings } from '../engine/types.js' */
/** @import { Field, FieldLayout } from '../scenario/field-layout.js' */
/** @import { ScenarioDocument, SystemChoice } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Time for which a field stays in its place after losing the focus, so that a click does not miss its target, ms. */
const REST_MS = 200;

/** A form for one system. Dispatches `system-change` with `detail.system`. */
export class SystemForm extends LitElement {
  static properties = {
    catalog: { attribute: false },
    scenario: { attribute: false },
    fields: { attribute: false },
    system: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
    variant: { type: Number },
    outcome: { type: String },
    query: { state: true },
    typed: { state: true },
  };

  static styles = [
    panelStyle,
    foldStyle,
    css`
      select + p {
        margin-top: 2px;
      }
      input[type='search'] {
        width: 100%;
      }
      .moved {
        animation: appear 120ms ease-out;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        .moved {
          animation: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Catalog | null} */
    this.catalog = null;
    /** @type {ScenarioDocument | null} */
    this.scenario = null;
    /** Its important fields, and those without effect. @type {FormFields} */
    this.fields = { first: [], groups: [], idle: [] };
    /** @type {SystemChoice} */
    this.system = { kind: '' };
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '/system';
    /** Index of the variant. */
    this.variant = 0;
    /** The report of the last run on the values of an expression. */
    this.outcome = '';
    /** The words of the search. */
    this.query = '';
    /** The expression as typed. @type {{ id: string, text: string } | undefined} */
    this.typed = undefined;
    /** The field that is kept in its place. @type {{ key: string, place: string } | undefined} */
    this.pinned = undefined;
    /** The place of each field at the last rendering. @type {Map<string, string>} */
    this.places = new Map();
    /** The field that has the focus now. @type {{ key: string, place: string } | undefined} */
    this.focused = undefined;
    this.settle = debounce(() => {
      this.pinned = this.focused;
      this.requestUpdate();
    }, REST_MS);
  }

  /** @override */
  disconnectedCallback() {
    this.settle.cancel();
    super.disconnectedCallback();
  }

  /** The fields in the order of the form: important, others, without effect. @returns {FieldLayout} */
  get layout() {
    const { catalog, scenario, system } = this;
    if (!scenario) return { first: [], more: [], folded: [] };
    const variants = [scenario.system, ...(scenario.compare ?? [])].map((one, at) => (at === this.variant ? system : one));
    return arrangeFields(catalog, variants, system, this.fields, this.pinned);
  }

  /** @override */
  render() {
    const { layout, query } = this;
    const before = this.places;
    this.places = new Map([
      ...layout.first.map(({ key }) => /** @type {[string, string]} */ ([key, 'first'])),
      ...layout.more.map(({ key }) => /** @type {[string, string]} */ ([key, 'more'])),
      ...layout.folded.flatMap(({ name, fields }) => fields.map(({ key }) => /** @type {[string, string]} */ ([key, name]))),
    ]);
    const moved = (/** @type {Field} */ { key }) => before.has(key) && before.get(key) !== this.places.get(key);
    return html`<div class="stack" @focusin=${this.pin} @focusout=${this.release}>
      ${this.renderSearch()} ${query.trim() ? this.renderFound(layout) : this.renderLayout(layout, moved)}
    </div>`;
  }

  renderSearch() {
    return html`<input
      type="search"
      aria-label="Find a parameter"
      placeholder="Find a parameter"
      autocomplete="off"
      .value=${this.query}
      @input=${(/** @type {Event} */ event) => (this.query = /** @type {HTMLInputElement} */ (event.target).value)}
    />`;
  }

  /** The fields that match the search, each folded one with its reason. @param {FieldLayout} layout */
  renderFound({ first, more, folded }) {
    const found = [
      ...[...first, ...more].map((field) => ({ field, reason: '' })),
      ...folded.flatMap(({ fields, reason }) => fields.map((field) => ({ field, reason }))),
    ].filter(({ field }) => matchesField(field, this.query.trim()));
    return html`<p class="soft" role="status">${formatCount(found.length, 'parameters')}</p>
      ${repeat(
        found,
        ({ field }) => field.key,
        ({ field, reason }) =>
          html`<div data-field=${field.key}>
            ${this.renderField(field)} ${reason ? html`<p class="soft">No effect in this variant: ${reason}.</p>` : nothing}
          </div>`,
      )}`;
  }

  /**
   * Renders the first fields, the system, and the folded fields with the reason why they have no effect.
   * @param {FieldLayout} layout
   * @param {(field: Field) => boolean} moved
   */
  renderLayout({ first, more, folded }, moved) {
    const { catalog, system } = this;
    const count = folded.reduce((sum, { fields }) => sum + fields.length, 0);
    return html`<div class="stack" data-place="first">${this.renderFields(first, moved, true)}</div>
      ${this.renderChoice(
        'kind',
        'System',
        familyEntries(catalog, 'system'),
        system.kind,
        `${this.pointer}/kind`,
        (id) => this.dispatchSystem(createSystem(catalog, id)),
        undefined,
        true,
      )}
      ${
        more.length > 0
          ? html`<details class="fold" data-place="more">
            <summary><b>More settings</b> <span class="count">${more.length}</span> <span class="why">With an effect here</span></summary>
            <div class="stack">${this.renderFields(more, moved)}</div>
          </details>`
          : nothing
      }
      ${
        count > 0
          ? html`<section aria-labelledby="no-effect">
            <div class="head spread"><h3 id="no-effect">No effect in this variant</h3><span class="soft">${formatCount(count, 'parameters')}</span></div>
            ${repeat(
              folded,
              ({ name }) => name,
              ({ name, reason, fields }) => html`<details class="fold" data-place=${name}>
                <summary><b>${name}</b> <span class="count">${fields.length}</span> <span class="why">${reason}</span></summary>
                <div class="stack">${this.renderFields(fields, moved)}</div>
              </details>`,
            )}
          </section>`
          : nothing
      }`;
  }

  /**
   * @param {readonly Field[]} fields
   * @param {(field: Field) => boolean} moved
   * @param {boolean} [described]
   */
  renderFields(fields, moved, described = false) {
    return repeat(
      fields,
      ({ key }) => key,
      (field) => html`<div data-field=${field.key} class=${moved(field) ? 'moved' : ''}>${this.renderField(field, described)}</div>`,
    );
  }

  /**
   * Renders a choice of policy for a role, or the control of a parameter.
   * @param {Field} field
   * @param {boolean} [described]
   */
  renderField({ role, parameter }, described = false) {
    const { catalog, system, pointer } = this;
    if (role) {
      const kind = findEntry(catalog, 'system', system.kind);
      return this.renderChoice(
        `role-${role.id}`,
        role.name,
        familyEntries(catalog, role.family),
        policyForRole(kind, system, role.id) ?? '',
        `${pointer}/policies/${role.id}`,
        (id) => this.dispatchSystem(withPolicy(catalog, this.system, role.id, id)),
        role.doc,
      );
    }
    if (!parameter) return nothing;
    const { id } = parameter;
    return html`<entry-form
        .parameters=${[parameter]}
        .context=${systemEntries(catalog, system).flatMap((entry) => entry.parameters)}
        .settings=${system.parameters}
        .diagnostics=${this.diagnostics}
        ?described=${described}
        outcome=${this.outcome}
        pointer="${pointer}/parameters"
        @settings-change=${(/** @type {CustomEvent<{ settings: Settings }>} */ event) => this.changeSetting(id, event.detail.settings)}
        @expression-input=${(/** @type {CustomEvent<{ id: string, text: string }>} */ event) => (this.typed = event.detail)}
      ></entry-form>
      ${this.renderValues(id, String(system.parameters?.[id] ?? parameter.default))}`;
  }

  /**
   * The values of the order of a queue.
   * @param {string} id
   * @param {string} text
   */
  renderValues(id, text) {
    if (id !== 'queue_rank' || this.system.kind !== 'batch') return nothing;
    const expression = this.typed?.id === id ? this.typed.text : text;
    return html`<queue-values variant=${this.variant} .expression=${expression}></queue-values>`;
  }

  /**
   * A choice of catalog entries, with the description of the chosen one.
   * @param {string} id
   * @param {string} label
   * @param {readonly Entry[]} entries
   * @param {string} value
   * @param {string} pointer
   * @param {(id: string) => void} change
   * @param {string} [doc]
   * @param {boolean} [brief] whether the description of the chosen one is only in the help
   */
  renderChoice(id, label, entries, value, pointer, change, doc, brief = false) {
    const chosen = entries.find((entry) => entry.id === value);
    const problem = diagnosticsAt(this.diagnostics, pointer).find((one) => one.severity !== 'note');
    // The editor of a custom policy explains itself.
    const custom = chosen?.parameters.some(({ type }) => type === 'expression');
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
      <p class=${problem ? 'problem' : 'soft'} id="about-${id}">${problem?.message ?? (custom || brief ? '' : (chosen?.summary ?? ''))}</p>
    </div>`;
  }

  /** Keeps a field in its place while it has the focus. @param {FocusEvent} event */
  pin({ target }) {
    const key = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-field]'))?.dataset.field : undefined;
    const place = key && this.places.get(key);
    if (!place) return;
    this.focused = { key, place };
    this.pinned = this.focused;
  }

  /** Lets it move a little later. */
  release() {
    this.focused = undefined;
    this.settle();
  }

  /**
   * @param {string} id
   * @param {Settings} settings
   */
  changeSetting(id, settings) {
    const parameters = { ...this.system.parameters };
    const value = settings[id];
    if (value === undefined) delete parameters[id];
    else parameters[id] = value;
    this.dispatchSystem({ ...this.system, parameters });
  }

  /** @param {SystemChoice} system */
  dispatchSystem(system) {
    this.system = system;
    this.dispatchEvent(new CustomEvent('system-change', { detail: { system } }));
  }
}
