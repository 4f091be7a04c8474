/** @file Everything that can be taken away: pictures, tables, the scenario itself. */
import { css, html, nothing } from 'lit';
import { ask, save } from '../commands.js';
import { effectiveTheme, tokenColours } from '../elements/theme.js';
import { scenarioTitle } from '../text/title.js';
import { waitScale, wholeWindow } from '../state/view.js';
import { attempt } from '../commands/attempt.js';
import { fetchPart } from '../commands/lazy.js';
import { panel } from '../elements/panel.js';
import { icon } from '../elements/icons.js';
import { fileName } from '../address/links.js';
import { numberField } from '../elements/number-field.js';
import { Part } from '../elements/part.js';
import { reportOf } from './report.js';
import { saveBundle } from './save-bundle.js';

/** @import { Layout, View } from '../engine/types.js' */
/** @import { Variant } from '../types.js' */

/** The tables of every run, where there is something in them. */
const TABLES = [
  { id: 'jobs', name: 'Jobs', doc: 'one line a job or task: times, wait, slowdown, user, nodes' },
  { id: 'intervals', name: 'Intervals', doc: 'who held which nodes, when' },
  { id: 'marks', name: 'Marks', doc: 'who grew, shrank or lost a node, when' },
  { id: 'transfers', name: 'Transfers', doc: 'files moved between clusters' },
  { id: 'series', name: 'Time series', doc: 'each step of the queue, of what runs and of the busy nodes' },
];

/** The schedule as other programs read it. */
const FILES = [
  { id: 'swf', name: 'SWF', doc: 'a log in the Standard Workload Format: what arrived, waited and ran', ending: 'swf', type: 'text/plain' },
  { id: 'paje', name: 'Pajé', doc: 'who held which node when, for viewers of traces', ending: 'paje', type: 'text/plain' },
];

