/**
 * @file `<components-panel>`: a workflow of components on its clusters, the costs of the placement of each unit, and the links, as of the
 * playhead.
 */

import { css, html, nothing, svg } from 'lit';
import { askView, selectSubject } from '../../commands.js';
import { helpMark } from '../../elements/help-mark.js';
import { inlineStyle } from '../../elements/style-directive.js';
import { formatNumber } from '../../text/numbers.js';
import { formatMoment } from '../../text/time.js';
import { renderFigures, renderFolded, renderLineList, renderSection } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import {
  areFileCosts,
  componentText,
  componentTitle,
  costChoices,
  costNote,
  fullClusters,
  linkCountText,
  linkText,
  placementReason,
  shownComponent,
  stateText,
  TERMS,
  unitText,
} from './component-texts.js';
import { drawPattern, LOAD_HEIGHT, loadPath, loadScale, patternSize } from './pattern-drawing.js';

/** @import { Components } from '../../engine/types.js' */
/** @import { Offer } from './component-texts.js' */

/** Maximum size of a pattern: pixels from unit to unit. */
const STEP_PX = 34;
const SOURCE = 'Dumitrescu et al. 2006, section 4';
const COST_HELP = `Cost of the unit in each cluster with an idle node. It adds up the links to peers in the same cluster, to peers in other clusters and to
peers not placed yet. Some cost functions divide by the bandwidth left on the links and subtract its expected gain. The lowest cost wins. The costs of all
components of a workflow are added.`;
const FUNCTIONS_HELP = `Costs of the same unit by each of the six functions, given the placement of earlier units and the state of the links at
that time. The functions use different scales, so only the order of clusters within a row can be compared. The lowest cost wins.`;
const LINK_HELP = `Messages on each link between two clusters in one direction, averaged over intervals of the workflow. Up to the width of a link,
each message has the full rate; beyond it, messages share the rate.`;

/**
 * The parts of the formula of a cost: the divisors of its terms, the subtracted term, and its value without either.
 */
const FACTORS = /** @type {const} */ ([
  { key: 'divisor', name: 'divisor', neutral: 1 },
  { key: 'less', name: 'gain', neutral: 0 },
]);
const COST = /** @type {const} */ ({ key: 'cost', name: 'cost' });

/** The tables of components that can be saved, and their names. */
const DATA_FILES = [
  { id: 'components', name: 'components' },
  { id: 'component-costs', name: 'costs' },
  { id: 'component-workflows', name: 'results' },
  { id: 'links', name: 'links over time' },
];

/** Workflows of components. */
export class ComponentsPanel extends VariantPanel {
  static view = 'components';

  static styles = [
    ...VariantPanel.styles,
    css`
      .patterns {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(150px, 100%), 1fr));
        align-items: start;
        gap: 8px 16px;
      }
      figure {
        margin: 0;
      }
      figure svg {
        display: block;
        width: 100%;
        height: auto;
        overflow: visible;
        font: 600 14px var(--sans);
        color: var(--ink);
        text-anchor: middle;
        touch-action: pan-y;
      }
      .near,
      .far,
      .busy {
        fill: none;
        stroke: var(--edge);
        stroke-width: 1;
      }
      .far {
        stroke: var(--ink);
        stroke-width: 3;
      }
      .busy {
        stroke: var(--accent);
        stroke-width: 4;
      }
      .unit {
        cursor: pointer;
      }
      .ground {
        fill: var(--paper);
      }
      .plain {
        stroke-width: 1.5;
      }
      .lit {
        stroke: var(--accent);
        stroke-width: 4;
      }
      .keys .stroke {
        width: 18px;
        height: 0;
        border-top: 3px solid var(--ink);
      }
      .keys .stroke.moving {
        border-color: var(--accent);
      }
      .links {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 4px 10px;
        align-items: center;
        font-variant-numeric: tabular-nums;
      }
      .links svg {
        display: block;
        width: 100%;
        height: 22px;
        background: var(--sunken);
      }
      .links p {
        grid-column: 1 / -1;
        font-size: var(--text-small);
        margin-bottom: 4px;
      }
      .load {
        fill: var(--work);
      }
      .over {
        fill: var(--accent);
      }
      .width {
        stroke: var(--ink);
        stroke-dasharray: 4 3;
        vector-effect: non-scaling-stroke;
      }
      table.figures :is(th, td) {
        padding: 2px 3px;
        font-size: var(--text-small);
      }
      h4 {
        display: flex;
        align-items: center;
        gap: 4px;
        margin: 6px 0 0;
      }
      td:has(.least) {
        font-weight: 600;
        background: var(--sunken);
      }
      .taken :is(td, th[scope='row']) {
        font-weight: 600;
        color: var(--accent);
      }
      .units .lines {
        max-height: 260px;
        overflow-y: auto;
      }
    `,
  ];

