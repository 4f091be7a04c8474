/** @file `<embed-form>`: content and options of an embed, its preview, and the HTML code for another page. */

import { css, html, nothing } from 'lit';
import { embedAddress, embedCode, viewCode } from '../address/embed-code.js';
import { embedParts } from '../address/embed-options.js';
import { lessonFragment, THEMES } from '../address/links.js';
import { showNotice } from '../commands.js';
import { copyText } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { debounce, StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { inlineStyle } from '../elements/style-directive.js';
import { quickSliders } from '../scenario/quick-sliders.js';
import { computedExtent } from '../state/chart-window.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { formatClock } from '../text/time.js';

/** @typedef {Awaited<ReturnType<typeof import('../commands.js').createShareLink>>} Shared */

/**
 * The offered sizes, and the heights for a lesson, whose text needs more, CSS pixels; a width of 0 means that of the
 * text.
 */
const SIZES = [
  { id: 'column', name: 'full text width', width: 0, height: 480, taught: 640 },
  { id: 'wide', name: 'slide', width: 1280, height: 720, taught: 720 },
  { id: 'narrow', name: 'narrow column', width: 480, height: 420, taught: 760 },
];
/** Pause in typing before the preview is updated, ms. */
const WAIT_MS = 400;
/** Assumed width of the preview until it is measured, CSS pixels. */
const PREVIEW_PX = 700;
/** Minimum and maximum size of a frame, CSS pixels. */
const [LEAST, MOST] = [200, 4000];

/** A form that produces HTML code to copy. */
export class EmbedForm extends StateElement {
  static properties = {
    shared: { attribute: false },
    parts: { state: true },
    theme: { state: true },
    width: { state: true },
    height: { state: true },
    plays: { state: true },
    begins: { state: true },
    spans: { state: true },
    lock: { state: true },
    locked: { state: true },
    follows: { state: true },
    lesson: { state: true },
    room: { state: true },
    seen: { state: true },
    address: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['title', 'variants', 'lesson', 'catalog', 'scenario'];

  static styles = [
    panelStyle,
    css`
      label {
        display: inline-flex;
        gap: 6px;
        align-items: center;
        min-height: 24px;
      }
      select,
      input.number {
        width: auto;
      }
      input.number {
        max-width: 7ch;
      }
      .preview {
        border: 1px solid var(--line);
        overflow: hidden;
        background: var(--sunken);
      }
      iframe {
        display: block;
        border: 0;
        transform-origin: 0 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Shared|undefined} */
    this.shared = undefined;
    /** The shown parts. @type {ReadonlySet<string>} */
    this.parts = new Set(
      embedParts([])
        .filter(({ ticked }) => ticked)
        .map(({ id }) => id),
    );
    /** @type {(typeof THEMES)[number]} */
    this.theme = 'auto';
    this.width = 0;
    this.height = 480;
    this.plays = true;
    /** Whether the playhead begins at its current position. */
    this.begins = false;
    /** Whether the window is the one on screen. */
    this.spans = false;
    this.lock = false;
    /** The locked controls. @type {ReadonlySet<string>} */
    this.locked = new Set();
    /** Whether the code follows the height of the content, by a script. */
    this.follows = false;
    /** Whether the open lesson is embedded. */
    this.lesson = true;
    /** The positions of the playhead and the window at their selection. */
    this.fromStore = { t: 0, from_s: 0, to_s: 0 };
    /** The width available for the preview, CSS pixels. */
    this.room = 0;
    this.sizes = new ResizeObserver(([entry]) => (this.room = Math.floor(entry?.contentRect.width ?? 0)));
    /** The address in the preview. */
    this.address = '';
    this.later = debounce((/** @type {string} */ address) => (this.address = address), WAIT_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.later.cancel();
    this.sizes.disconnect();
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes.observe(this);
    this.takePosition();
    this.chooseLesson(this.state.lesson !== null);
  }

  /** Chooses the lesson or the scenario alone. The height of a lesson changes with its steps, so its frame follows it. @param {boolean} lesson */
  chooseLesson(lesson) {
    this.lesson = lesson;
    this.follows = lesson;
    this.resize('column');
  }

  /** Sets one of the offered sizes. @param {string} id */
  resize(id) {
    const size = SIZES.find((one) => one.id === id);
    if (size) this.width = size.width;
    else this.width ||= 640;
    if (size) this.height = this.lesson ? size.taught : size.height;
  }

  /** The parts that can be shown; a lesson has its own questions. */
  get offeredParts() {
    const asks = this.state.lesson !== null && this.lesson;
    const { variants } = this.state;
    // Views without data would be empty in an embed.
    const views = this.page.views.filter(({ id, fetchData }) => !fetchData || variants.some(({ views }) => views[id]));
    return embedParts(views).filter(({ id }) => !asks || id !== 'question');
  }

  /** The controls that can be locked one by one, if the embed is not locked as a whole. */
  get offeredControls() {
    if (this.lock) return [];
    const sliders = quickSliders(this.state.catalog, this.state.scenario?.workload ?? []).map(({ parameter: { id, name } }) => ({
      id,
      name,
    }));
    return [{ id: 'policy', name: 'Policy' }, ...sliders, { id: 'seed', name: 'Seed' }];
  }

  /** Stores the playhead and the window on screen. */
  takePosition() {
    const { playhead_s, view } = this.state;
    this.fromStore = { t: roundTime(playhead_s), from_s: roundTime(Math.max(view.from_s, 0)), to_s: roundTime(view.to_s) };
  }

  /** The address of the embed with the chosen parts and locks. @param {Shared} shared */
  createAddress({ url, fragment, example }) {
    const { lesson } = this.state;
    const page = url.slice(0, url.indexOf('#'));
    const what = lesson && this.lesson && lesson.id !== '' ? lessonFragment(lesson) : example ? `ex=${example}` : fragment;
    const { t, from_s, to_s } = this.fromStore;
    return embedAddress(page, what, {
      show: this.offeredParts.filter(({ id }) => this.parts.has(id)).map(({ id }) => id),
      theme: this.theme,
      plays: this.plays,
      t: this.begins ? t : null,
      window: this.spans ? { from_s, to_s } : null,
      lock: this.lock,
      locked: (this.parts.has('controls') ? this.offeredControls : []).map(({ id }) => id).filter((id) => this.locked.has(id)),
    });
  }

  updated() {
    if (!this.shared) return;
    const address = this.createAddress(this.shared);
    if (this.address === '') this.address = address;
    else if (address !== this.address) this.later(address);
    else this.later.cancel();
  }

  render() {
    const { shared } = this;
    if (!shared) return html`<p class="soft">Creating the link …</p>`;
    const { lesson, variants } = this.state;
    const { end_s } = computedExtent(variants);
    const { t, from_s, to_s } = this.fromStore;
    const clock = (/** @type {number} */ time_s) => formatClock(time_s, end_s);
    const size = SIZES.find(({ width, height, taught }) => width === this.width && (this.lesson ? taught : height) === this.height);
    const title = scenarioTitle(this.state) || 'Ganttlet';
    const address = this.createAddress(shared);
    const text = this.follows
      ? viewCode(address, title)
      : embedCode(address, title, this.height, this.width === 0 ? '100%' : String(this.width));
    return html`<div class="stack">
      ${
        lesson
          ? html`<div class="row" role="radiogroup" aria-label="Embedded content">
            <label><input type="radio" name="what" .checked=${this.lesson} @change=${() => this.chooseLesson(true)} />The lesson, from this step on</label>
            <label><input type="radio" name="what" .checked=${!this.lesson} @change=${() => this.chooseLesson(false)} />Scenario only</label>
          </div>`
          : nothing
      }
      <fieldset>
        <legend>Shows</legend>
        <div class="row">
          ${this.offeredParts.map(({ id, name }) => this.renderCheckbox(name, this.parts.has(id), () => this.togglePart(id)))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Options</legend>
        <div class="row">
          ${this.renderCheckbox('Autoplay', this.plays, (on) => (this.plays = on))} ${this.renderCheckbox(`Start at the playhead, ${clock(t)}`, this.begins, (on) => (this.begins = on))}
          ${this.renderCheckbox(`Current time window, ${clock(from_s)} to ${clock(to_s)}`, this.spans, (on) => (this.spans = on))}
          ${this.renderCheckbox('As high as its content (with embed.js)', this.follows, (on) => (this.follows = on))}
        </div>
      </fieldset>
      <fieldset>
        <legend>Readers can change</legend>
        <div class="row">
          ${this.renderCheckbox('Nothing: read-only, no outgoing links', this.lock, (on) => (this.lock = on))}
          ${this.offeredControls.map(({ id, name }) => this.renderCheckbox(name, this.isOpen(id), (on) => this.openControl(id, on)))}
        </div>
      </fieldset>
      <div class="row">
        <label>Theme ${this.renderChoice(
          THEMES.map((id) => ({ id, name: id })),
          this.theme,
          (id) => (this.theme = /** @type {typeof this.theme} */ (id)),
        )}</label>
        <label
          >Size ${this.renderChoice([...SIZES, { id: 'own', name: 'custom' }], size?.id ?? 'own', (id) => {
            this.follows = false;
            this.resize(id);
          })}</label
        >
        ${this.width === 0 ? nothing : html`<label>Width ${this.renderPixels('Width', this.width, (value) => (this.width = value))}</label>`}
        <label>Height ${this.renderPixels('Height', this.height, (value) => {
          this.follows = false;
          this.height = value;
        })}</label>
      </div>
      ${this.renderPreview(title)} ${this.renderCode(text)}
    </div>`;
  }

  /** The preview, scaled down to fit. @param {string} title */
  renderPreview(title) {
    if (this.address === '') return nothing;
    const room = this.room || PREVIEW_PX;
    const width = this.width || room;
    const scale = Math.min(1, room / width);
    const scaled = scale < 1 ? ` at ${Math.round(scale * 100)} % of its size` : '';
    return html`<p class="soft">Preview${scaled}</p>
      <div class="preview" ${inlineStyle({ height: `${Math.round(this.height * scale)}px` })}>
        <iframe title="Preview: ${title}" src=${this.address} width=${width} height=${this.height} ${inlineStyle({ transform: `scale(${scale})` })}></iframe>
      </div>`;
  }

  /** @param {string} text */
  renderCode(text) {
    return html`<label for="embed">HTML code for another page</label>
      <textarea id="embed" readonly rows="4" spellcheck="false" .value=${text} @focus=${(/** @type {Event} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select()}></textarea>
      <div><button type="button" class="primary" @click=${() => this.copyCode(text)}>${icon('copy')} Copy</button></div>
      <p class="soft">
        A frame with the attribute <code>sandbox</code> needs <code>allow-scripts allow-same-origin</code>. Without <code>allow-same-origin</code>,
        Ganttlet runs only if its server sends <code>Access-Control-Allow-Origin: *</code>; otherwise the frame shows an error.
      </p>`;
  }

  /** @param {string} text */
  async copyCode(text) {
    const field = this.renderRoot.querySelector('textarea');
    const done = await copyText(text, field);
    showNotice(
      this.page,
      done ? 'Copied.' : 'The browser does not allow access to the clipboard here; the text is selected, copy it by hand.',
      done ? 'good' : 'warning',
    );
  }

  /**
   * A checkbox with its label.
   * @param {string} name
   * @param {boolean} on
   * @param {(on: boolean) => void} change
   */
  renderCheckbox(name, on, change) {
    return html`<label><input type="checkbox" .checked=${on} @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)} />${name}</label>`;
  }

  /**
   * @param {readonly {id: string, name: string}[]} list
   * @param {string} chosen
   * @param {(id: string) => void} change
   */
  renderChoice(list, chosen, change) {
    return html`<select @change=${(/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${list.map(({ id, name }) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`)}
    </select>`;
  }

  /**
   * @param {string} label
   * @param {number} value
   * @param {(value: number) => void} change
   */
  renderPixels(label, value, change) {
    return numberField({ value, low: LEAST, high: MOST, whole: true, label: `${label}, pixels`, change });
  }

  /** Whether readers can use a control: it is shown and not locked. @param {string} id */
  isOpen(id) {
    return this.parts.has('controls') && !this.locked.has(id);
  }

  /**
   * Locks or opens a control; the first opened one shows the controls, with the others locked. @param {string} id
   * @param {boolean} open
   */
  openControl(id, open) {
    const locked = new Set(this.parts.has('controls') ? this.locked : this.offeredControls.map((control) => control.id));
    if (open) locked.delete(id);
    else locked.add(id);
    this.locked = locked;
    if (open) this.parts = new Set([...this.parts, 'controls']);
  }

  /** @param {string} id */
  togglePart(id) {
    const next = new Set(this.parts);
    if (!next.delete(id)) next.add(id);
    this.parts = next;
  }
}

/** A time in whole milliseconds, finer than readers set it. @param {number} time_s */
function roundTime(time_s) {
  return Math.round(time_s * 1000) / 1000;
}
