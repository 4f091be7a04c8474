/** @file `<morph-view>`: moves each bar from its position in one system to that in the next. */

import { html, nothing, svg } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { chooseInView, prefersReducedMotion } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { tokenColours } from '../elements/theme.js';
import { StoreController } from '../state/store.js';
import { formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, timeTicks, workNoun } from '../text/time.js';
import { readMorph } from './morph-data.js';
import { layoutDots } from './morph-dots.js';
import { MOST_JOBS, moveCounts, visibleMoves } from './morph-geometry.js';
import { nextPosition, segmentAt } from './morph-player.js';
import { drawScene, FONT, morphScene } from './morph-scene.js';
import { morphStyle } from './morph-style.js';
import { denseText, positionText, progressText, stayingText, stopText } from './morph-texts.js';

/** @import { MorphData } from './morph-data.js' */
/** @import { Look, Stage } from './morph-scene.js' */

/** Maximum height of a row, and maximum and minimum height of the chart, CSS pixels. */
const HEIGHT = { row: 15, most: 480, least: 200, phone: 280 };
/** Minimum height of the dots, and height of their ticks, CSS pixels. */
const DOTS = { least: 56, ticks: 20 };
/** Distance between ticks. */
const TICK_PX = 80;
/** Duration of a step, s. */
const STEPS_S = [1, 2.5, 5, 8];
/** A step of the slider, in hundredths of the distance between two stops. */
const SLIDER_STEP = 5;
/** Maximum time between two frames that playback catches up, s. */
const LONGEST_S = 0.25;

/** The morph. */
export class MorphView extends PageElement {
  static properties = {
    position: { state: true },
    playing: { state: true },
    back: { state: true },
    step_s: { state: true },
    data: { state: true },
    width: { state: true },
    exporting: { state: true },
  };

  static styles = [controlStyle, morphStyle];

