/**
 * @file `<launchers-panel>`: the view and the requests of a launcher, and the messages between launchers and the resource manager, as of
 * the playhead.
 */

import { css, html, nothing, svg } from 'lit';
import { tryAction } from '../../commands/try-action.js';
import { chooseInView, saveFile, seek } from '../../commands.js';
import { helpMark } from '../../elements/help-mark.js';
import { icon } from '../../elements/icons.js';
import { effectiveTheme, tokenColours } from '../../elements/theme.js';
import { WidthController } from '../../elements/width-controller.js';
import { renderPng, serializeSvg, tokenColour } from '../../plot/svg-plot.js';
import { safeFileName } from '../../text/file-names.js';
import { formatBytes, formatCount, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { createPlotLine, createTimePlot, renderFigures, renderFolded, renderLineList } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import { followSelection, readMessages, VIEW } from './launcher-queries.js';
import { clusterName, launcherStatus, partsText, stepsText } from './launcher-texts.js';
import { findSpeakers } from './messages.js';
import {
  drawingHeight,
  drawProfiles,
  TOKENS as PROFILE_TOKENS,
  plannedBoxes,
  profileKeyStyle,
  renderProfileKey,
} from './profile-drawing.js';
import { drawHeads, drawSequence, HEAD_HEIGHT, layOutSequence, TOKENS as SEQUENCE_TOKENS } from './sequence-drawing.js';
import '../../plot/line-plot.js';

/** @import { Line } from './messages.js' */
/** @import { History, Shown } from './launcher-queries.js' */
/** @typedef {Shown & History} ShownLauncher */

/** Number of messages drawn at first, and maximum number. */
const FIRST_MESSAGES = 30;
const MOST_MESSAGES = 480;
/** Scale of drawings on a projector. */
const PROJECTOR_SCALE = 1.2;
/** Minimum width of columns side by side, their gap, and the frame of messages with its scroll bar, CSS pixels. */
const COLUMN_PX = 340;
const GAP_PX = 32;
const FRAME_PX = 20;
const SOURCE = 'Klein and P\u00e9rez 2010, sections 3 and 4';
const VIEW_HELP = `The last view that the resource manager sent to the launcher: the number of hosts over time that are occupied by running applications and by those ahead of it. Its own
request is not included. Views use planned end times, so they change when an application ends early.`;
const MESSAGES_HELP = `Launchers and the resource manager (RMS) communicate only by messages. Sizes are given for views, requests and lists. In a scheduling cycle,
the resource manager replans all starts.`;

/** The tables that can be saved, and their names. */
const DATA_FILES = [
  { id: 'messages', name: 'messages' },
  { id: 'asked', name: 'requests' },
  { id: 'weighed', name: 'configurations' },
  { id: 'views', name: 'views' },
  { id: 'estimates', name: 'expected starts' },
];

/** The launchers of a run. */
export class LaunchersPanel extends VariantPanel {
  static view = VIEW;

  static styles = [
    ...VariantPanel.styles,
    profileKeyStyle,
    css`
      :host {
        --scroll: 320px;
      }
      .sections {
        grid-template-columns: minmax(0, 1fr);
        gap: 12px 32px;
      }
      .sections.two {
        grid-template-columns: repeat(2, minmax(0, 1fr));
      }
      svg {
        display: block;
        max-width: none;
      }
      .small button {
        padding: 2px 8px;
      }
      .lines-of {
        max-height: 520px;
        overflow: auto;
        border: 1px solid var(--line);
        background: var(--paper);
      }
      .heads {
        position: sticky;
        top: 0;
        background: var(--paper);
        border-bottom: 1px solid var(--line);
      }
      [data-speaker] {
        cursor: pointer;
      }
      ol.lines button {
        display: grid;
        grid-template-columns: 5.2em minmax(0, 1fr);
        gap: 8px;
        align-items: baseline;
      }
      .configurations {
        --scroll: 200px;
      }
      table.figures tr.won :is(th, td, button) {
        color: var(--accent);
        font-weight: 600;
      }
      table button {
        min-height: 24px;
        padding: 0 4px;
        border: 0;
        background: none;
        text-align: left;
      }
      table button[aria-pressed='true'] {
        background: var(--accent-soft);
      }
      line-plot {
        --plot-height: 110px;
      }
      @media (pointer: coarse) {
        table button {
          min-height: 40px;
        }
      }
    `,
  ];

  readingText = 'Reading the messages \u2026';
  emptyText =
    'These runs have no launchers. Choose the system Delegated resource selection in the panel Policy, or open an example that has them.';

  constructor() {
    super();
    /** The selection at the last reading of the run. */
    this.selected = -1;
    /** @type {ShownLauncher|null} */
    this.known = null;
    /** The maximum number of drawn messages. */
    this.most = FIRST_MESSAGES;
    /** Whether only messages of the shown launcher are drawn. */
    this.own = false;
    /** The index of the marked configuration; -1 for none. */
    this.marked = -1;
    /** The key of the last drawn message: the drawing scrolls to a new one. */
    this.key = '';
    this.size = new WidthController(this);
  }

  /** CSS pixels per unit of a drawing. */
  get drawingScale() {
    return effectiveTheme(this.state.theme) === 'projector' ? PROJECTOR_SCALE : 1;
  }

  /** @override */
  async readRuns() {
    this.selected = followSelection(this.page, this.selected);
    const known = await readMessages(this.page, this.variant, this.most, this.own);
    if (known.launcher?.id !== this.known?.launcher?.id || known.request?.time_s !== this.known?.request?.time_s) this.marked = -1;
    this.known = known;
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
  renderContent() {
    const { known, size } = this;
    if (!known) return undefined;
    const two = size.width >= 2 * COLUMN_PX + GAP_PX;
    const width = Math.max(240, two ? (size.width - GAP_PX) / 2 : size.width) / this.drawingScale;
    return html`<div class="sections ${two ? 'two' : ''}">
      <div class="stack">${this.renderChoosers(known)} ${this.renderProfiles(known, width)} ${this.renderConfigurations(known)}</div>
      <div class="stack">${this.renderMessages(known, width)} ${this.renderTraffic(known)} ${this.renderEstimates(known)} ${this.renderDownloads(DATA_FILES)}</div>
    </div>`;
  }

  /** The choice of a system and an application. @param {ShownLauncher} known */
  renderChoosers({ launchers, launcher }) {
    const options = launchers.map(({ id, name, kind, requests }) => ({
      value: id,
      name: `${name}: ${kind}, ${formatCount(requests, 'requests')}`,
    }));
    return html`${this.renderVariantChooser()} ${this.renderChooser('Launcher', options, launcher?.id, (id) => chooseInView(this.page, VIEW, id))}`;
  }

  /**
   * The last view of the launcher, with its requests.
   * @param {ShownLauncher} known
   * @param {number} width
   */
  renderProfiles(known, width) {
    const { launcher, views, request, start_s, stale, clusters } = known;
    const planned = plannedBoxes(known, known.configurations[this.marked]);
    const sent = Math.max(...views.map(({ time_s }) => time_s));
    const drawing = (/** @type {(token: string) => string} */ colour) => drawProfiles({ ...known, planned }, width, colour);
    const rows = views.map(({ cluster, steps }) => {
      const hosts = request?.parts.find((one) => one.cluster === cluster)?.hosts;
      const from = start_s === null ? '' : ` from ${formatMoment(start_s)}`;
      return [
        clusterName(clusters, cluster),
        html`<span class="words">${stepsText(steps, clusters[cluster]?.hosts ?? 0, Infinity)}</span>`,
        hosts === undefined ? nothing : `${formatNumber(hosts)}${from}`,
      ];
    });
    const name = launcher?.name ?? 'the application';
    return html`<section class="stack">
      <div class="head"><h3 class="grow">View of ${name}</h3>${helpMark('help-view', 'views', VIEW_HELP, SOURCE)}</div>
      <p aria-live="polite">${launcherStatus(known).text}</p>
      ${
        views.length === 0
          ? nothing
          : html`<svg width=${width * this.drawingScale} height=${drawingHeight(views) * this.drawingScale} viewBox="0 0 ${width} ${drawingHeight(views)}" role="img" aria-label="Last view sent to ${name}, at ${formatMoment(sent)}. The same as a table below.">${drawing(tokenColour)}</svg>
            ${renderProfileKey({ ...known, planned }, `busy, as of ${formatMoment(sent)}`)}
            ${stale ? html`<p class="soft">Later views were sent, but are not recorded. The parameter View steps kept sets the limit.</p>` : nothing}
            ${renderFolded(renderFigures(`View of ${name}`, ['Cluster', 'busy over time', 'requested'], rows))}
            ${this.renderDrawingButtons(`view of ${name}`, PROFILE_TOKENS, (colour) => [drawing(colour), width, drawingHeight(views)])}`
      }
    </section>`;
  }

  /** The configurations considered for the last request. @param {ShownLauncher} known */
  renderConfigurations({ configurations, launcher, clusters }) {
    if (configurations.length === 0) return nothing;
    const chosen = configurations.reduce((best, one, at) => (one.end_s < (configurations[best]?.end_s ?? Infinity) ? at : best), 0);
    const mark = (/** @type {number} */ at) => this.setChoice({ marked: this.marked === at ? -1 : at });
    const rows = configurations.map(({ parts, from_s, end_s }, at) => [
      html`<button type="button" aria-pressed=${at === this.marked} title="Show it in the view" @click=${() => mark(at)}>${partsText(parts, clusters)}</button>${at === chosen ? html` <span class="unseen">(chosen)</span>` : nothing}`,
      formatMoment(from_s),
      formatTime(end_s - from_s),
      formatMoment(end_s),
    ]);
    return html`<section class="stack configurations">
      <h3>Configurations considered at ${formatMoment(configurations[0]?.time_s)}</h3>
      ${renderFigures(`Configurations considered by ${launcher?.name}`, ['Configuration', 'start', 'duration', 'end'], rows, (at) => (at === chosen ? 'won' : ''))}
      <p class="soft">The launcher requests the one that ends earliest. Computed so far: ${formatCount(launcher?.configurations ?? 0, 'configurations')}; an exhaustive list would have ${formatNumber(launcher?.listed)}.</p>
    </section>`;
  }

  /** The history of the expected start. @param {ShownLauncher} known */
  renderEstimates({ estimates, launcher, now_s }) {
    const known = estimates.filter(({ start_s }) => Number.isFinite(start_s));
    if (known.length < 2) return nothing;
    // A view is valid until the next one.
    const until = Math.min(now_s, launcher && launcher.start_s <= now_s ? launcher.start_s : Infinity);
    const ends = [...known.slice(1).map(({ time_s }) => time_s), Math.max(until, known.at(-1)?.time_s ?? 0)];
    const x = known.flatMap(({ time_s }, at) => [time_s, ends[at] ?? time_s]);
    const values = known.flatMap(({ start_s }) => [start_s, start_s]);
    const [first, last] = [known[0]?.start_s ?? 0, known.at(-1)?.start_s ?? 0];
    const words = `first ${formatMoment(first)}, now ${formatMoment(last)}`;
    const look = { label: 'Expected start', unit: words, left: formatMoment, times: true, words };
    return html`<section class="stack">${this.renderTimePlot(createTimePlot({ x, lines: [createPlotLine('', values, 'accent')] }, look))}</section>`;
  }

  /** The number of bytes sent so far, by kind. @param {ShownLauncher} known */
  renderTraffic({ sent }) {
    const last = sent.at(-1);
    if (!last || sent.length < 2) return nothing;
    const [to, from] = [sent.map((one) => one.to), sent.map((one) => one.from)];
    const lines = [createPlotLine('views', to, 'variant-6'), createPlotLine('requests', from, 'ink', [4, 3])];
    const words = `views ${formatBytes(last.to)}, requests ${formatBytes(last.from)}`;
    const look = { label: 'Data sent', unit: words, left: formatBytes, times: true, words };
    return html`<section class="stack">${this.renderTimePlot(createTimePlot({ x: sent.map(({ time_s }) => time_s), lines }, look))}</section>`;
  }

  /**
   * The messages up to the playhead.
   * @param {ShownLauncher} known
   * @param {number} width
   */
  renderMessages({ lines, launcher }, width) {
    const speakers = findSpeakers(lines);
    const places = layOutSequence(lines, speakers, width - FRAME_PX / this.drawingScale);
    const size = (/** @type {number} */ height) => ({
      width: places.width * this.drawingScale,
      height: height * this.drawingScale,
      box: `0 0 ${places.width} ${height}`,
    });
    const [head, body] = [size(HEAD_HEIGHT), size(places.height)];
    const chosen = launcher?.id ?? -1;
    const messages = lines.filter(({ kind }) => kind !== 'cycle').length;
    const more = messages >= this.most && this.most < MOST_MESSAGES;
    const listed = lines.map((line) => ({
      content: html`<span class="soft">${formatMoment(line.time_s)}</span><span>${line.text}</span>`,
      title: 'Move the playhead here',
      press: () => this.goToMessage(line),
    }));
    const span = `${formatMoment(lines[0]?.time_s)} to ${formatMoment(lines.at(-1)?.time_s)}`;
    return html`<section class="stack">
      <div class="head"><h3 class="grow">Messages</h3>${helpMark('help-messages', 'messages', MESSAGES_HELP, SOURCE)}</div>
      <label class="check"><input type="checkbox" .checked=${this.own} @change=${(/** @type {Event} */ event) => this.setChoice({ own: /** @type {HTMLInputElement} */ (event.target).checked })} /> Only messages of ${launcher?.name ?? 'the launcher'}</label>
      ${
        lines.length === 0
          ? html`<p class="soft">No messages yet.</p>`
          : html`<p class="soft">${messages < this.most ? `All ${formatCount(messages, 'messages')} so far` : `The last ${formatCount(messages, 'messages')}`}, ${span}; time is not to scale.</p>
            ${more ? html`<div class="row small"><button type="button" @click=${() => this.setChoice({ most: Math.min(MOST_MESSAGES, this.most * 4) })}>Show more</button></div>` : nothing}
            <div class="lines-of" tabindex="0" role="group" aria-label="Messages as a sequence" @click=${this.chooseAt}>
              <svg class="heads" width=${head.width} height=${head.height} viewBox=${head.box} aria-hidden="true">${drawHeads(speakers, places, chosen, tokenColour)}</svg>
              <svg width=${body.width} height=${body.height} viewBox=${body.box} role="img" aria-label="${formatCount(messages, 'messages')} between ${formatCount(speakers.length, 'applications')} and the resource manager, ${span}. The same as a list below.">
                ${drawSequence(lines, speakers, places, chosen, tokenColour)}
              </svg>
            </div>
            ${renderFolded(html`<div class="scroll">${renderLineList(listed, lines.length - 1)}</div>`, 'The same as a list')}
            ${this.renderDrawingButtons('messages', SEQUENCE_TOKENS, (colour) => [
              svg`${drawHeads(speakers, places, chosen, colour)}<g transform="translate(0 ${HEAD_HEIGHT + 6})">${drawSequence(lines, speakers, places, chosen, colour)}</g>`,
              places.width,
              places.height + HEAD_HEIGHT + 6,
            ])}`
      }
    </section>`;
  }

  /** @param {Line} line */
  goToMessage({ time_s, speaker }) {
    if (speaker >= 0) chooseInView(this.page, VIEW, speaker);
    void seek(this.page, time_s);
  }

  /** Shows the launcher of the clicked lifeline or message. @param {Event} event */
  chooseAt({ target }) {
    const speaker = /** @type {Element} */ (target).closest('[data-speaker]')?.getAttribute('data-speaker');
    if (speaker) chooseInView(this.page, VIEW, Number(speaker));
  }

  /**
   * Buttons that save a drawing.
   * @param {string} name
   * @param {string[]} tokens
   * @param {(colour: (token: string) => string) => [unknown, number, number]} draw returns its content and its size
   */
  renderDrawingButtons(name, tokens, draw) {
    const file = () => {
      const colours = tokenColours(this, tokens);
      const [inside, width, height] = draw((token) => colours[token] ?? '#000');
      const frame = (/** @type {number} */ side) => side + 16;
      return serializeSvg(
        html`<svg xmlns="http://www.w3.org/2000/svg" width=${frame(width)} height=${frame(height)} viewBox="-8 -8 ${frame(width)} ${frame(height)}" font-family=${getComputedStyle(this).fontFamily}>
          ${svg`<rect x="-8" y="-8" width="100%" height="100%" fill=${colours.paper ?? '#fff'}></rect>`} ${inside}
        </svg>`,
      );
    };
    const give = (/** @type {string} */ ending, /** @type {(text: string) => Promise<string|Blob>} */ make, /** @type {string} */ type) =>
      tryAction(this.page, 'The picture could not be created', async () =>
        saveFile(`${safeFileName(name)}.${ending}`, await make(file()), type),
      );
    return html`<div class="row small">
      <button type="button" aria-label="SVG of the ${name}" @click=${() => give('svg', async (text) => text, 'image/svg+xml')}>${icon('export')} SVG</button>
      <button type="button" aria-label="PNG of the ${name}" @click=${() => give('png', renderPng, 'image/png')}>${icon('export')} PNG</button>
    </div>`;
  }
}

customElements.define('launchers-panel', LaunchersPanel);
