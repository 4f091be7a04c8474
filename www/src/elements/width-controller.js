/**
 * @file The width of an element that is drawn to size: measured while on the page, and rendered again after changes.
 */

/** Measures the width of an element, CSS pixels; 0 until known. */
export class WidthController {
  /** @param {import('lit').ReactiveControllerHost & Element} host */
  constructor(host) {
    this.host = host;
    this.width = 0;
    this.sizes = new ResizeObserver(() => {
      if (host.clientWidth === this.width) return;
      this.width = host.clientWidth;
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected() {
    this.sizes.observe(this.host);
  }

  hostDisconnected() {
    this.sizes.disconnect();
  }
}
