/** @file `<components-panel>`: a workflow of components on its clusters, the costs behind the placement of each unit, and the links; as of the playhead. */

import { css, html, nothing, svg } from 'lit';
import { askView, select } from '../../commands.js';
import { helpMark } from '../../elements/help.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { rove } from '../../elements/rove.js';
import { styled } from '../../elements/styled.js';
import { effectiveTheme } from '../../elements/theme.js';
import { formatNumber } from '../../text/numbers.js';
import { formatMoment } from '../../text/time.js';
import { keys, sections } from '../parts-of-panels.js';
import { tableFiles } from '../table-files.js';
import { drawPattern, HIGH, loadPath, sizeOf, topOf } from './drawing.js';
import {
  farWords,
  fullSites,
  functionWords,
  isByFiles,
  linkWords,
  partOf,
  partTitle,
  partWords,
  stateWords,
  TERMS,
  unitWords,
  weightWords,
  whyWords,
} from './words.js';

/** @import { Components } from '../../engine/types.js' */

/** Milliseconds between two looks while the playhead moves. */
const WAIT = 200;
/** However long a look takes, the next one comes after so many. */
const MOST_MS = 1500;
/** A pattern is not drawn larger than this: pixels from unit to unit. */
const STEP_PX = 34;
const SOURCE = 'Dumitrescu et al. 2006, section 4';
const COST_HELP = `Cost of the unit in each cluster with an idle node. It adds up the links to peers in the same cluster, to peers in other clusters and to
peers not placed yet. Some cost functions divide by the bandwidth left on the links and subtract its expected gain. The lowest cost wins. The costs of all
components of a workflow are added.`;
const FUNCTIONS_HELP = `Costs of the same unit by each of the six functions, given the placement of earlier units and the state of the links at
that time. The functions use different scales, so only the order of clusters within a row can be compared. The lowest cost wins.`;
const LINK_HELP = `Messages on each link between two clusters in one direction, averaged over intervals of the workflow. Up to the width of a link,
each message has the full rate; beyond it, messages share the rate.`;

/** What is kept of components, and what each file is called. */
const FILES = [
  { id: 'components', name: 'components' },
  { id: 'component-costs', name: 'costs' },
  { id: 'component-workflows', name: 'results' },
  { id: 'links', name: 'links over time' },
];