  constructor() {
    super();
    /** The position: stops are integers, with fractions between them. */
    this.position = 0;
    this.playing = false;
    this.back = true;
    this.step_s = 2.5;
    /** @type {MorphData|null} */
    this.data = null;
    this.width = 0;
    this.exporting = '';
    /** The reports of the runs that were read. @type {readonly unknown[]} */
    this.read = [];
    /** @type {{position: number, rest_s: number, direction: 1|-1}} */
    this.motion = { position: 0, rest_s: 0, direction: 1 };
    this.last = 0;
    this.fromStore = new StoreController(this, ({ choices, variants, view, theme, dark, work }) => ({
      shown: choices.morph === true,
      variants,
      view,
      theme,
      dark,
      things: workNoun(work),
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this);
    this.addEventListener('keydown', this.onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.playing = false;
    this.removeEventListener('keydown', this.onKey);
  }

  /** Adapts the canvas to the size of the element. */
  measure() {
    const { clientWidth = 0 } = this.renderRoot.querySelector('canvas') ?? {};
    if (clientWidth > 0) this.width = clientWidth;
  }

  /** Number of stops: the schedules. */
  get stops() {
    return this.fromStore.value.variants.length;
  }

  /** Hides the charts while the morph is shown, and draws it. */
  updated(/** @type {Map<string, unknown>} */ changed) {
    const { shown, variants } = this.fromStore.value;
    const charts = this.nextElementSibling;
    const opened = shown && charts && !charts.hasAttribute('hidden');
    charts?.toggleAttribute('hidden', shown);
    if (!shown) {
      this.playing = false;
      return;
    }
    if (opened) void this.updateComplete.then(() => this.slider?.focus());
    void this.readRuns();
    this.measure();
    if (this.position > this.stops - 1) this.setPosition(Math.max(0, this.stops - 1));
    if (changed.has('playing') && this.playing) this.startMoving();
    if (variants.length > 1) this.draw();
  }

  get slider() {
    return /** @type {HTMLInputElement|null} */ (this.renderRoot.querySelector('input[type=range]'));
  }

  /** Reads the runs when they are complete. */
  async readRuns() {
    const { variants, theme, dark } = this.fromStore.value;
    const key = [...variants.map(({ report }) => report), theme, dark];
    if (variants.some(({ status }) => status !== 'done') || key.every((one, at) => one === this.read[at])) return;
    this.read = key;
    const data = await readMorph(this.page).catch(() => null);
    if (this.read === key) this.data = data;
  }

  /** @param {number} position */
  setPosition(position) {
    const inside = Math.max(0, Math.min(this.stops - 1, position));
    this.position = prefersReducedMotion() ? Math.round(inside) : inside;
    this.motion = { position: this.position, rest_s: 0, direction: this.motion.direction };
  }

  togglePlaying() {
    if (prefersReducedMotion()) return;
    if (!this.playing && !this.back && this.position >= this.stops - 1) this.setPosition(0);
    this.playing = !this.playing;
  }

  /** Moves the position frame by frame until the morph ends, is paused or is removed. */
  startMoving() {
    this.last = performance.now();
    const move = (/** @type {number} */ now) => {
      if (!this.playing || !this.isConnected) return;
      const elapsed = Math.max(0, Math.min(LONGEST_S, (now - this.last) / 1000));
      this.last = now;
      const next = nextPosition(this.motion, elapsed, { stops: this.stops, step_s: this.step_s, back: this.back });
      this.motion = next;
      this.position = next.position;
      if (next.ended) this.playing = false;
      else requestAnimationFrame(move);
    };
    requestAnimationFrame(move);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const digit = /^Digit([1-9])$/u.exec(event.code)?.[1];
    if (digit && Number(digit) <= this.stops) this.stopAt(Number(digit) - 1);
    else if (event.code === 'Space' && !target.matches('button, select, input[type=checkbox]')) this.togglePlaying();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} stop */
  stopAt(stop) {
    this.playing = false;
    this.setPosition(stop);
  }

  /** A drag over the chart moves the knob. @param {PointerEvent} event */
  onDrag(event) {
    if (event.type === 'pointerdown') {
      const canvas = /** @type {HTMLElement} */ (event.currentTarget);
      canvas.setPointerCapture(event.pointerId);
      this.dragged = { x: event.clientX, position: this.position };
      this.playing = false;
    } else if (event.type === 'pointermove' && this.dragged) {
      this.setPosition(this.dragged.position + (2 * (event.clientX - this.dragged.x)) / Math.max(1, this.width));
    } else this.dragged = undefined;
  }

  /** The scene at a position; null if it is too dense or unknown. @param {number} position */
  sceneAt(position) {
    const { data } = this;
    const { variants, view } = this.fromStore.value;
    if (!data || variants.length < 2 || this.width < 2) return null;
    const { from, to, share } = segmentAt(position, variants.length);
    const window = { from_s: view.from_s, to_s: view.to_s };
    const all = data.moves[from] ?? [];
    if (visibleMoves(all, window).length > MOST_JOBS) return null;
    const colours = tokenColours(this, ['paper', 'ink', 'ink-soft', 'hole', 'edge', 'accent']);
    const ends = [from, to].map((at) => variants[at]?.report?.last_end_s ?? NaN);
    /** @type {Stage} */
    const stage = { width: this.width, height: this.height, ...window, rows: data.rows };
    /** @type {Look} */
    const look = {
      colours,
      waits: data.waits,
      names: [variants[from]?.name ?? '', variants[to]?.name ?? ''],
      ends_s: [ends[0] ?? NaN, ends[1] ?? NaN],
      endTexts: [formatMoment(ends[0]), formatMoment(ends[1])],
    };
    return { shapes: morphScene(all, share, stage, look), colours, moves: all, share };
  }

  /** Height of the drawing, CSS pixels. */
  get height() {
    const rows = this.data?.rows ?? 1;
    if (matchMedia('(width < 700px)').matches) return HEIGHT.phone;
    return Math.max(HEIGHT.least, Math.min(HEIGHT.most, rows * HEIGHT.row));
  }

  /** Draws the morph at the current position. */
  draw() {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    const scene = this.sceneAt(this.position);
    if (!canvas || !context || !scene) return;
    const scale = Math.max(1, Math.min(4, devicePixelRatio));
    const [width, height] = [Math.round(this.width * scale), Math.round(this.height * scale)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = scene.colours.paper ?? '#fff';
    context.fillRect(0, 0, this.width, this.height);
    drawScene(context, scene.shapes, FONT);
  }

  /** Exports in a format. @param {'stills'|'csv'|'webm'} what */
  async export(what) {
    this.playing = false;
    this.exporting = what;
    try {
      const part = await loadPart(this.page, 'The export of morphs', () => import('./morph-export.js'));
      await part?.exportMorph(this, what);
    } finally {
      this.exporting = '';
    }
  }

  render() {
    const { shown, variants, things } = this.fromStore.value;
    if (!shown) return nothing;
    if (variants.length < 2)
      return html`<p class="empty">The morph needs two systems to compare. <button @click=${this.close}>Back to the charts</button></p>`;
    const { from, to, share } = segmentAt(this.position, this.stops);
    const names = variants.map(({ name }) => name);
    const moves = this.data?.moves[from] ?? [];
    const dense = this.data !== null && visibleMoves(moves, this.fromStore.value.view).length > MOST_JOBS;
    const wait = (/** @type {number} */ at) => variants[at]?.report?.rows.find(({ id }) => id === 'wait')?.value ?? null;
    const atStop = Number.isInteger(this.position);
    const other = this.position > 0 ? this.position - 1 : 1;
    const stop = atStop ? stopText(names[this.position] ?? '', wait(this.position), { name: names[other] ?? '', wait_s: wait(other) }) : '';
    const counts = moveCounts(moves, share);
    const words = atStop ? stop : progressText(counts, things);
    return html`
      <section aria-label="Morph">
        <div class="switch">
          <div class="name"><h2>Morph</h2><button class="quiet" @click=${this.close}>${variants.length === 2 ? 'Two panes' : 'Panes'} to study</button></div>
          <div class="track" ${inlineStyle({ '--stops': String(this.stops - 1) })}>
            <input
              type="range"
              aria-label="Position between the systems"
              aria-valuetext=${atStop ? stop : positionText(share, names[from] ?? '', names[to] ?? '')}
              min="0"
              max=${(this.stops - 1) * 100}
              step=${prefersReducedMotion() ? 100 : SLIDER_STEP}
              .value=${String(this.position * 100)}
              @input=${(/** @type {Event} */ { target }) => this.stopAt(Number(/** @type {HTMLInputElement} */ (target).value) / 100)}
            />
            <div class="stops">${names.map((name, at) => html`<button class="quiet" aria-pressed=${this.position === at} title="${name} (${at + 1})" @click=${() => this.stopAt(at)}>${name}</button>`)}</div>
          </div>
          <div class="words"><p aria-live=${this.playing ? 'off' : 'polite'}>${this.data ? words : 'Reading the schedules …'}</p><p class="note">${this.data ? stayingText(counts.staying, things) : nothing}</p></div>
        </div>
        ${this.renderTools()}
        ${dense ? html`<p class="empty" role="status">${denseText(MOST_JOBS)}</p>` : this.renderPane(from, to)}
        ${this.renderLegend()} ${dense ? nothing : this.renderDots(from, to, share)}
      </section>
    `;
  }

  close() {
    chooseInView(this.page, 'morph', false);
  }

  /** Renders the controls of playback, speed and export. */
  renderTools() {
    const reduced = prefersReducedMotion();
    const busy = this.exporting !== '';
    return html`<div class="tools">
      ${
        reduced
          ? html`<span class="note">Reduced motion: the drawing stops at each system.</span>`
          : html`<button class="icon-only" aria-label=${this.playing ? 'Pause the morph' : 'Play the morph'} title="Space" @click=${this.togglePlaying}>${icon(this.playing ? 'pause' : 'play')}</button>
              <label><input type="checkbox" .checked=${this.back} @change=${(/** @type {Event} */ { target }) => (this.back = /** @type {HTMLInputElement} */ (target).checked)} />Back and forth</label>
              <label>a step
                <select @change=${(/** @type {Event} */ { target }) => (this.step_s = Number(/** @type {HTMLSelectElement} */ (target).value))}>
                  ${STEPS_S.map((step) => html`<option value=${step} ?selected=${step === this.step_s}>${formatNumber(step)} s</option>`)}
                </select>
              </label>`
      }
      <span class="room"></span>
      <span class="note">Save</span>
      <button class="quiet" ?disabled=${busy} title="One picture of each system" @click=${() => this.export('stills')}>Stills, SVG</button>
      <button class="quiet" ?disabled=${busy} title="Submission, start, end, nodes and wait of each job in each system" @click=${() => this.export('csv')}>Jobs, CSV</button>
      ${typeof MediaRecorder === 'undefined' ? nothing : html`<button class="quiet" ?disabled=${busy} @click=${() => this.export('webm')}>${this.exporting === 'webm' ? 'Recording …' : 'Video, WebM'}</button>`}
    </div>`;
  }

  /**
   * Renders the drawing between two systems, with its ruler; `from` and `to` are indices of variants.
   * @param {number} from
   * @param {number} to
   */
  renderPane(from, to) {
    const { view } = this.fromStore.value;
    const place = (/** @type {number} */ time_s) => ((time_s - view.from_s) / (view.to_s - view.from_s)) * 100;
    return html`<div class="pane">
      ${this.renderSide(from, to)}
      <div>
        <div class="ruler" aria-hidden="true">${timeTicks(view.from_s, view.to_s, Math.max(2, this.width / TICK_PX), view.to_s).map(({ time_s, text }) => html`<span ${inlineStyle({ left: `${place(time_s)}%` })}>${text}</span>`)}</div>
        <canvas
          role="img"
          aria-label="Schedule between the systems"
          ${inlineStyle({ height: `${this.height}px` })}
          @pointerdown=${this.onDrag}
          @pointermove=${this.onDrag}
          @pointerup=${this.onDrag}
          @pointercancel=${this.onDrag}
        ></canvas>
      </div>
    </div>`;
  }

  /**
   * The numbers of both runs.
   * @param {number} from
   * @param {number} to
   */
  renderSide(from, to) {
    const { variants } = this.fromStore.value;
    const [one, other] = [variants[from], variants[to]];
    const { catalog } = this.page.store.get();
    const rows = ['wait', 'bounded-slowdown', 'idle-while-waiting', 'makespan'].flatMap((id) => {
      const [before, after] = [one, other].map((variant) => variant?.report?.rows.find((row) => row.id === id));
      if (typeof before?.value !== 'number' || typeof after?.value !== 'number') return [];
      const better = catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === id)?.better;
      return [{ name: id === 'makespan' ? 'Makespan' : before.name, unit: before.unit, before: before.value, after: after.value, better }];
    });
    const text = (/** @type {number} */ value, /** @type {string} */ unit) =>
      unit === 's' ? formatTime(value) : `${formatNumber(Number(value.toPrecision(3)))}${unit ? ` ${unit}` : ''}`;
    return html`<div class="side">
      <b>${one?.name} to ${other?.name}</b>
      <dl>${rows.map(({ name, unit, before, after, better }) => {
        const change = after - before;
        const improves = better !== undefined && change < 0 === (better === 'lower');
        const words = change === 0 ? 'the same' : `${text(Math.abs(change), unit)} ${change < 0 ? 'less' : 'more'}`;
        return html`<div><dt>${name}</dt><dd>${text(before, unit)} → ${text(after, unit)}<span class=${improves && change !== 0 ? 'good' : 'change'}>${words}</span></dd></div>`;
      })}</dl>
      <p class="note">Numbers are those of the two runs. Positions in between are a drawing and have no numbers.</p>
    </div>`;
  }

  /**
   * The changes of starts.
   * @param {number} from
   * @param {number} to
   * @param {number} share
   */
  renderDots(from, to, share) {
    const moves = this.data?.moves[from] ?? [];
    const { variants } = this.fromStore.value;
    if (moves.length === 0 || this.width < 2) return nothing;
    const { dots, high, ticks } = layoutDots(moves, share, this.width);
    const line = Math.max(DOTS.least, high + 4);
    const word = (/** @type {number} */ value_s) =>
      value_s === 0 ? 'same start' : `${formatTime(Math.abs(value_s))} ${value_s < 0 ? 'earlier' : 'later'}`;
    return html`<div class="pane dots">
      <div class="side"><b>Start, ${variants[to]?.name} − ${variants[from]?.name}</b><span class="note">one dot for each job, area by nodes; filled: in place, accent: moving</span></div>
      <svg width=${this.width} height=${line + DOTS.ticks} role="img" aria-label="Change of the start of each job">
        <line x1="0" x2=${this.width} y1=${line} y2=${line}></line>
        ${dots.map(({ x, y, r, state, number }) => svg`<circle class=${state} cx=${x} cy=${line - y} r=${r - 0.75}><title>job ${number}</title></circle>`)}
        ${ticks.map(({ x, value_s }) => svg`<text x=${x} y=${line + 14} text-anchor=${x > this.width - 60 ? 'end' : x < 60 ? 'start' : 'middle'}>${word(value_s)}</text>`)}
      </svg>
    </div>`;
  }

  /** Renders the legend of wait times and kinds of bars. */
  renderLegend() {
    const { data } = this;
    if (!data) return nothing;
    return html`<div class="legend" role="group" aria-label="Legend">
      <b>wait time</b>
      ${data.waits.map(({ fill, from_s }) => html`<span><i ${inlineStyle({ background: fill })}></i>${from_s === 0 ? '0' : `≥ ${formatTime(from_s)}`}</span>`)}
      <span><i class="idle"></i>a job waits in this drawing</span>
      <span><i class="left"></i>left by a moving job</span>
      <span><i class="moving"></i>moving</span>
    </div>`;
  }
}

customElements.define('morph-view', MorphView);
