/** @file The network between clusters: one number for all links, or a table with one per pair. */
import { css, html, LitElement } from 'lit';
import { dataTable } from '../elements/data-table.js';
import { helpMark } from '../elements/help-mark.js';
import { numberField } from '../elements/number-field.js';
import { panelStyle } from '../elements/panel-style.js';
import { LARGEST_TABLE, LINKS, setLink, toMatrix } from '../scenario/clusters.js';

/** @import { Cluster, Network } from '../scenario/types.js' */

const HELP = `Bandwidth and latency between clusters. In a table, rows are sources and columns are destinations; the diagonal
is the network inside a cluster. Changing a link changes both directions, unless they already differ.`;

/** A form for a network. Dispatches `network-change` with `detail.network`. */
export class NetworkForm extends LitElement {
  static properties = { clusters: { attribute: false }, network: { attribute: false }, pointer: { type: String } };

  static styles = [
    panelStyle,
    css`
      th {
        padding: 2px 6px 2px 0;
        max-width: 7em;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      td {
        padding: 1px 2px;
      }
      td input.number {
        width: 5em;
        max-width: none;
        padding: 2px 6px;
      }
      td.inside input {
        border-style: dashed;
      }
      label.field {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      label.field input {
        width: 7.5em;
      }
      label.field span:first-child {
        flex: 1 1 auto;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly Cluster[]} */
    this.clusters = [];
    /** @type {Network} */
    this.network = {};
    this.pointer = '/platform/network';
  }

  /** @override */
  render() {
    const pairs = LINKS.some(({ id }) => Array.isArray(this.network[id]));
    return html`<fieldset class="stack">
      <legend class="row">Network ${helpMark('help-network', 'the network', HELP)}</legend>
      <div class="row" role="radiogroup" aria-label="Uniform or per pair">
        ${this.renderKind('Uniform', !pairs, () => this.makeUniform())}
        ${this.renderKind('Per pair of clusters', pairs, () => this.makePairs())}
      </div>
      ${LINKS.map((link) => (pairs ? this.renderMatrix(link) : this.renderUniform(link)))}
    </fieldset>`;
  }

  /**
   * @param {string} label
   * @param {boolean} checked
   * @param {() => void} action
   */
  renderKind(label, checked, action) {
    return html`<label class="check"
      ><input type="radio" name="way" .checked=${checked} @change=${action} />${label}</label
    >`;
  }

  /** Renders the field of a value for all links. @param {(typeof LINKS)[number]} link */
  renderUniform({ id, name, unit, start }) {
    const value = Number(this.network[id] ?? start);
    return html`<label class="field"
      ><span>${name} <span class="soft">${unit}</span></span>${numberField({
        value,
        low: 0,
        pointer: `${this.pointer}/${id}`,
        change: (next) => this.dispatchNetwork({ [id]: next }),
      })}</label
    >`;
  }

  /** Renders a table of values for each pair of clusters, unless it is too large. @param {(typeof LINKS)[number]} link */
  renderMatrix({ id, name, unit, start }) {
    const size = this.clusters.length;
    if (size > LARGEST_TABLE) return html`<p class="soft">${name}: ${size} × ${size} links; edit them as JSON.</p>`;
    const matrix = toMatrix(this.network[id], size, start);
    const names = this.clusters.map((cluster) => cluster.name);
    return dataTable({
      label: `${name} table`,
      caption: `${name} in ${unit}, from the cluster of the row to the cluster of the column`,
      css: '',
      rows: matrix,
      columns: [
        { name: `${name}, ${unit}`, cell: (_, i) => html`<span title=${names[i] ?? ''}>${names[i]}</span>` },
        ...names.map((to, j) => ({
          name: to,
          help: to,
          mark: (/** @type {number[]} */ _, /** @type {number} */ i) => (i === j ? 'inside' : ''),
          cell: (/** @type {number[]} */ row, /** @type {number} */ i) =>
            numberField({
              value: row[j] ?? 0,
              low: 0,
              pointer: `${this.pointer}/${id}/${i}/${j}`,
              label: i === j ? `${name} inside ${to}` : `${name} from ${names[i]} to ${to}`,
              change: (next) => this.dispatchNetwork({ [id]: setLink(matrix, i, j, next) }),
            }),
        })),
      ],
    });
  }

  /** Replaces the matrices by one value for all links, that of the first two clusters. */
  makeUniform() {
    // The link between the first two clusters represents all links, because the diagonal is usually much faster.
    this.dispatchNetwork(
      Object.fromEntries(
        LINKS.map(({ id, start }) => {
          const value = this.network[id];
          return [id, Array.isArray(value) ? (value[0]?.[1] ?? value[0]?.[0] ?? start) : (value ?? start)];
        }),
      ),
    );
  }

  makePairs() {
    const size = this.clusters.length;
    this.dispatchNetwork(Object.fromEntries(LINKS.map(({ id, start }) => [id, toMatrix(this.network[id], size, start)])));
  }

  /** @param {Network} change */
  dispatchNetwork(change) {
    const network = { ...this.network, ...change };
    this.dispatchEvent(new CustomEvent('network-change', { detail: { network } }));
  }
}