/** Workflows of components. */
export class ComponentsPanel extends Part {
  static properties = { variant: { state: true }, all: { state: true } };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'pane'];

  static styles = [
    panel,
    sections,
    keys,
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
        white-space: normal;
      }
      table.figures td {
        white-space: nowrap;
      }
      th[scope='row'] {
        text-align: left;
        font-weight: 400;
      }
      h4 {
        display: flex;
        align-items: center;
        gap: 4px;
        margin: 6px 0 0;
      }
      td.least {
        font-weight: 600;
        background: var(--sunken);
      }
      .taken :is(td, th[scope='row']) {
        font-weight: 600;
        color: var(--accent);
      }
      .scroll {
        overflow-x: auto;
      }
      .units {
        max-height: 260px;
        overflow-y: auto;
      }
      @media (pointer: coarse) {
        .lines button {
          min-height: 40px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The system whose decisions and links are shown. */
    this.variant = 0;
    /** The chart that was looked at last. */
    this.pane = -1;
    /** Which workflow is shown if none of its units is selected; -1 for the last one. */
    this.workflow = -1;
    /** Which of its components; 0 for the one that runs. */
    this.component = 0;
    /** What each run says of it. @type {readonly (Components|null)[]} */
    this.all = [];
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'selected', 'theme', 'dark', 'pane'], MOST_MS);
  }

  async look() {
    const { variants, view, playhead_s, selected, theme, pane } = this.state;
    // The chart that is looked at is the one that is told of, until another is chosen here.
    if (pane !== this.pane) this.variant = this.pane = pane;
    if (this.variant >= variants.length) this.variant = 0;
    const seen = { ...view, width: 1, height: 1, now_s: playhead_s, colour: null, theme: effectiveTheme(theme), selected, query: '' };
    // A run that is replaced while it is asked keeps what it said last.
    this.all = await Promise.all(
      variants.map((_, at) =>
        askView(this.page, at, 'components', { view: seen, workflow: this.workflow, component: this.component }).catch(
          () => this.all[at] ?? null,
        ),
      ),
    );
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const all = this.all[this.variant];
    if (!all) {
      const computing = this.all.length < variants.length || variants.some(({ status }) => status === 'loading' || status === 'running');
      const placed = variants.some(({ views }) => views.components);
      return html`<p class="soft">${computing ? 'Reading the components \u2026' : placed ? 'No workflow of components has been placed by the time of the playhead.' : 'These runs have no workflows of components. Add some in the panel Workload, or open an example that has them.'}</p>`;
    }
    return html`<div class="sections">
      <div class="stack">${this.choosers(all)} ${this.patterns(all)}</div>
      ${this.decision(all)} ${this.links(all)} ${this.units(all)} ${tableFiles(this.page, this.variant, FILES)}
    </div>`;
  }

  /** Which system, which workflow and which of its components. */
  choosers(/** @type {Components} */ all) {
    const { variants } = this.state;
    const { workflows, workflow, parts, placed } = all;
    const part = partOf(all);
    const chooser = (
      /** @type {string} */ label,
      /** @type {readonly {value: number, text: string}[]} */ list,
      /** @type {number} */ chosen,
      /** @type {(value: number) => void} */ choose,
    ) =>
      html`<label class="row">${label}
        <select class="grow" @change=${(/** @type {Event} */ { target }) => choose(Number(/** @type {HTMLSelectElement} */ (target).value))}>
          ${list.map(({ value, text }) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
        </select></label>`;
    return html`${
      variants.length > 1
        ? chooser(
            'Variant',
            variants.map(({ name: text }, value) => ({ value, text })),
            this.variant,
            (variant) => this.show({ variant }),
          )
        : nothing
    }
      ${
        workflows.length > 1
          ? chooser(
              'Workflow',
              workflows.map(({ id, name, about }) => ({ value: id, text: `${name}: ${about}` })),
              workflow,
              (chosen) => this.show({ workflow: chosen }),
            )
          : nothing
      }
      ${placed > workflows.length ? html`<p class="soft">The last ${workflows.length} of ${formatNumber(placed)} workflows are listed.</p>` : nothing}
      ${parts.length > 1 ? chooser('Component', [{ value: 0, text: 'Running, or last to run' }, ...parts.map((one, at) => ({ value: at + 1, text: partTitle(one, at, all.runs) }))], this.component, (chosen) => this.show({ component: chosen })) : nothing}
      ${part ? html`<p class="soft">${parts.length > 1 ? html`<b>Component ${all.component} of ${parts.length}</b>${all.runs === all.component ? ', running now' : ''}. ` : nothing}${partWords(part)}</p>` : nothing}
      <p>Placed at ${formatMoment(all.placed_s)}; it ${stateWords(all)}.</p>`;
  }

  /** @param {{variant?: number, workflow?: number, component?: number}} what */
  show(what) {
    Object.assign(this, what);
    // A unit that is selected would bring its own workflow back.
    if (what.workflow !== undefined && this.state.selected >= 0) select(this.page, -1);
    this.pulse.beat();
  }

  /** The pattern in each run, side by side. */
  patterns(/** @type {Components} */ shown) {
    const { variants } = this.state;
    return html`<div class="patterns">
        ${variants.map(({ name }, at) => {
          const all = this.all[at];
          if (!all) return nothing;
          const { width, height } = sizeOf(all);
          const most = (width / 40) * STEP_PX;
          return html`<figure>
            <figcaption><b>${variants.length > 1 ? name : 'Pattern'}</b> <span class="soft">${farWords(all)}</span></figcaption>
            <svg viewBox="0 0 ${width} ${height}" ${styled({ 'max-width': `${most}px` })} role="img" aria-label="${name}: ${summary(all)} The same as a list below." @click=${(/** @type {Event} */ event) => this.press(event, all)}>
              ${drawPattern(all, shown.unit)}
            </svg>
          </figure>`;
        })}
      </div>
      <p class="keys">
        ${shown.sites.filter(({ units }) => units > 0).map(({ name, fill, units }) => html`<span><i ${styled({ background: fill })}></i>${name} ${units}</span>`)}
        <span><i class="stroke"></i>between clusters</span><span><i class="stroke moving"></i>message in transit</span><span>full colour: computing</span>
      </p>`;
  }

  /**
   * The unit that was clicked is told of.
   * @param {Event} event
   * @param {Components} all
   */
  press(event, all) {
    const at = /** @type {Element} */ (event.target).closest('[data-unit]')?.getAttribute('data-unit');
    const unit = at === null || at === undefined ? undefined : all.units[Number(at)];
    if (unit) select(this.page, unit.subject);
  }

  /** @param {Components} all @param {number} unit */
  tell(all, unit) {
    const count = all.units.length;
    const next = all.units[(unit + count) % count];
    if (next) select(this.page, next.subject);
  }

  /** What the decision about the unit was made of. */
  decision(/** @type {Components} */ all) {
    const { unit, offers, sites, units } = all;
    const divided = offers.some(({ divisor }) => divisor !== 1);
    const less = offers.some((offer) => offer.less !== 0);
    const full = fullSites(all);
    // Of files there is nothing but their cost.
    const terms = isByFiles(all) ? [] : TERMS;
    return html`<section class="stack">
      <div class="head">
        <h3>Unit ${unit + 1}: choice of cluster</h3>
        ${helpMark('help-costs', 'costs', COST_HELP, SOURCE)}
        <span class="grow"></span>
        <button type="button" class="quiet" aria-label="Previous unit" @click=${() => this.tell(all, unit - 1)}>\u2039</button>
        <span class="soft">${formatNumber(unit + 1)} of ${formatNumber(units.length)}</span>
        <button type="button" class="quiet" aria-label="Next unit" @click=${() => this.tell(all, unit + 1)}>\u203a</button>
      </div>
      <p role="status">${whyWords(all)}</p>
      ${
        offers.length > 0
          ? html`<div class="scroll" tabindex="0" role="group" aria-label="Costs of unit ${unit + 1} by cluster">
            <table class="figures">
              <thead>
                <tr>
                  <th scope="col">Cluster</th><th scope="col">idle</th>${terms.length > 0 ? html`<th scope="col">peers</th>` : nothing}
                  ${terms.map(({ name }) => html`<th scope="col">${name}</th>`)}${divided ? html`<th scope="col">divisor</th>` : nothing}${less ? html`<th scope="col">gain</th>` : nothing}
                  <th scope="col">cost</th>
                </tr>
              </thead>
              <tbody>
                ${offers.map(
                  (offer) => html`<tr class=${offer.taken ? 'taken' : ''}>
                    <th scope="row">${sites[offer.site]?.name}${offer.taken ? html`<span class="unseen">, chosen</span>` : nothing}</th>
                    <td>${formatNumber(offer.idle)}</td>
                    ${terms.length > 0 ? html`<td>${offer.peers.join(' \u00b7 ')}</td>` : nothing}
                    ${terms.map(({ key }) => html`<td>${formatNumber(offer[key])}</td>`)}${divided ? html`<td>${formatNumber(offer.divisor)}</td>` : nothing}${less ? html`<td>${formatNumber(offer.less)}</td>` : nothing}
                    <td>${formatNumber(offer.cost)}</td>
                  </tr>`,
                )}
              </tbody>
            </table>
          </div>`
          : nothing
      }
      ${offers.length > 0 && terms.length > 0 ? html`<p class="soft">Peers: same cluster \u00b7 other clusters \u00b7 not placed yet. ${weightWords(all)}</p>` : nothing}
      ${offers.length > 0 && full.length > 0 ? html`<p class="soft">No idle node left: ${full.join(', ')}.</p>` : nothing}
      ${this.functions(all)}
    </section>`;
  }

  /** What each function that weighs links would have said of the same choice. */
  functions(/** @type {Components} */ all) {
    const { functions, offers, sites, unit } = all;
    if (functions.length === 0) return nothing;
    const words = functionWords(all);
    const { columns } = words;
    return html`<h4>All six cost functions ${helpMark('help-functions', 'the six functions', FUNCTIONS_HELP, SOURCE)}</h4>
      <p>${words.said}</p>
      <div class="scroll" tabindex="0" role="group" aria-label="Costs of unit ${unit + 1} by each function">
        <table class="figures">
          <thead>
            <tr><th scope="col">Function</th>${offers.map(({ site }) => html`<th scope="col">${sites[site]?.name}</th>`)}</tr>
          </thead>
          <tbody>
            ${columns.map(({ name, costs, least }) => html`<tr><th scope="row">${name}</th>${costs.map((cost, at) => html`<td class=${least.includes(at) ? 'least' : ''} title=${words.terms(name, at)}>${formatNumber(cost)}${least.includes(at) ? html`<span class="unseen">, lowest</span>` : nothing}</td>`)}</tr>`)}
          </tbody>
        </table>
      </div>
      <details>
        <summary>Terms of the functions</summary>
        <div class="scroll" tabindex="0" role="group" aria-label="Terms of each function">
          <table class="figures">
            <thead>
              <tr><th scope="col">Function</th><th scope="col">Cluster</th>${TERMS.map(({ name }) => html`<th scope="col">${name}</th>`)}<th scope="col">divisor</th><th scope="col">gain</th><th scope="col">cost</th></tr>
            </thead>
            <tbody>
              ${functions.flatMap(({ name, costs }) =>
                costs.map(
                  (cost, at) =>
                    html`<tr><th scope="row">${at === 0 ? name : ''}</th><td>${sites[offers[at]?.site ?? -1]?.name}</td>${TERMS.map(({ key }) => html`<td>${formatNumber(cost[key])}</td>`)}<td>${formatNumber(cost.divisor)}</td><td>${formatNumber(cost.less)}</td><td>${formatNumber(cost.cost)}</td></tr>`,
                ),
              )}
            </tbody>
          </table>
        </div>
      </details>`;
  }

  /** What is and was on the links. */
  links(/** @type {Components} */ all) {
    const { links, width, sites, from_s: from, to_s: to, used_links: used } = all;
    const top = topOf(all);
    const columns = Math.max(1, ...links.map(({ load }) => load.length));
    const share = (/** @type {number} */ count) => (to > from ? count : 1);
    return html`<section class="stack">
      <div class="head"><h3>Links between clusters</h3>${helpMark('help-links', 'links', LINK_HELP, SOURCE)}</div>
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
          const limit = HIGH * (1 - width / top);
          return html`<b>${name}</b>
            <svg viewBox="0 0 ${share(72)} ${HIGH}" preserveAspectRatio="none" role="img" aria-label="${name}: ${linkWords(link, width)}; at most ${formatNumber(link.most)} messages at once, ${formatNumber(link.carried)} Mb so far">
              <path class="load" d=${loadPath(below, top)}></path>
              <path class="over" d=${loadPath(link.load, top, width)}></path>
              ${width < top ? svg`<path class="width" d="M0 ${limit}H${Math.max(72, columns)}"></path>` : nothing}
            </svg>
            <p class="soft">${linkWords(link, width)}</p>`;
        })}
      </div>
    </section>`;
  }

  /** The same as a list, by keyboard too. */
  units(/** @type {Components} */ all) {
    return html`<section class="stack">
      <details>
        <summary>All units as a list</summary>
        <ol class="lines units" @keydown=${rove}>
          ${all.units.map(
            ({ subject }, at) => html`<li>
              <button type="button" tabindex=${at === all.unit ? 0 : -1} aria-pressed=${at === all.unit} @click=${() => select(this.page, subject)}><b>Unit ${at + 1}</b> <span class="soft">${unitWords(all, at)}</span></button>
            </li>`,
          )}
        </ol>
      </details>
    </section>`;
  }
}

/** A pattern in a sentence. */
function summary(/** @type {Components} */ all) {
  const there = all.sites.filter(({ units }) => units > 0).map(({ name, units }) => `${formatNumber(units)} units in ${name}`);
  return `${there.join(', ')}; ${farWords(all)}.`;
}

customElements.define('components-panel', ComponentsPanel);