  readingText = 'Reading the components \u2026';
  emptyText = 'These runs have no workflows of components. Add some in the panel Workload, or open an example that has them.';

  constructor() {
    super();
    /** The workflow that is shown if none of its units is selected; -1 for the last one. */
    this.workflow = -1;
    /** The shown component of it; 0 for the current one. */
    this.component = 0;
    /** The data of each run. @type {readonly (Components|null)[]} */
    this.all = [];
  }

  /** @override */
  async readRuns() {
    const view = this.currentView;
    this.all = await this.queryEach(this.all, (at) =>
      askView(this.page, at, 'components', { view, workflow: this.workflow, component: this.component }),
    );
  }

  /** @override */
  renderContent() {
    const all = this.all[this.variant];
    if (!all && this.state.variants.some((variant) => this.hasData(variant)))
      return html`<p class="soft">No workflow of components has been placed by the time of the playhead.</p>`;
    if (!all) return undefined;
    return html`<div class="sections">
      <div class="stack">${this.renderChoosers(all)} ${this.renderPatterns(all)}</div>
      ${this.renderDecision(all)} ${this.renderLinks(all)} ${this.renderUnitList(all)} ${this.renderDownloads(DATA_FILES)}
    </div>`;
  }

  /** The choice of a system, a workflow and a component. */
  renderChoosers(/** @type {Components} */ all) {
    const { workflows, workflow, parts, placed } = all;
    const part = shownComponent(all);
    const listed = workflows.map(({ id, name, about }) => ({ value: id, name: `${name}: ${about}` }));
    const components = [
      { value: 0, name: 'Running, or last to run' },
      ...parts.map((one, at) => ({ value: at + 1, name: componentTitle(one, at, all.runs) })),
    ];
    return html`${this.renderVariantChooser()}
      ${workflows.length > 1 ? this.renderChooser('Workflow', listed, workflow, (chosen) => this.chooseWorkflow(chosen)) : nothing}
      ${placed > workflows.length ? html`<p class="soft">The last ${workflows.length} of ${formatNumber(placed)} workflows are listed.</p>` : nothing}
      ${parts.length > 1 ? this.renderChooser('Component', components, this.component, (component) => this.setChoice({ component })) : nothing}
      ${part ? html`<p class="soft">${parts.length > 1 ? html`<b>Component ${all.component} of ${parts.length}</b>${all.runs === all.component ? ', running now' : ''}. ` : nothing}${componentText(part)}</p>` : nothing}
      <p>Placed at ${formatMoment(all.placed_s)}; it ${stateText(all)}.</p>`;
  }

  /** @param {number} workflow */
  chooseWorkflow(workflow) {
    // A selected unit would switch back to its own workflow.
    if (this.state.selected >= 0) selectSubject(this.page, -1);
    this.setChoice({ workflow });
  }

