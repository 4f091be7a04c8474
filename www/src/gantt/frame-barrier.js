/**
 * @file Charts drawn together. Each run draws its own picture in its own time; were each shown as it comes, the charts
 * would stand at different moments. So all are asked for one moment, and all are shown at once when the last has come.
 * The window on screen does not wait for that: at each refresh it is where it is wanted, with the pictures there are.
 */

import { shallowEqual } from '../state/store.js';

/** @import { Frame } from '../run/protocol.js' */
/** @import { Shown } from '../types.js' */

/** A chart that keeps the others waiting for longer than this is left behind, ms. */
export const PATIENCE_MS = 400;

/**
 * @typedef {object} Member
 * @property {() => boolean} ready whether a picture of it can be expected
 * @property {(frame: Frame) => void} draw
 * @property {() => boolean} move shows what it has in the window that is wanted; false if that is nothing
 * @property {() => void} touch asks it to ask again
 */

/** The charts of one stack. */
export class Wave {
  /**
   * @param {() => Shown} moment what is to be shown, as of now
   * @param {(shown: Shown|null) => void} tell told what all charts show; null when none can show anything
   */
  constructor(moment, tell) {
    this.moment = moment;
    this.tell = tell;
    /** The pictures that have come, of all members. @type {Map<Member, Frame|undefined>} */
    this.members = new Map();
    /** What the open wave is asked for. @type {Shown|undefined} */
    this.open = undefined;
    /** Who has missed something that has changed since the wave was opened. @type {Set<Member>} */
    this.behind = new Set();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** What was told last. @type {Shown|null} */
    this.shown = null;
    this.moving = 0;
  }

  /** The window has changed: at the next refresh all that can be seen is moved there. */
  move() {
    this.moving ||= requestAnimationFrame(() => {
      this.moving = 0;
      this.#move();
    });
  }

  /** @param {Member} member */
  join(member) {
    this.members.set(member, undefined);
  }

  /** @param {Member} member */
  leave(member) {
    this.members.delete(member);
    this.behind.delete(member);
    this.#settle();
    if (this.members.size === 0) {
      cancelAnimationFrame(this.moving);
      this.moving = 0;
      this.#tell(null);
    }
  }

  /**
   * What a member is to ask for: nothing while its picture waits for those of the others.
   * @param {Member} member
   * @returns {Shown|null}
   */
  ask(member) {
    if (!member.ready()) {
      if (![...this.members.keys()].some((other) => other.ready())) this.#tell(null);
      this.#settle();
      return null;
    }
    const now = this.moment();
    if (!this.open) {
      this.open = now;
      this.timer = setTimeout(() => this.#close(), PATIENCE_MS);
    }
    const waits = this.members.get(member) !== undefined;
    if (waits || !shallowEqual(this.open, now)) this.behind.add(member);
    return waits ? null : this.open;
  }

  /**
   * @param {Member} member
   * @param {Frame} frame
   */
  offer(member, frame) {
    if (!this.members.has(member)) return;
    this.members.set(member, frame);
    if (frame.view.now_s !== this.open?.now_s) this.behind.add(member);
    // Who was left behind comes when nobody waits for it any more.
    if (this.open) this.#settle();
    else this.#close();
  }

  /** Shows the wave if all pictures that can be expected have come. */
  #settle() {
    const members = [...this.members];
    if (members.some(([, frame]) => frame) && members.every(([member, frame]) => frame || !member.ready())) this.#close();
  }

  #close() {
    const { open, behind } = this;
    clearTimeout(this.timer);
    this.open = undefined;
    this.behind = new Set();
    const drawn = [...this.members].filter(([, frame]) => frame !== undefined);
    for (const [member] of drawn) this.members.set(member, undefined);
    for (const [member, frame] of drawn) if (frame) member.draw(frame);
    if (open && drawn.length > 0) {
      this.#tell(open);
      const { from_s, to_s } = this.moment();
      if (from_s !== open.from_s || to_s !== open.to_s) this.#move();
    }
    for (const member of behind) member.touch();
  }

  #move() {
    const { shown } = this;
    const { from_s, to_s } = this.moment();
    const ready = [...this.members.keys()].filter((member) => member.ready());
    if (!shown || ready.length === 0) return;
    const moved = ready.map((member) => member.move());
    const now = { ...shown, from_s, to_s };
    if (moved.every(Boolean) && !shallowEqual(shown, now)) this.#tell(now);
  }

  /** @param {Shown|null} shown */
  #tell(shown) {
    this.shown = shown;
    this.tell(shown);
  }
}
