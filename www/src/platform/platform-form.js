/** @file The platform: a preset, or clusters to edit and the network between them. */
import { css, html, nothing } from 'lit';
import { platformKey, savePlatform } from '../commands/platform-adoption.js';
import { openPlatformFile, openUrl, patchScenario } from '../commands.js';
import { dataTable, rowActions } from '../elements/data-table.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { textField } from '../elements/text-field.js';
import { familyEntries, findEntry, workKind } from '../scenario/catalog-choices.js';
import {
  addCluster,
  changeCluster,
  duplicateCluster,
  editablePlatform,
  nodeCount,
  removeCluster,
  setMachines,
  toMachineList,
  toNodeCount,
} from '../scenario/clusters.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { exampleAddress, fetchExamples } from '../scenario/example-files.js';
import { openedSettings } from '../scenario/opened-settings.js';
import { formatNumber } from '../text/numbers.js';
import { renderClusters } from './cluster-drawing.js';

/** @import { Entry, Settings } from '../engine/types.js' */
/** @import { Cluster, Machine, Network, PlatformChoice } from '../scenario/types.js' */
/** @import { OwnPlatform } from '../scenario/clusters.js' */
/** @import { ExampleFile } from '../scenario/example-files.js' */

/** The value of the list for edited clusters; no preset has an empty name. */
const CUSTOM = '';

/** The platform of the scenario. */
export class GridBuilder extends StateElement {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['authored', 'catalog', 'text', 'shaped', 'scenario', 'diagnostics', 'platform', 'platformFile'];

  static properties = { coresAsNodes: { state: true }, examples: { state: true } };

