/** @file `<plot-stack>`: queue, running jobs and utilisation below the charts, on their time axis, up to the playhead. */

import { css, html } from 'lit';
import { askRun } from '../commands.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { displayedSpan } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { workNoun } from '../text/time.js';
import './metric-plot.js';

/** @import { PlotData } from './metric-plot.js' */
/** @import { Moment, Series } from '../engine/types.js' */

/** Minimum interval between two queries, ms. */
const REFRESH_MS = 120;
/** Delay before a failed query is repeated, ms, doubled each time; and number of repetitions. */
const RETRY_MS = 250;
const RETRIES = 6;
/** Distance between two points of a line, CSS pixels. */
const POINT_PX = 2;

/** The values of each run that the plots show. */
const KEYS = /** @type {const} */ (['queued', 'running', 'busy']);

/** Three plots that share one query per run. */
export class PlotStack extends PageElement {
  static properties = { series: { state: true }, gutter: { state: true }, pointed_s: { state: true } };

  static styles = css`
    :host {
      display: block;
      position: relative;
    }
    .now {
      position: absolute;
      z-index: 1;
      inset: 0 0 0 var(--gutter);
      overflow: hidden;
      pointer-events: none;
    }
    .now i {
      position: absolute;
      inset-block: 0;
      width: 1.5px;
      margin-left: -0.75px;
      background: var(--accent);
    }
  `;

