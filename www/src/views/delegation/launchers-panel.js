/** @file `<launchers-panel>`: the view and the requests of a launcher, and the messages between launchers and the resource manager; as of the playhead. */

import { html, nothing, svg } from 'lit';
import { attempt } from '../../commands/attempt.js';
import { fileName } from '../../commands/save.js';
import { chooseInView, save, seek } from '../../commands.js';
import { helpMark } from '../../elements/help.js';
import { icon } from '../../elements/icons.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { rove } from '../../elements/rove.js';
import { effectiveTheme, tokenColours } from '../../elements/theme.js';
import { WidthController } from '../../elements/width.js';
import { fileText, plotPixels, themed } from '../../plot/plot-drawing.js';
import { counted, formatBytes, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { keys, sections } from '../parts-of-panels.js';
import { clustersOf, plannedOf, read, takeSelected } from './known.js';
import { speakersOf } from './messages.js';
import { VIEW } from './name.js';
import { keyStyle, panelStyle } from './panel-style.js';
import { clusterName, ghostsIn, partsText, standing, stepsText } from './seen.js';
import { drawHeads, drawSequence, HEAD, placesOf, TOKENS as SAID_TOKENS } from './sequence-drawing.js';
import { drawSteps, heightOf, TOKENS as SEEN_TOKENS } from './steps-drawing.js';
import '../../plot/line-plot.js';
import { tableFiles } from '../table-files.js';

/** @import { Known } from './known.js' */
/** @import { Weighed } from './seen.js' */
/** @import { Line } from './messages.js' */
/** @import { Planned } from './steps-drawing.js' */

/** Milliseconds between two looks while the playhead moves. */
const WAIT = 200;
/** However long a look takes, the next one comes after so many. */
const MOST_MS = 1500;
/** Messages drawn at first, and at most: lines of a drawing, of which more would not be read. */
const FIRST = 30;
const MOST = 480;
/** Drawings are so much larger on a projector, as all text is. */
const PROJECTED = 1.2;
/** Columns no narrower than this stand side by side, with such a gap; the frame of the messages and what it is rolled by. CSS pixels. */
const COLUMN = 340;
const GAP = 32;
const ROLLED = 20;
const SOURCE = 'Klein and P\u00e9rez 2010, sections 3 and 4';
const VIEW_HELP = `The last view that the resource manager sent to the launcher: the number of hosts over time that are occupied by running applications and by those ahead of it. Its own
request is not included. Views use planned end times, so they change when an application ends early.`;
const SAID_HELP = `Launchers and the resource manager (RMS) communicate only by messages. Sizes are given for views, requests and lists. In a scheduling cycle,
the resource manager replans all starts.`;

/** What is kept, and what each file is called. */
const FILES = [
  { id: 'messages', name: 'messages' },
  { id: 'asked', name: 'requests' },
  { id: 'weighed', name: 'configurations' },
  { id: 'views', name: 'views' },
  { id: 'estimates', name: 'expected starts' },
];

/** The launchers of a run. */
export class LaunchersPanel extends Part {
  static properties = {
    variant: { state: true },
    known: { state: true },
    most: { state: true },
    own: { state: true },
    marked: { state: true },
  };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'choices', 'pane', 'theme', 'dark'];

  static styles = [panel, sections, keys, keyStyle, panelStyle];

  constructor() {
    super();
    /** The system that is shown. */
    this.variant = 0;
    /** The chart that was looked at last, and what was selected. */
    this.pane = -1;
    this.selected = -1;
    /** @type {Known|null} */
    this.known = null;
    /** So many messages are drawn. */
    this.most = FIRST;
    /** Whether only messages of the launcher that is shown are. */
    this.own = false;
    /** What is marked of what was weighed; -1 for nothing. */
    this.marked = -1;
    /** The last message that was drawn: the drawing goes down to a new one. */
    this.key = '';
    this.size = new WidthController(this);
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'choices', 'pane', 'selected'], MOST_MS);
  }

  /** The clusters as the launchers of the system are shown them. */
  get clusters() {
    return clustersOf(this.state.variants[this.variant]);
  }

  /** CSS pixels for each of a drawing. */
  get scale() {
    return effectiveTheme(this.state.theme) === 'projector' ? PROJECTED : 1;
  }

  async look() {
    const { variants, pane } = this.state;
    // The chart that is looked at is the one that is told of, until another is chosen here.
    if (pane !== this.pane) this.variant = this.pane = pane;
    if (this.variant >= variants.length) this.variant = 0;
    this.selected = takeSelected(this.page, this.selected);
    try {
      const known = await read(this.page, { variant: this.variant, clusters: this.clusters, most: this.most, own: this.own });
      if (known.launcher?.id !== this.known?.launcher?.id || known.request?.time_s !== this.known?.request?.time_s) this.marked = -1;
      this.known = known;
    } catch {
      // A run that is replaced while it is asked keeps what it said last.
    }
  }

  /** @override */
  updated() {
    const scroll = this.renderRoot.querySelector('.lines-of');
    const last = this.known?.lines.at(-1);
    const key = `${last?.time_s} ${last?.text} ${this.known?.lines.length}`;
    if (scroll && key !== this.key) scroll.scrollTop = scroll.scrollHeight;
    this.key = key;
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const { known, size } = this;
    if (!known)
      return html`<p class="soft">${variants.length === 0 || variants.every(({ status }) => status === 'done') ? 'These runs have no launchers. Choose the system Delegated resource selection in the panel Policy, or open an example that has them.' : 'Reading the messages \u2026'}</p>`;
    const two = size.width >= 2 * COLUMN + GAP;
    const width = Math.max(240, two ? (size.width - GAP) / 2 : size.width) / this.scale;
    return html`<div class="sections ${two ? 'two' : ''}">
      <div class="stack">${this.choosers(known)} ${this.seen(known, width)} ${this.weighed(known)}</div>
      <div class="stack">${this.said(known, width)} ${this.sent(known)} ${this.expected(known)} ${tableFiles(this.page, this.variant, FILES)}</div>
    </div>`;
  }

  /** Which system and which application. @param {Known} known */
  choosers({ launchers, launcher }) {
    const { variants } = this.state;
    const value = (/** @type {Event} */ { target }) => Number(/** @type {HTMLSelectElement} */ (target).value);
    return html`<div class="choosers">
      ${
        variants.length > 1
          ? html`<label>Variant
            <select @change=${(/** @type {Event} */ event) => this.show(value(event))}>
              ${variants.map((variant, at) => html`<option value=${at} .selected=${at === this.variant}>${variant.name}</option>`)}
            </select></label>`
          : nothing
      }
      <label>Launcher
        <select @change=${(/** @type {Event} */ event) => chooseInView(this.page, VIEW, value(event))}>
          ${launchers.map(({ id, name, kind, requests }) => html`<option value=${id} .selected=${id === launcher?.id}>${name}: ${kind}, ${counted(requests, 'requests')}</option>`)}
        </select></label>
    </div>`;
  }

  /** @param {number} variant */
  show(variant) {
    this.variant = variant;
    this.pulse.beat();
  }

  /**
   * What the launcher was sent, with what it asks for in the hole that takes.
   * @param {Known} known
   * @param {number} width
   */
  seen(known, width) {
    const { clusters } = this;
    const { launcher, sights, ghosts, request, now_s, start_s, stale } = known;
    const stands = standing({ ...known, clusters }, now_s);
    const planned = plannedOf(known, clusters, known.weighed[this.marked]);
    const sent = Math.max(...sights.map(({ time_s }) => time_s));
    const shown = { sights, clusters, planned, ghosts, now_s };
    const drawing = (/** @type {(token: string) => string} */ colour) => drawSteps(shown, width, colour);
    const has = (/** @type {Planned['look']} */ look) => planned.some((box) => box.look === look);
    const name = launcher?.name ?? 'the application';
    return html`<section class="stack">
      <div class="head"><h3 class="grow">View of ${name}</h3>${helpMark('help-view', 'views', VIEW_HELP, SOURCE)}</div>
      <p aria-live="polite">${stands.text}</p>
      ${
        sights.length === 0
          ? nothing
          : html`<svg width=${width * this.scale} height=${heightOf(sights) * this.scale} viewBox="0 0 ${width} ${heightOf(sights)}" role="img" aria-label="Last view sent to ${name}, at ${formatMoment(sent)}. The same as a table below.">${drawing(themed)}</svg>
            <p class="keys" aria-hidden="true">
              <span><i class="busy"></i>busy, as of ${formatMoment(sent)}</span>
              ${sights.some((sight) => ghostsIn(sight, ghosts).length > 0) ? html`<span><i class="busy ghost"></i>ghost</span>` : nothing}
              ${has('asked') ? html`<span><i class="asked"></i>requested</span>` : nothing} ${has('before') ? html`<span><i class="before"></i>previous request</span>` : nothing}
              ${has('weighed') ? html`<span><i class="weighed"></i>considered</span>` : nothing}
            </p>
            ${stale ? html`<p class="soft">Later views were sent, but are not recorded. The parameter View steps kept sets the limit.</p>` : nothing}
            <details>
              <summary>The same as a table</summary>
              <div class="scroll" tabindex="0" role="group" aria-label="View of ${name}">
                <table class="figures">
                  <thead>
                    <tr><th scope="col">Cluster</th><th scope="col">busy over time</th><th scope="col">requested</th></tr>
                  </thead>
                  <tbody>
                    ${sights.map(({ cluster, steps }) => {
                      const part = request?.parts.find((one) => one.cluster === cluster);
                      const told = stepsText(steps, clusters[cluster]?.hosts ?? 0, Infinity);
                      return html`<tr><th scope="row">${clusterName(clusters, cluster)}</th><td class="words">${told}</td><td>${part ? html`${formatNumber(part.hosts)}${start_s === null ? '' : ` from ${formatMoment(start_s)}`}` : nothing}</td></tr>`;
                    })}
                  </tbody>
                </table>
              </div>
            </details>
            ${this.ways(`view of ${name}`, SEEN_TOKENS, (colour) => [drawing(colour), width, heightOf(sights)])}`
      }
    </section>`;
  }

  /** What it could have asked for. @param {Known} known */
  weighed({ weighed, launcher }) {
    const { clusters } = this;
    if (weighed.length === 0) return nothing;
    const won = weighed.reduce((best, one, at) => (one.end_s < (weighed[best]?.end_s ?? Infinity) ? at : best), 0);
    const words = (/** @type {Weighed} */ { parts }) => partsText(parts, clusters);
    const mark = (/** @type {number} */ at) => (this.marked = this.marked === at ? -1 : at);
    return html`<section class="stack">
      <h3>Configurations considered at ${formatMoment(weighed[0]?.time_s)}</h3>
      <div class="scroll weighed" tabindex="0" role="group" aria-label="Configurations considered by ${launcher?.name}">
        <table class="figures">
          <thead>
            <tr><th scope="col">Configuration</th><th scope="col">start</th><th scope="col">duration</th><th scope="col">end</th></tr>
          </thead>
          <tbody>
            ${weighed.map(
              (one, at) => html`<tr class=${at === won ? 'won' : ''}>
                <th scope="row"><button type="button" aria-pressed=${at === this.marked} title="Show it in the view" @click=${() => mark(at)}>${words(one)}</button>${at === won ? html` <span class="unseen">(chosen)</span>` : nothing}</th>
                <td>${formatMoment(one.from_s)}</td>
                <td>${formatTime(one.end_s - one.from_s)}</td>
                <td>${formatMoment(one.end_s)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="soft">The launcher requests the one that ends earliest. Computed so far: ${counted(launcher?.configurations ?? 0, 'configurations')}; an exhaustive list would have ${formatNumber(launcher?.listed)}.</p>
    </section>`;
  }

  /** How the start that was expected changed. @param {Known} known */
  expected({ estimates, launcher, now_s }) {
    const known = estimates.filter(({ start_s }) => Number.isFinite(start_s));
    if (known.length < 2) return nothing;
    // What was told holds until something else is.
    const until = Math.min(now_s, launcher && launcher.start_s <= now_s ? launcher.start_s : Infinity);
    const ends = [...known.slice(1).map(({ time_s }) => time_s), Math.max(until, known.at(-1)?.time_s ?? 0)];
    const x = known.flatMap(({ time_s }, at) => [time_s, ends[at] ?? time_s]);
    const values = known.flatMap(({ start_s }) => [start_s, start_s]);
    const [first, last] = [known[0]?.start_s ?? 0, known.at(-1)?.start_s ?? 0];
    const words = `first ${formatMoment(first)}, now ${formatMoment(last)}`;
    const data = { x, lines: [{ name: '', values, token: 'accent', dash: [], axis: /** @type {const} */ ('left') }], rules: [], dots: [] };
    const look = {
      label: 'Expected start',
      unit: words,
      left: formatMoment,
      ticks: true,
      times: true,
      share: false,
      overTime: true,
      words,
    };
    return html`<section class="stack"><line-plot pickable .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => seek(this.page, event.detail.x)}></line-plot></section>`;
  }

  /** How many bytes were sent so far, of either kind. @param {Known} known */
  sent({ sent }) {
    const last = sent.at(-1);
    if (!last || sent.length < 2) return nothing;
    const line = (
      /** @type {string} */ name,
      /** @type {string} */ token,
      /** @type {number[]} */ dash,
      /** @type {'to'|'from'} */ of,
    ) => ({ name, token, dash, axis: /** @type {const} */ ('left'), values: sent.map((one) => one[of]) });
    const data = {
      x: sent.map(({ time_s }) => time_s),
      lines: [line('views', 'variant-6', [], 'to'), line('requests', 'ink', [4, 3], 'from')],
      rules: [],
      dots: [],
    };
    const words = `views ${formatBytes(last.to)}, requests ${formatBytes(last.from)}`;
    const look = { label: 'Data sent', unit: words, left: formatBytes, ticks: true, times: true, share: false, overTime: true, words };
    return html`<section class="stack"><line-plot pickable .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => seek(this.page, event.detail.x)}></line-plot></section>`;
  }

  /**
   * The messages up to the playhead.
   * @param {Known} known
   * @param {number} width
   */
  said({ lines, launcher }, width) {
    const speakers = speakersOf(lines);
    const places = placesOf(lines, speakers, width - ROLLED / this.scale);
    const size = (/** @type {number} */ height) => ({
      width: places.width * this.scale,
      height: height * this.scale,
      box: `0 0 ${places.width} ${height}`,
    });
    const [head, body] = [size(HEAD), size(places.height)];
    const chosen = launcher?.id ?? -1;
    const messages = lines.filter(({ kind }) => kind !== 'cycle').length;
    const more = messages >= this.most && this.most < MOST;
    const span = `${formatMoment(lines[0]?.time_s)} to ${formatMoment(lines.at(-1)?.time_s)}`;
    const change = (/** @type {Partial<LaunchersPanel>} */ what) => {
      Object.assign(this, what);
      this.pulse.beat();
    };
    return html`<section class="stack">
      <div class="head"><h3 class="grow">Messages</h3>${helpMark('help-messages', 'messages', SAID_HELP, SOURCE)}</div>
      <label class="check"><input type="checkbox" .checked=${this.own} @change=${(/** @type {Event} */ event) => change({ own: /** @type {HTMLInputElement} */ (event.target).checked })} /> Only messages of ${launcher?.name ?? 'the launcher'}</label>
      ${
        lines.length === 0
          ? html`<p class="soft">No messages yet.</p>`
          : html`<p class="soft">${messages < this.most ? `All ${counted(messages, 'messages')} so far` : `The last ${counted(messages, 'messages')}`}, ${span}; time is not to scale.</p>
            ${more ? html`<div class="row small"><button type="button" @click=${() => change({ most: Math.min(MOST, this.most * 4) })}>Show more</button></div>` : nothing}
            <div class="lines-of" tabindex="0" role="group" aria-label="Messages as a sequence" @click=${this.press}>
              <svg class="heads" width=${head.width} height=${head.height} viewBox=${head.box} aria-hidden="true">${drawHeads(speakers, places, chosen, themed)}</svg>
              <svg width=${body.width} height=${body.height} viewBox=${body.box} role="img" aria-label="${counted(messages, 'messages')} between ${counted(speakers.length, 'applications')} and the resource manager, ${span}. The same as a list below.">
                ${drawSequence(lines, speakers, places, chosen, themed)}
              </svg>
            </div>
            <details>
              <summary>The same as a list</summary>
              <div class="scroll">
                <ol class="lines" @keydown=${rove}>
                  ${lines.map(
                    (line, at) => html`<li>
                      <button type="button" tabindex=${at === lines.length - 1 ? 0 : -1} title="Move the playhead here" @click=${() => this.go(line)}><span class="soft">${formatMoment(line.time_s)}</span><span>${line.text}</span></button>
                    </li>`,
                  )}
                </ol>
              </div>
            </details>
            ${this.ways('messages', SAID_TOKENS, (colour) => [
              svg`${drawHeads(speakers, places, chosen, colour)}<g transform="translate(0 ${HEAD + 6})">${drawSequence(lines, speakers, places, chosen, colour)}</g>`,
              places.width,
              places.height + HEAD + 6,
            ])}`
      }
    </section>`;
  }

  /** @param {Line} line */
  go({ time_s, speaker }) {
    if (speaker >= 0) chooseInView(this.page, VIEW, speaker);
    void seek(this.page, time_s);
  }

  /** A lifeline or a message was pressed: its launcher is shown. @param {Event} event */
  press({ target }) {
    const speaker = /** @type {Element} */ (target).closest('[data-speaker]')?.getAttribute('data-speaker');
    if (speaker) chooseInView(this.page, VIEW, Number(speaker));
  }

  /**
   * A drawing to take away.
   * @param {string} name
   * @param {string[]} tokens
   * @param {(colour: (token: string) => string) => [unknown, number, number]} draw what is in it, and its size
   */
  ways(name, tokens, draw) {
    const file = () => {
      const colours = tokenColours(this, tokens);
      const [inside, width, height] = draw((token) => colours[token] ?? '#000');
      const frame = (/** @type {number} */ side) => side + 16;
      return fileText(
        html`<svg xmlns="http://www.w3.org/2000/svg" width=${frame(width)} height=${frame(height)} viewBox="-8 -8 ${frame(width)} ${frame(height)}" font-family=${getComputedStyle(this).fontFamily}>
          ${svg`<rect x="-8" y="-8" width="100%" height="100%" fill=${colours.paper ?? '#fff'}></rect>`} ${inside}
        </svg>`,
      );
    };
    const give = (/** @type {string} */ ending, /** @type {(text: string) => Promise<string|Blob>} */ make, /** @type {string} */ type) =>
      attempt(this.page, 'The picture could not be created', async () => save(`${fileName(name)}.${ending}`, await make(file()), type));
    return html`<div class="row small">
      <button type="button" aria-label="SVG of the ${name}" @click=${() => give('svg', async (text) => text, 'image/svg+xml')}>${icon('export')} SVG</button>
      <button type="button" aria-label="PNG of the ${name}" @click=${() => give('png', plotPixels, 'image/png')}>${icon('export')} PNG</button>
    </div>`;
  }
}

customElements.define('launchers-panel', LaunchersPanel);