  /** The pattern in each run, side by side. */
  renderPatterns(/** @type {Components} */ shown) {
    const { variants } = this.state;
    return html`<div class="patterns">
        ${variants.map(({ name }, at) => {
          const all = this.all[at];
          if (!all) return nothing;
          const { width, height } = patternSize(all);
          const most = (width / 40) * STEP_PX;
          return html`<figure>
            <figcaption><b>${variants.length > 1 ? name : 'Pattern'}</b> <span class="soft">${linkCountText(all)}</span></figcaption>
            <svg viewBox="0 0 ${width} ${height}" ${inlineStyle({ 'max-width': `${most}px` })} role="img" aria-label="${name}: ${patternSummary(all)} The same as a list below." @click=${(/** @type {Event} */ event) => this.chooseUnitAt(event, all)}>
              ${drawPattern(all, shown.unit)}
            </svg>
          </figure>`;
        })}
      </div>
      <p class="keys">
        ${shown.sites.filter(({ units }) => units > 0).map(({ name, fill, units }) => html`<span><i ${inlineStyle({ background: fill })}></i>${name} ${units}</span>`)}
        <span><i class="stroke"></i>between clusters</span><span><i class="stroke moving"></i>message in transit</span><span>full colour: computing</span>
      </p>`;
  }

  /**
   * Explains the clicked unit.
   * @param {Event} event
   * @param {Components} all
   */
  chooseUnitAt(event, all) {
    const at = /** @type {Element} */ (event.target).closest('[data-unit]')?.getAttribute('data-unit');
    const unit = at === null || at === undefined ? undefined : all.units[Number(at)];
    if (unit) selectSubject(this.page, unit.subject);
  }

  /** @param {Components} all @param {number} unit */
  chooseUnit(all, unit) {
    const count = all.units.length;
    const next = all.units[(unit + count) % count];
    if (next) selectSubject(this.page, next.subject);
  }

  /** The costs of the decision on the unit. */
  renderDecision(/** @type {Components} */ all) {
    const { unit, offers, sites, units } = all;
    const full = fullClusters(all);
    // Files have a cost without terms.
    const terms = areFileCosts(all) ? [] : TERMS;
    /** @type {readonly {name: string, cell: (offer: Offer) => string}[]} */
    const columns = [
      { name: 'idle', cell: ({ idle }) => formatNumber(idle) },
      ...(terms.length > 0 ? [{ name: 'peers', cell: (/** @type {Offer} */ { peers }) => peers.join(' \u00b7 ') }] : []),
      ...[...terms, ...FACTORS.filter(({ key, neutral }) => offers.some((offer) => offer[key] !== neutral)), COST].map(({ name, key }) => ({
        name,
        cell: (/** @type {Offer} */ offer) => formatNumber(offer[key]),
      })),
    ];
    return html`<section class="stack">
      <div class="head">
        <h3>Unit ${unit + 1}: choice of cluster</h3>
        ${helpMark('help-costs', 'costs', COST_HELP, SOURCE)}
        <span class="grow"></span>
        <button type="button" class="quiet" aria-label="Previous unit" @click=${() => this.chooseUnit(all, unit - 1)}>\u2039</button>
        <span class="soft">${formatNumber(unit + 1)} of ${formatNumber(units.length)}</span>
        <button type="button" class="quiet" aria-label="Next unit" @click=${() => this.chooseUnit(all, unit + 1)}>\u203a</button>
      </div>
      <p role="status">${placementReason(all)}</p>
      ${
        offers.length > 0
          ? renderFigures(
              `Costs of unit ${unit + 1} by cluster`,
              ['Cluster', ...columns.map(({ name }) => name)],
              offers.map((offer) => [
                html`${sites[offer.site]?.name}${offer.taken ? html`<span class="unseen">, chosen</span>` : nothing}`,
                ...columns.map(({ cell }) => cell(offer)),
              ]),
              (row) => (offers[row]?.taken ? 'taken' : ''),
            )
          : nothing
      }
      ${offers.length > 0 && terms.length > 0 ? html`<p class="soft">Peers: same cluster \u00b7 other clusters \u00b7 not placed yet. ${costNote(all)}</p>` : nothing}
      ${offers.length > 0 && full.length > 0 ? html`<p class="soft">No idle node left: ${full.join(', ')}.</p>` : nothing}
      ${this.renderCostFunctions(all)}
    </section>`;
  }

