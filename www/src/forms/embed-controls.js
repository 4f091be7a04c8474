/** @file `<embed-controls>`: the policy of each variant, the quick settings and the seed, for readers of an embed. */
import { css, html, nothing } from 'lit';
import { patchScenario } from '../commands.js';
import { registerElements } from '../elements/element-registry.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { familyEntries, findEntry, policyForRole, withPolicy } from '../scenario/catalog-choices.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import './quick-controls.js';

/** @import { Catalog } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice } from '../scenario/types.js' */

/** The controls, without those that the embed locks. */
export class EmbedControls extends StateElement {
  static properties = { locked: { attribute: false } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'text', 'shaped', 'scenario', 'variants'];

  static styles = [
    panelStyle,
    css`
      :host {
        padding: 2px 12px;
        border-bottom: 1px solid var(--line);
      }
      .row {
        gap: 2px 12px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
      }
    `,
  ];

  constructor() {
    super();
    /** Controls that readers must not change: `policy`, `seed`, ids of parameters. @type {readonly string[]} */
    this.locked = [];
  }

  /** @override */
  render() {
    const scenario = editedScenario(this.state);
    if (!this.state.catalog || !scenario) return nothing;
    return html`<div class="row">
      ${this.locked.includes('policy') ? nothing : this.renderPolicies(this.state.catalog, scenario)}
      <quick-controls plain .locked=${this.locked}></quick-controls>
    </div>`;
  }

  /**
   * Renders a choice of policy for each variant, of the role in which the variants differ.
   * @param {Catalog} catalog
   * @param {ScenarioDocument} scenario
   */
  renderPolicies(catalog, { system, compare = [] }) {
    const all = [system, ...compare];
    return all.map((choice, at) => {
      const role = comparedRole(catalog, all, choice);
      if (!role) return nothing;
      const policy = policyForRole(findEntry(catalog, 'system', choice.kind), choice, role.id);
      const label = all.length > 1 ? (this.state.variants[at]?.name ?? `Variant ${at + 1}`) : role.name;
      return html`<label
        ><span class="soft">${label}</span>
        <select aria-label="${role.name}, ${label}" @change=${(/** @type {Event} */ event) => this.choose(choice, at, role.id, /** @type {HTMLSelectElement} */ (event.target).value)}>
          ${familyEntries(catalog, role.family).map(({ id, name }) => html`<option value=${id} .selected=${id === policy}>${name}</option>`)}
        </select></label
      >`;
    });
  }

  /**
   * Changes the policy of a variant. Its given name is removed because it may no longer fit.
   * @param {SystemChoice} choice
   * @param {number} at
   * @param {string} role
   * @param {string} policy
   */
  choose({ name: _name, ...choice }, at, role, policy) {
    void patchScenario(this.page, at === 0 ? '/system' : `/compare/${at - 1}`, withPolicy(this.state.catalog, choice, role, policy));
  }
}

/**
 * The role whose policy readers choose: the first one in which variants of this system differ, or the first of all.
 * @param {Catalog} catalog
 * @param {readonly SystemChoice[]} all
 * @param {SystemChoice} choice
 */
function comparedRole(catalog, all, { kind }) {
  const system = findEntry(catalog, 'system', kind);
  const roles = system?.roles ?? [];
  const same = all.filter((other) => other.kind === kind);
  return roles.find(({ id }) => new Set(same.map((other) => policyForRole(system, other, id))).size > 1) ?? roles[0];
}

registerElements({ 'embed-controls': EmbedControls });
