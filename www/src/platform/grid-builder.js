/** @file The machines: a ready-made platform, or clusters of one's own and the network between them. */
import { css, html, nothing } from 'lit';
import { patchScenario } from '../commands.js';
import { diagnosticsAt } from '../elements/focus.js';
import { helpMark } from '../elements/help.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panel } from '../elements/panel.js';
import { Part } from '../elements/part.js';
import { entriesOf, entryOf, kindOf } from '../scenario/choices.js';
import {
  addCluster,
  changeCluster,
  duplicateCluster,
  nodesOf,
  ofMachines,
  ownPlatform,
  removeCluster,
  withMachines,
  withoutMachines,
} from '../scenario/clusters.js';
import { editedScenario } from '../scenario/edited.js';
import { formatNumber } from '../text/numbers.js';
import { gridSketch } from './grid-sketch.js';

/** @import { Entry, Settings } from '../engine/types.js' */
/** @import { Cluster, Machine, Network, PlatformChoice } from '../scenario/types.js' */
/** @import { OwnPlatform } from '../scenario/clusters.js' */

/** The value of the list that stands for clusters of one's own; no preset has an empty name. */
const OWN = '';

/** The platform of the scenario. */
export class GridBuilder extends Part {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'text', 'scenario', 'diagnostics', 'platform'];

  static styles = [
    panel,
    css`
      .sketch {
        margin: 0;
      }
      .sketch svg {
        display: block;
        width: 100%;
        max-height: 240px;
      }
      .nodes {
        fill: var(--accent);
        fill-opacity: 0.75;
      }
      .gaps {
        stroke: var(--paper);
        stroke-width: 1;
        fill: none;
      }
      text {
        font-size: 11px;
        fill: var(--ink);
      }
      text.small {
        fill: var(--ink-soft);
      }
      table {
        width: 100%;
      }
      th,
      td {
        padding: 2px;
      }
      td.small {
        width: 4.8em;
      }
      td.actions {
        width: 1%;
        white-space: nowrap;
      }
      td input.number {
        width: 100%;
      }
    `,
  ];

  /** @override */
  render() {
    const platform = editedScenario(this.state)?.platform;
    if (!this.state.catalog || !platform)
      return html`<p class="soft">Nothing is loaded yet: open an example, or drop a file on the page.</p>`;
    const presets = entriesOf(this.state.catalog, 'preset');
    const chosen = 'preset' in platform ? entryOf(this.state.catalog, 'preset', platform.preset) : undefined;
    const own = 'clusters' in platform;
    const about = own ? 'Clusters that you define, each with a number of nodes and a speed.' : chosen?.summary;
    return html`<div class="stack">
      <div>
        <div class="head">
          <label for="preset">Platform</label>${helpMark('help-preset', 'the platform', about ?? '', chosen?.source, chosen ? `preset/${chosen.id}` : '')}
        </div>
        <select id="preset" data-pointer="/platform" aria-describedby="help-preset" @change=${this.choose}>
          ${!own && !chosen ? html`<option selected>Choose…</option>` : nothing}
          ${presets.map((entry) => html`<option value=${entry.id} .selected=${entry === chosen}>${entry.name}</option>`)}
          <option value=${OWN} .selected=${own}>Custom clusters</option>
        </select>
      </div>
      ${this.state.platform ? gridSketch(this.state.platform) : nothing}
      ${own ? this.own(platform) : this.preset(platform, chosen)}
      ${this.problems()}
    </div>`;
  }

  /** The diagnostics of the platform that no form shows. */
  problems() {
    const told = diagnosticsAt(this.state.diagnostics, '/platform');
    const others = told.filter((one) => !one.place?.startsWith('/platform/parameters/'));
    return others.length > 0 ? html`<diagnostic-list .diagnostics=${others}></diagnostic-list>` : nothing;
  }

  /**
   * @param {Extract<PlatformChoice, { preset: string }>} platform
   * @param {Entry | undefined} entry
   */
  preset(platform, entry) {
    const parameters = entry?.parameters ?? [];
    return html`${
      parameters.length > 0
        ? html`<entry-form
            .parameters=${parameters}
            .settings=${platform.parameters}
            .diagnostics=${this.state.diagnostics}
            pointer="/platform/parameters"
            @settings-change=${this.settingsChanged}
          ></entry-form>`
        : nothing
    }
      <div>
        <button type="button" ?disabled=${!this.state.platform} @click=${this.edit}>${icon('edit')} Edit the clusters</button>
      </div>`;
  }

  /** @param {OwnPlatform} platform */
  own(platform) {
    const { clusters } = platform;
    return html`<table>
        <caption class="unseen">
          Clusters
        </caption>
        <thead>
          <tr>
            <th scope="col">Cluster</th>
            <th scope="col">Nodes</th>
            <th scope="col">Speed</th>
            <th><span class="unseen">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${clusters.map((cluster, at) => this.cluster(platform, cluster, at))}
        </tbody>
      </table>
      <div><button type="button" @click=${() => this.send(addCluster(platform))}>${icon('plus')} Add a cluster</button></div>
      <network-form
        .clusters=${clusters}
        .network=${platform.network ?? {}}
        pointer="/platform/network"
        @network-change=${(/** @type {CustomEvent<{ network: Network }>} */ event) =>
          patchScenario(this.page, '/platform/network', event.detail.network)}
      ></network-form>`;
  }

  /**
   * @param {OwnPlatform} platform
   * @param {Cluster} cluster
   * @param {number} at
   */
  cluster(platform, cluster, at) {
    const here = `/platform/clusters/${at}`;
    const change = (/** @type {Partial<Cluster>} */ values) => this.send(changeCluster(platform, at, values));
    const wrong = (/** @type {string} */ field) => diagnosticsAt(this.state.diagnostics, `${here}/${field}`).length > 0;
    const name = cluster.name || `Cluster ${at + 1}`;
    return html`<tr>
      <td>
        <input
          type="text"
          aria-label="Name of cluster ${at + 1}"
          data-pointer="${here}/name"
          aria-invalid=${wrong('name') ? 'true' : nothing}
          .value=${cluster.name}
          @change=${(/** @type {Event} */ event) => change({ name: /** @type {HTMLInputElement} */ (event.target).value })}
        />
      </td>
      <td class="small ${cluster.machines ? 'number-cell' : ''}">
        ${
          cluster.machines
            ? html`<span data-pointer="${here}/nodes" tabindex="-1">${formatNumber(nodesOf(cluster))}</span>`
            : numberField({
                value: cluster.nodes ?? 1,
                low: 1,
                whole: true,
                label: `Nodes of ${name}`,
                pointer: `${here}/nodes`,
                invalid: wrong('nodes'),
                change: (nodes) => change({ nodes }),
              })
        }
      </td>
      <td class="small">
        ${numberField({
          value: cluster.speed ?? 1,
          low: 0,
          label: `Speed of ${name}`,
          pointer: `${here}/speed`,
          invalid: wrong('speed'),
          change: (speed) => change({ speed }),
        })}
      </td>
      <td class="actions">
        <button type="button" class="quiet" aria-label="Duplicate ${name}" title="Duplicate" @click=${() => this.send(duplicateCluster(platform, at))}>
          ${icon('copy')}</button
        ><button
          type="button"
          class="quiet"
          aria-label="Remove ${name}"
          title="Remove"
          ?disabled=${platform.clusters.length === 1}
          @click=${() => this.send(removeCluster(platform, at))}
        >
          ${icon('remove')}
        </button>
      </td>
    </tr>
    ${this.machines(platform, cluster, at)}`;
  }

  /**
   * The machines of a cluster, where they differ or may.
   * @param {OwnPlatform} platform
   * @param {Cluster} cluster
   * @param {number} at
   */
  machines(platform, cluster, at) {
    const { catalog } = this.state;
    const system = entryOf(catalog, 'system', editedScenario(this.state)?.system.kind);
    const put = (/** @type {Cluster} */ next) => this.send({ ...platform, clusters: platform.clusters.with(at, next) });
    if (!cluster.machines) {
      if (!kindOf(catalog, system?.accepts)?.machines) return nothing;
      return html`<tr>
        <td colspan="4"><button type="button" class="quiet" @click=${() => put(withMachines(cluster))}>${icon('edit')} Edit the machines of ${cluster.name} one by one</button></td>
      </tr>`;
    }
    return html`<tr>
      <td colspan="4">
        <machine-table
          name=${cluster.name}
          .machines=${cluster.machines}
          .fields=${this.state.catalog?.machine ?? []}
          .diagnostics=${this.state.diagnostics}
          pointer="/platform/clusters/${at}/machines"
          @machines-change=${(/** @type {CustomEvent<{ machines: Machine[] }>} */ event) => put(ofMachines(cluster, event.detail.machines))}
          @alike=${() => put(withoutMachines(cluster))}
        ></machine-table>
      </td>
    </tr>`;
  }

  /** @param {Event} event */
  choose(event) {
    const id = /** @type {HTMLSelectElement} */ (event.target).value;
    if (id === OWN) this.edit();
    else patchScenario(this.page, '/platform', { preset: id, parameters: {} });
  }

  /** What is shown becomes clusters of one's own. */
  edit() {
    if (this.state.platform) patchScenario(this.page, '/platform', ownPlatform(this.state.platform));
  }

  /** @param {CustomEvent<{ settings: Settings }>} event */
  settingsChanged(event) {
    patchScenario(this.page, '/platform/parameters', event.detail.settings);
  }

  /** @param {OwnPlatform} platform */
  send(platform) {
    patchScenario(this.page, '/platform', platform);
  }
}