  constructor() {
    super();
    /**
     * One line per variant; null if its run has failed or was cancelled.
     * @type {{from_s: number, to_s: number, lines: (Series|null)[], moments: (Moment|null)[], names: string[]}|null}
     */
    this.series = null;
    /**
     * The data of the plots: computed once, so that a moving playhead does not redraw them.
     * @type {Map<string, PlotData|null>}
     */
    this.plots = new Map();
    this.gutter = 76;
    /** The time under the pointer, which all plots show. */
    this.pointed_s = NaN;
    this.busy = false;
    this.stale = false;
    /** Number of consecutive failures of the query. */
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.retry = undefined;
    /** The page is on screen again. */
    this.shown = () => {
      if (this.stale) void this.loadSeries();
    };
    /** Whether it is on screen, as reported by the observer. */
    this.visible = false;
    // The playhead is that of the last frames of the charts, not that of the next request.
    this.fromStore = new StoreController(this, (state) => ({
      ...displayedSpan(state),
      names: state.variants.map(({ name }) => name).join('\n'),
      things: workNoun(state.work),
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => {
      this.measureWidth();
      void this.loadSeries();
    });
    this.observer.observe(this);
    this.sight = new IntersectionObserver((entries) => {
      // Several entries may arrive at once, the newest last.
      this.visible = entries.at(-1)?.isIntersecting ?? false;
      if (this.visible) void this.loadSeries();
    });
    this.sight.observe(this);
    document.addEventListener('visibilitychange', this.shown);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.variants !== before.variants) this.failures = 0;
      // Lines of another scenario.
      if (state.variants.every(({ layout }) => !layout)) this.series = null;
      if (state.view !== before.view || state.playhead_s !== before.playhead_s || state.variants !== before.variants)
        void this.loadSeries();
      if (state.theme !== before.theme) setTimeout(() => this.measureWidth());
    });
    this.measureWidth();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.sight?.disconnect();
    document.removeEventListener('visibilitychange', this.shown);
    clearTimeout(this.retry);
    this.unsubscribe?.();
  }

  measureWidth() {
    const width = Number.parseFloat(getComputedStyle(this).getPropertyValue('--gutter'));
    if (Number.isFinite(width)) this.gutter = width;
  }

  /** Queries every run for its series. */
  async loadSeries() {
    this.stale = true;
    if (!this.busy) this.measureWidth();
    const width = this.clientWidth - this.gutter;
    // Without a layout the width is 0, and a plot with few points would flash later.
    if (this.busy || !this.visible || width <= 0 || document.visibilityState === 'hidden') return;
    this.busy = true;
    this.stale = false;
    clearTimeout(this.retry);
    const { view, playhead_s, variants } = this.page.store.get();
    const points = Math.max(16, Math.floor(width / POINT_PX));
    const { from_s, to_s } = view;
    const [lines, moments] = await Promise.all([
      Promise.all(variants.map((_, i) => askRun(this.page, i, 'series', from_s, to_s, points, playhead_s).catch(() => null))),
      Promise.all(variants.map((_, i) => askRun(this.page, i, 'state', playhead_s).catch(() => null))),
    ]);
    const now = this.page.store.get().variants;
    const isOver = (/** @type {number} */ i) => now[i]?.status === 'failed' || now[i]?.status === 'cancelled';
    if (lines.every((line, i) => line !== null || isOver(i))) {
      this.failures = 0;
      this.series = lines.some((line) => line !== null) ? { from_s, to_s, lines, moments, names: plotNames(variants) } : null;
    } else if (this.failures < RETRIES) {
      // A run was replaced during the query. Without further changes nothing else would repeat it.
      this.retry = setTimeout(() => void this.loadSeries(), RETRY_MS * 2 ** this.failures);
      this.failures += 1;
    }
    setTimeout(() => {
      this.busy = false;
      if (this.stale) void this.loadSeries();
    }, REFRESH_MS);
  }

  /**
   * Returns the lines of a series for all variants and the values at the playhead; null before the runs are read.
   * @param {'queued'|'running'|'busy'} key
   * @returns {PlotData|null}
   */
  seriesLines(key) {
    if (!this.series) return null;
    const { lines, moments, names } = this.series;
    const [only] = lines;
    // The values at the playhead, which lines do not have, because they consist of means.
    const now = moments.map((moment) => (moment ? (key === 'busy' ? moment.busy / (moment.nodes || 1) : moment[key]) : NaN));
    const time = lines.find((line) => line !== null)?.time ?? new Float64Array(0);
    if (key === 'busy' && only && lines.length === 1 && only.by_kind.length > 1) {
      // Kinds without use have no line and no name, but keep their colours.
      const kinds = only.by_kind.map(({ name, busy }) => ({ name, busy: busy.some((share) => share > 0) ? busy : busy.map(() => NaN) }));
      return {
        time: only.time,
        values: [only.busy, ...kinds.map(({ busy }) => busy)],
        now,
        names: ['all', ...kinds.map(({ name }) => name)],
      };
    }
    return { time, values: lines.map((line) => line?.[key] ?? time.map(() => NaN)), now, names };
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('series')) this.plots = new Map(KEYS.map((key) => [key, this.seriesLines(key)]));
  }

  render() {
    const { from_s = 0, to_s = 1 } = this.series ?? {};
    const { things, now_s, from_s: left_s, to_s: right_s } = this.fromStore.value;
    const plot = (/** @type {'queued'|'running'|'busy'} */ key, /** @type {string} */ label, /** @type {string} */ unit, share = false) =>
      html`<metric-plot .label=${label} .unit=${unit} .data=${this.plots.get(key) ?? null} .from_s=${from_s} .to_s=${to_s} .share=${share} .gutter=${this.gutter} .least=${4} .pointed_s=${this.pointed_s} @point=${(/** @type {CustomEvent<number>} */ { detail }) => (this.pointed_s = detail)}></metric-plot>`;
    return html`${plot('queued', 'Queue', things)} ${plot('busy', 'Utilisation', 'of all nodes', true)} ${plot('running', 'Running', things)}
      <div class="now"><i ${inlineStyle({ left: `${((now_s - left_s) / (right_s - left_s)) * 100}%` })}></i></div>`;
  }
}

/**
 * The names of lines: those of forks are too long for plots, which number them like the strip between a run and its
 * fork.
 * @param {readonly {name: string, system?: object}[]} variants
 */
export function plotNames(variants) {
  const forks = variants.filter(({ system }) => isFork(system));
  const number = (/** @type {{name: string, system?: object}} */ one) => (forks.length > 1 ? ` ${forks.indexOf(one) + 1}` : '');
  return variants.map((one) => (isFork(one.system) ? `fork${number(one)}` : one.name));
}

/** @param {object|undefined} system */
const isFork = (system) => /** @type {{fork?: object}|undefined} */ (system)?.fork !== undefined;

customElements.define('plot-stack', PlotStack);
