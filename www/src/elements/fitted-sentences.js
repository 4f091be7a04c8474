/** @file Shows as many whole sentences as fit into a box of constant height. */

/**
 * Hides the last sentences of a text until it fits. The text is set smaller (`dense`) if that shows more sentences, and
 * clipped if the first one does not fit at all.
 */
export class FittedSentences {
  /**
   * @param {import('lit').LitElement} host
   * @param {{text: string, sentence: string}} selectors text: the box; sentence: the parts of it that can be hidden
   */
  constructor(host, selectors) {
    this.host = host;
    this.selectors = selectors;
    /** Whether something is hidden or clipped. */
    this.cut = false;
    this.measuredText = '';
    this.sizes = new ResizeObserver(() => this.fit());
    host.addController(this);
  }

  hostConnected() {
    this.sizes.observe(this.host);
  }

  hostDisconnected() {
    this.sizes.disconnect();
  }

  hostUpdated() {
    // Measuring makes the browser lay out the page: only another text is measured.
    const measuredText = this.box?.textContent ?? '';
    if (measuredText !== this.measuredText) this.fit();
    this.measuredText = measuredText;
  }

  /** The box that limits the text. */
  get box() {
    return /** @type {HTMLElement|null} */ (this.host.renderRoot.querySelector(this.selectors.text));
  }

  /** Hides what does not fit. */
  fit() {
    const { box } = this;
    if (!box) return;
    const sentences = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(this.selectors.sentence)]);
    const fits = (/** @type {number} */ count, /** @type {boolean} */ dense) => {
      box.classList.toggle('dense', dense);
      for (const [at, sentence] of sentences.entries()) sentence.hidden = at >= count;
      return box.scrollHeight <= box.clientHeight + 1;
    };
    const most = Math.max(sentences.length, 1);
    const counts = Array.from({ length: most }, (_, at) => most - at);
    const whole = counts.find((count) => fits(count, false) || fits(count, true));
    if (whole === undefined) fits(1, true);
    const cut = whole === undefined || whole < sentences.length;
    if (cut === this.cut) return;
    this.cut = cut;
    this.host.requestUpdate();
  }
}