/** The exports of the page. */
export class ExportMenu extends Part {
  static properties = { variant: { state: true }, has: { state: true }, extent: { state: true }, width: { state: true }, working: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['variants', 'title', 'scenario'];

  static styles = [
    panel,
    css`
      .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 8px;
      }
      .pair > label {
        display: grid;
        gap: 2px;
      }
      .pair input {
        width: 100%;
      }
      section {
        display: grid;
        gap: 6px;
      }
      .list {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
        gap: 6px;
      }
      .list button {
        justify-content: flex-start;
      }
    `,
  ];

  constructor() {
    super();
    /** Which variant is exported. */
    this.variant = 0;
    /** What of it a picture shows. @type {'screen' | 'whole'} */
    this.extent = 'screen';
    /** Width of pictures in pixels. */
    this.width = 1600;
    this.working = false;
    /** Of what there is something to export. @type {readonly string[]} */
    this.has = [];
    /** Of which run that is. @type {object|null} */
    this.asked = null;
  }

  /** @override */
  updated() {
    const { digest } = this.run ?? {};
    if (!digest || digest === this.asked) return;
    this.asked = digest;
    void ask(this.page, this.at, 'exports').then(
      (has) => (this.has = has),
      () => (this.asked = null),
    );
  }

  /** The variant that is exported. @returns {Variant | undefined} */
  get run() {
    return this.state.variants[this.at];
  }

  /** Its place: that of one that is no longer there is taken by the first. */
  get at() {
    return this.state.variants[this.variant] ? this.variant : 0;
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const ready = this.run?.layout ? !this.working : false;
    return html`<div class="stack">
      ${variants.length > 1
        ? html`<label
            >Variant
            <select @change=${(/** @type {Event} */ event) => (this.variant = Number(value(event)))}>
              ${variants.map(({ name }, at) => html`<option value=${at} .selected=${at === this.variant}>${name}</option>`)}
            </select></label
          >`
        : nothing}
      <section aria-labelledby="pictures">
        <h2 id="pictures">Picture</h2>
        <div class="pair">
          <label
            >Shows
            <select @change=${(/** @type {Event} */ event) => (this.extent = value(event) === 'whole' ? 'whole' : 'screen')}>
              <option value="screen" .selected=${this.extent === 'screen'}>What is on screen</option>
              <option value="whole" .selected=${this.extent === 'whole'}>The whole run</option>
            </select></label
          >
          <label
            ><span>Width <span class="soft">px</span></span>
            ${numberField({ value: this.width, low: 320, high: 4000, whole: true, change: (width) => (this.width = width) })}
          </label>
        </div>
        <div class="list">
          ${this.button('PNG', 'pixels, for slides', ready, () => this.picture([this.at], 'png'))}
          ${this.button('SVG', 'lines, for print', ready, () => this.picture([this.at], 'svg'))}
          ${variants.length > 1
            ? html`${this.button('All as PNG', 'all variants below each other on one axis, with results, legend and digests', this.allReady, () => this.picture([...variants.keys()], 'png'))}
              ${this.button('All as SVG', 'the same as lines, for print', this.allReady, () => this.picture([...variants.keys()], 'svg'))}`
            : nothing}
        </div>
      </section>
      <section aria-labelledby="tables">
        <h2 id="tables">Tables <span class="soft">CSV</span></h2>
        <div class="list">${[...TABLES, ...(this.run?.tables ?? [])].filter(({ id }) => this.has.includes(id)).map(({ id, name, doc }) => this.button(name, doc, ready, () => this.csv(id)))}</div>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">For other programs</h2>
        <div class="list">
          ${FILES.filter(({ id }) => this.has.includes(id)).map(({ id, name, doc, ending, type }) => this.button(name, doc, ready, async () => this.give(ending, await ask(this.page, this.at, 'export_text', id), type)))}
          ${this.button('Report', 'JSON: the measures of all variants with their statistics, and the scenario', ready && this.state.variants.every(({ report }) => report), () => this.report())}
        </div>
      </section>
      <section aria-labelledby="scenario">
        <h2 id="scenario">Scenario</h2>
        <div class="list">
          ${this.button('Scenario file', 'all of it, files included', Boolean(this.state.scenario), () => saveBundle(this.page))}
        </div>
      </section>
    </div>`;
  }

  /**
   * @param {string} name
   * @param {string} about
   * @param {boolean} ready
   * @param {() => Promise<void> | void} action
   */
  button(name, about, ready, action) {
    const run = async () => {
      this.working = true;
      await attempt(this.page, `${name} could not be made`, async () => action());
      this.working = false;
    };
    return html`<button type="button" title=${about} ?disabled=${!ready} @click=${run}>${icon('export')} ${name}</button>`;
  }

  /**
   * @param {string} ending
   * @param {BlobPart} content
   * @param {string} type
   */
  give(ending, content, type) {
    const { variants } = this.state;
    const name = [scenarioTitle(this.state), variants.length > 1 ? this.run?.name : ''].filter(Boolean).join(' ');
    save(fileName(name, this.run?.digest?.whole, ending), content, type);
  }

  /**
   * What a picture shows.
   * @param {Layout} layout
   * @param {{ width: number, height: number }} size
   * @param {number} scale device pixels a CSS pixel
   * @returns {View}
   */
  view(layout, size, scale) {
    const { variants, view, folded, playhead_s, colour, selected, query, theme } = this.state;
    const whole = { ...wholeWindow(variants), rows: layout.rows };
    const window = this.extent === 'whole' ? whole : view;
    const { from_s, to_s, first_row, rows } = window;
    const now_s = this.extent === 'whole' ? whole.to_s : playhead_s;
    return { from_s, to_s, first_row, rows, folded, shares: true, ...size, scale, now_s, ...waitScale(variants), colour: colour || null, theme: effectiveTheme(theme), selected, query };
  }

  /**
   * A picture of some variants.
   * @param {readonly number[]} which
   * @param {'png'|'svg'} ending
   */
  async picture(which, ending) {
    const { variants, catalog, work, difference } = this.state;
    const drawing = await fetchPart(this.page, 'The drawing of charts', () => import('./picture.js'));
    const pixels = ending === 'png' ? await fetchPart(this.page, 'What makes pixels of drawings', () => import('../plot/plot-drawing.js')) : undefined;
    if (!drawing || (ending === 'png' && !pixels)) return;
    const panes = await Promise.all(which.map(async (at) => {
      const { name, layout, report, digest } = variants[at] ?? {};
      if (!name || !layout) throw new Error(`${name} has not begun`);
      const rows = this.extent === 'whole' ? layout.rows : this.state.view.rows;
      const view = this.view(layout, drawing.barArea(this.width, rows, which.length), 1);
      const [svg, legend, moved] = await Promise.all([
        ask(this.page, at, 'export_svg', view),
        ask(this.page, at, 'legend', view),
        difference ? ask(this.page, at, 'difference', view, new Uint32Array(0)) : null,
      ]);
      return { name, report: report ?? null, digest: digest?.whole ?? '', svg, legend, difference: moved ?? null };
    }));
    const colours = tokenColours(this, ['paper', 'ink', 'ink-soft', 'edge']);
    const said = scenarioTitle(this.state);
    const names = variants.map(({ name }) => name);
    const svg = drawing.pictureSvg({ width: this.width, title: said, panes, names, work, note: `Ganttlet ${catalog?.engine ?? ''}`.trim(), colours });
    const file = [said, which.length < variants.length ? panes[0]?.name : ''].filter(Boolean).join(' ');
    save(fileName(file, panes[0]?.digest, ending), pixels ? await pixels.plotPixels(svg, 1) : svg, ending === 'png' ? 'image/png' : 'image/svg+xml');
  }

  report() {
    const { scenario, variants, catalog } = this.state;
    if (scenario) save(fileName(scenarioTitle(this.state), variants[0]?.digest?.whole, 'json'), `${JSON.stringify(reportOf(scenario, variants, catalog?.engine ?? ''), null, 2)}\n`, 'application/json');
  }

  /** Whether every variant has something to draw. */
  get allReady() {
    return !this.working && this.state.variants.every(({ layout }) => layout);
  }

  /** @param {string} what the table */
  async csv(what) {
    this.give(`${what}.csv`, await ask(this.page, this.at, 'export_text', what), 'text/csv');
  }
}

/** @param {Event} event */
function value(event) {
  return /** @type {HTMLSelectElement} */ (event.target).value;
}