  /** The choice of each cost function for the same unit. */
  renderCostFunctions(/** @type {Components} */ all) {
    const { functions, offers, sites, unit } = all;
    if (functions.length === 0) return nothing;
    const words = costChoices(all);
    const names = offers.map(({ site }) => sites[site]?.name);
    const terms = [...TERMS, ...FACTORS, COST];
    return html`<h4>All six cost functions ${helpMark('help-functions', 'the six functions', FUNCTIONS_HELP, SOURCE)}</h4>
      <p>${words.sentence}</p>
      ${renderFigures(
        `Costs of unit ${unit + 1} by each function`,
        ['Function', ...names],
        words.columns.map(({ name, costs, least }) => [
          name,
          ...costs.map((cost, at) => {
            const lowest = least.includes(at);
            return html`<span class=${lowest ? 'least' : ''} title=${words.terms(name, at)}>${formatNumber(cost)}${lowest ? html`<span class="unseen">, lowest</span>` : nothing}</span>`;
          }),
        ]),
      )}
      ${renderFolded(
        renderFigures(
          'Terms of each function',
          ['Function', 'Cluster', ...terms.map(({ name }) => name)],
          functions.flatMap(({ name, costs }) =>
            costs.map((cost, at) => [at === 0 ? name : '', names[at], ...terms.map(({ key }) => formatNumber(cost[key]))]),
          ),
        ),
        'Terms of the functions',
      )}`;
  }

  /** Renders the current and past load of the links. */
  renderLinks(/** @type {Components} */ all) {
    const { links, width, sites, from_s: from, to_s: to, used_links: used } = all;
    const top = loadScale(all);
    const columns = Math.max(1, ...links.map(({ load }) => load.length));
    const content = html`
      ${
        links.length === 0
          ? html`<p class="soft">No messages between clusters yet.</p>`
          : html`<p class="soft">Messages on each link over time; ${width < top ? `dashed: link width, ${formatNumber(width)} at full rate. Beyond it, messages share the rate.` : `the link width, ${formatNumber(width)} at full rate, is far above.`}</p>`
      }
      ${used > links.length ? html`<p class="soft">The ${formatNumber(links.length)} of ${formatNumber(used)} links with the most traffic.</p>` : nothing}
      <div class="links" role="group" aria-label="Links between clusters">
        ${links.map((link) => {
          const name = `${sites[link.from]?.name} \u2192 ${sites[link.to]?.name}`;
          const below = link.load.map((value) => Math.min(value, width));
          const limit = LOAD_HEIGHT * (1 - width / top);
          return html`<b>${name}</b>
            <svg viewBox="0 0 ${to > from ? 72 : 1} ${LOAD_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${name}: ${linkText(link, width)}; at most ${formatNumber(link.most)} messages at once, ${formatNumber(link.carried)} Mb so far">
              <path class="load" d=${loadPath(below, top)}></path>
              <path class="over" d=${loadPath(link.load, top, width)}></path>
              ${width < top ? svg`<path class="width" d="M0 ${limit}H${Math.max(72, columns)}"></path>` : nothing}
            </svg>
            <p class="soft">${linkText(link, width)}</p>`;
        })}
      </div>`;
    return renderSection('Links between clusters', content, helpMark('help-links', 'links', LINK_HELP, SOURCE));
  }

  /** The units as a list for the keyboard. */
  renderUnitList(/** @type {Components} */ all) {
    const lines = all.units.map(({ subject }, at) => ({
      content: html`<b>Unit ${at + 1}</b> <span class="soft">${unitText(all, at)}</span>`,
      pressed: at === all.unit,
      press: () => selectSubject(this.page, subject),
    }));
    return html`<section class="stack units">${renderFolded(renderLineList(lines, all.unit), 'All units as a list')}</section>`;
  }
}

/** A pattern in a sentence. */
function patternSummary(/** @type {Components} */ all) {
  const there = all.sites.filter(({ units }) => units > 0).map(({ name, units }) => `${formatNumber(units)} units in ${name}`);
  return `${there.join(', ')}; ${linkCountText(all)}.`;
}

customElements.define('components-panel', ComponentsPanel);
