/** @file Follows the runs, but at most a few times per second: readers need no more, and each query delays the runs. */

/** @import { State } from '../types.js' */

/**
 * Calls `action` when the runs have changed: at once, then at most every `wait` milliseconds, and after the last
 * change. Never while the host is off screen. When another scenario is opened, `clearAnswers` of the host is called, if
 * it exists.
 */
export class RunFollower {
  /**
   * @param {import('./page-element.js').PageElement & {clearAnswers?: () => void}} host
   * @param {() => Promise<void>} action
   * @param {number} wait
   * @param {readonly (keyof State)[]} [keys] followed keys of the state
   * @param {number} [most] maximum interval between two queries, of any duration, ms
   */
  constructor(host, action, wait, keys = ['variants'], most = Infinity) {
    this.host = host;
    this.action = action;
    this.wait = wait;
    this.keys = keys;
    this.most = most;
    /** Duration of the last query: slow queries are repeated less often. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.last = -Infinity;
    this.busy = false;
    this.again = false;
    /** @type {(() => void) | undefined} */
    this.end = undefined;
    /** @type {IntersectionObserver | undefined} */
    this.sight = undefined;
    this.fromStore = false;
    host.addController(this);
  }

  /** Follows the store and the visibility of the host. */
  hostConnected() {
    this.end = this.host.page.store.subscribe((state, before) => {
      // Runs of another scenario have no layout yet.
      if (state.variants !== before.variants && state.variants.every(({ layout }) => !layout)) this.host.clearAnswers?.();
      if (this.keys.some((key) => state[key] !== before[key])) this.scheduleAction();
    });
    this.sight = new IntersectionObserver((entries) => {
      this.fromStore = entries.some((entry) => entry.isIntersecting);
      if (this.fromStore && this.again) this.scheduleAction();
    });
    this.sight.observe(this.host);
    this.scheduleAction();
  }

  hostDisconnected() {
    this.end?.();
    this.sight?.disconnect();
    clearTimeout(this.timer);
    this.timer = undefined;
    this.fromStore = false;
  }

  /** Schedules the action after a change. */
  scheduleAction() {
    if (this.busy || !this.fromStore) {
      this.again = true;
      return;
    }
    if (this.timer !== undefined) return;
    const rest = Math.max(0, this.last + Math.min(Math.max(this.wait, this.cost * 4), this.most) - performance.now());
    this.timer = setTimeout(() => void this.runAction(), rest);
  }

  /** Runs the action for the new state, one call at a time. */
  async runAction() {
    this.timer = undefined;
    this.again = false;
    this.busy = true;
    this.last = performance.now();
    try {
      await this.action();
    } finally {
      this.cost = performance.now() - this.last;
      this.busy = false;
      if (this.again) this.scheduleAction();
    }
  }
}