  static styles = [
    panelStyle,
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
        font-size: var(--text-note);
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
      td input.number {
        width: 100%;
      }
    `,
  ];

  constructor() {
    super();
    /** Whether each core of a platform file becomes a node, or each host. */
    this.coresAsNodes = true;
    /** Example platform files. @type {readonly ExampleFile[]} */
    this.examples = [];
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    void fetchExamples('platform').then((examples) => (this.examples = examples));
  }

  /** @override */
  render() {
    const platform = editedScenario(this.state)?.platform;
    if (!this.state.catalog || !platform)
      return html`<div class="stack">
        <p class="soft">Nothing is loaded yet: open an example, or drop a file on the page.</p>
        ${this.renderFileIntake()}
      </div>`;
    const presets = familyEntries(this.state.catalog, 'preset');
    const chosen = 'preset' in platform ? findEntry(this.state.catalog, 'preset', platform.preset) : undefined;
    const own = 'clusters' in platform;
    const about = own ? 'Clusters that you define, each with a number of nodes and a speed.' : chosen?.summary;
    return html`<div class="stack">
      <div>
        <div class="head">
          <label for="preset">Platform</label>${helpMark('help-preset', 'the platform', about ?? '', chosen?.source, chosen ? `preset/${chosen.id}` : '')}
        </div>
        <select id="preset" data-pointer="/platform" aria-describedby="help-preset" @change=${this.choosePlatform}>
          ${!own && !chosen ? html`<option selected>Choose…</option>` : nothing}
          ${presets.map((entry) => html`<option value=${entry.id} .selected=${entry === chosen}>${entry.name}</option>`)}
          <option value=${CUSTOM} .selected=${own}>Custom clusters</option>
        </select>
      </div>
      ${this.state.platform ? renderClusters(this.state.platform) : nothing}
      ${own ? this.renderClusters(platform) : this.renderPreset(platform, chosen)}
      ${this.otherDiagnostics()} ${this.renderFileIntake()}
    </div>`;
  }

  /** Renders the buttons that open a platform file, and the report on the last one while it is the platform. */
  renderFileIntake() {
    const { platformFile, scenario } = this.state;
    const formats = familyEntries(this.state.catalog, 'platform-format');
    const read = platformFile?.platform === platformKey(scenario) ? platformFile : null;
    return html`<section class="stack card" aria-label="Platform file">
      <div class="row">
        <button type="button" @click=${this.chooseFile}>${icon('upload')} Open a platform file</button>
        <button type="button" ?disabled=${!this.state.platform} @click=${() => savePlatform(this.page)}>
          ${icon('export')} Save for SimGrid
        </button>
      </div>
      <label class="check"
        ><input
          type="checkbox"
          .checked=${this.coresAsNodes}
          @change=${(/** @type {Event} */ event) => (this.coresAsNodes = /** @type {HTMLInputElement} */ (event.target).checked)}
        />Make each core a node</label
      >
      <input type="file" hidden aria-label="Platform file" @change=${this.openFile} />
      <details class="soft">
        <summary>${formats.length} formats, plain or packed (gzip, zstd, zip)</summary>
        ${formats.map(({ name }) => name).join(', ')}
      </details>
      ${this.examples.length > 0 ? this.renderExamples() : nothing}
      ${
        read
          ? html`<p>Read from ${read.name}.</p>
            <diagnostic-list .diagnostics=${read.diagnostics.map(({ severity, message, hint }) => ({ severity, message, hint }))}></diagnostic-list>`
          : nothing
      }
    </section>`;
  }

  /** Renders a choice of example platform files. */
  renderExamples() {
    return html`<select
      aria-label="Examples of platform files"
      @change=${(/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.target);
        const chosen = this.examples[select.selectedIndex - 1];
        select.selectedIndex = 0;
        if (chosen) void openUrl(this.page, exampleAddress(chosen));
      }}
    >
      <option>Example files</option>
      ${this.examples.map(({ name, about = '' }) => html`<option title=${about}>${name}</option>`)}
    </select>`;
  }

  /** Opens the browser's file dialog. */
  chooseFile() {
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('input[type="file"]'))?.click();
  }

  /** @param {Event} event */
  openFile(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    field.value = '';
    if (file) void openPlatformFile(this.page, file, this.coresAsNodes);
  }

  /** The diagnostics of the platform that no form shows. */
  otherDiagnostics() {
    const diagnostics = diagnosticsAt(this.state.diagnostics, '/platform');
    const others = diagnostics.filter((one) => !one.place?.startsWith('/platform/parameters/'));
    return others.length > 0 ? html`<diagnostic-list .diagnostics=${others}></diagnostic-list>` : nothing;
  }

  /**
   * Renders the parameters of a platform of the catalog.
   * @param {Extract<PlatformChoice, { preset: string }>} platform
   * @param {Entry | undefined} entry
   */
  renderPreset(platform, entry) {
    const parameters = entry?.parameters ?? [];
    return html`${
      parameters.length > 0
        ? html`<entry-form
            .parameters=${parameters}
            .settings=${platform.parameters}
            .opened=${openedSettings(this.state.authored.canonical, platform, '/platform')}
            .diagnostics=${this.state.diagnostics}
            pointer="/platform/parameters"
            @settings-change=${this.changeSettings}
          ></entry-form>`
        : nothing
    }
      <div>
        <button type="button" ?disabled=${!this.state.platform} @click=${this.editClusters}>${icon('edit')} Edit the clusters</button>
      </div>`;
  }

  /** Renders the table of clusters, whose cells can be edited. @param {OwnPlatform} platform */
  renderClusters(platform) {
    const { clusters } = platform;
    return html`${dataTable({
      caption: 'Clusters',
      css: 'clusters',
      rows: clusters,
      columns: [
        { name: 'Cluster', cell: (cluster, at) => this.renderField(platform, 'name', cluster, at) },
        {
          name: 'Nodes',
          css: 'small',
          mark: ({ machines }) => (machines ? 'number-cell' : ''),
          cell: (cluster, at) => this.renderField(platform, 'nodes', cluster, at),
        },
        { name: 'Speed', css: 'small', cell: (cluster, at) => this.renderField(platform, 'speed', cluster, at) },
        rowActions((cluster, at) => [
          {
            icon: 'copy',
            label: `Duplicate ${clusterTitle(cluster, at)}`,
            title: 'Duplicate',
            act: () => this.setPlatform(duplicateCluster(platform, at)),
          },
          {
            icon: 'remove',
            label: `Remove ${clusterTitle(cluster, at)}`,
            title: 'Remove',
            disabled: clusters.length === 1,
            act: () => this.setPlatform(removeCluster(platform, at)),
          },
        ]),
      ],
      below: (cluster, at) => this.renderMachines(platform, cluster, at),
    })}
      <div><button type="button" @click=${() => this.setPlatform(addCluster(platform))}>${icon('plus')} Add a cluster</button></div>
      <network-form
        .clusters=${clusters}
        .network=${platform.network ?? {}}
        pointer="/platform/network"
        @network-change=${(/** @type {CustomEvent<{ network: Network }>} */ event) =>
          patchScenario(this.page, '/platform/network', event.detail.network)}
      ></network-form>`;
  }

  /**
   * Renders the control of one property of a cluster.
   * @param {OwnPlatform} platform
   * @param {'name'|'nodes'|'speed'} key
   * @param {Cluster} cluster
   * @param {number} at
   */
  renderField(platform, key, cluster, at) {
    const pointer = `/platform/clusters/${at}/${key}`;
    const invalid = diagnosticsAt(this.state.diagnostics, pointer).length > 0;
    const change = (/** @type {string|number} */ value) => this.setPlatform(changeCluster(platform, at, { [key]: value }));
    if (key === 'name') return textField({ value: cluster.name ?? '', label: `Name of cluster ${at + 1}`, pointer, invalid, change });
    if (key === 'nodes' && cluster.machines)
      return html`<span data-pointer=${pointer} tabindex="-1">${formatNumber(nodeCount(cluster))}</span>`;
    return numberField({
      value: cluster[key] ?? 1,
      low: key === 'nodes' ? 1 : 0,
      whole: key === 'nodes',
      label: `${key === 'nodes' ? 'Nodes' : 'Speed'} of ${clusterTitle(cluster, at)}`,
      pointer,
      invalid,
      change,
    });
  }

  /**
   * The machines of a cluster, if they differ or may differ.
   * @param {OwnPlatform} platform
   * @param {Cluster} cluster
   * @param {number} at
   */
  renderMachines(platform, cluster, at) {
    const { catalog } = this.state;
    const system = findEntry(catalog, 'system', editedScenario(this.state)?.system.kind);
    const put = (/** @type {Cluster} */ next) => this.setPlatform({ ...platform, clusters: platform.clusters.with(at, next) });
    if (!cluster.machines) {
      if (!workKind(catalog, system?.accepts)?.machines) return nothing;
      return html`<button type="button" class="quiet" @click=${() => put(toMachineList(cluster))}>${icon('edit')} Edit the machines of ${cluster.name} one by one</button>`;
    }
    return html`<machine-table
          name=${cluster.name}
          .machines=${cluster.machines}
          .fields=${this.state.catalog?.machine ?? []}
          .diagnostics=${this.state.diagnostics}
          pointer="/platform/clusters/${at}/machines"
          @machines-change=${(/** @type {CustomEvent<{ machines: Machine[] }>} */ event) => put(setMachines(cluster, event.detail.machines))}
          @alike=${() => put(toNodeCount(cluster))}
        ></machine-table>`;
  }

  /** @param {Event} event */
  choosePlatform(event) {
    const id = /** @type {HTMLSelectElement} */ (event.target).value;
    if (id === CUSTOM) this.editClusters();
    else patchScenario(this.page, '/platform', { preset: id, parameters: {} });
  }

  /** Turns the shown platform into clusters to edit. */
  editClusters() {
    if (this.state.platform) patchScenario(this.page, '/platform', editablePlatform(this.state.platform));
  }

  /** @param {CustomEvent<{ settings: Settings }>} event */
  changeSettings(event) {
    patchScenario(this.page, '/platform/parameters', event.detail.settings);
  }

  /** @param {OwnPlatform} platform */
  setPlatform(platform) {
    patchScenario(this.page, '/platform', platform);
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} at
 */
function clusterTitle({ name }, at) {
  return name || `Cluster ${at + 1}`;
}
