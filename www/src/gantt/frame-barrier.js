/**
 * @file Shows the frames of all charts together. Runs need different times to render a frame, so all frames are
 * requested for one moment and shown when the last has arrived. The window does not wait: at each refresh the existing
 * frames are moved to it.
 */

import { shallowEqual } from '../state/store.js';

/** @import { Frame } from '../run/run-protocol.js' */
/** @import { Shown } from '../types.js' */

/** A chart that delays the others for longer than this is shown later, ms. */
export const PATIENCE_MS = 400;

/**
 * @typedef {object} Member
 * @property {() => boolean} ready whether a frame can be expected
 * @property {(frame: Frame) => void} draw
 * @property {() => boolean} move moves the existing frames to the wanted window; false if there are none
 * @property {() => void} touch makes it request a frame again
 */

/** Synchronises the frames of the charts of one stack. */
export class FrameBarrier {
  /**
   * @param {() => Shown} moment returns the state to show now
   * @param {(shown: Shown|null) => void} tell called with the state that all charts show; null if none can show
   *   anything
   */
  constructor(moment, tell) {
    this.moment = moment;
    this.tell = tell;
    /** The received frames of all members. @type {Map<Member, Frame|undefined>} */
    this.members = new Map();
    /** The requested state of the open wave. @type {Shown|undefined} */
    this.open = undefined;
    /** The members with changes since the wave was opened. @type {Set<Member>} */
    this.behind = new Set();
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** The last argument of `tell`. @type {Shown|null} */
    this.shown = null;
    this.moving = 0;
  }

  /** Schedules moving all frames to the changed window, at the next refresh. */
  scheduleMove() {
    this.moving ||= requestAnimationFrame(() => {
      this.moving = 0;
      this.#moveFrames();
    });
  }

  /** @param {Member} member */
  addMember(member) {
    this.members.set(member, undefined);
  }

  /** @param {Member} member */
  removeMember(member) {
    this.members.delete(member);
    this.behind.delete(member);
    this.#showIfComplete();
    if (this.members.size === 0) {
      cancelAnimationFrame(this.moving);
      this.moving = 0;
      this.#reportSpan(null);
    }
  }

  /**
   * The moment for which a member may request a frame; null while its last frame waits for those of others.
   * @param {Member} member
   * @returns {Shown|null}
   */
  requestMoment(member) {
    if (!member.ready()) {
      if (![...this.members.keys()].some((other) => other.ready())) this.#reportSpan(null);
      this.#showIfComplete();
      return null;
    }
    const now = this.moment();
    if (!this.open) {
      this.open = now;
      this.timer = setTimeout(() => this.#showFrames(), PATIENCE_MS);
    }
    const waits = this.members.get(member) !== undefined;
    if (waits || !shallowEqual(this.open, now)) this.behind.add(member);
    return waits ? null : this.open;
  }

  /**
   * Adds the frame of a member.
   * @param {Member} member
   * @param {Frame} frame
   */
  addFrame(member, frame) {
    if (!this.members.has(member)) return;
    this.members.set(member, frame);
    if (frame.view.now_s !== this.open?.now_s) this.behind.add(member);
    // Without an open wave, no chart waits for a late frame, so it is drawn at once.
    if (this.open) this.#showIfComplete();
    else this.#showFrames();
  }

  /** Shows all frames when every chart that can have one has it. */
  #showIfComplete() {
    const members = [...this.members];
    if (members.some(([, frame]) => frame) && members.every(([member, frame]) => frame || !member.ready())) this.#showFrames();
  }

  /** Shows all frames, and lets charts that missed a change request another. */
  #showFrames() {
    const { open, behind } = this;
    clearTimeout(this.timer);
    this.open = undefined;
    this.behind = new Set();
    const drawn = [...this.members].filter(([, frame]) => frame !== undefined);
    for (const [member] of drawn) this.members.set(member, undefined);
    for (const [member, frame] of drawn) if (frame) member.draw(frame);
    if (open && drawn.length > 0) {
      this.#reportSpan(open);
      const { from_s, to_s } = this.moment();
      if (from_s !== open.from_s || to_s !== open.to_s) this.#moveFrames();
    }
    for (const member of behind) member.touch();
  }

  #moveFrames() {
    const { shown } = this;
    const { from_s, to_s } = this.moment();
    const ready = [...this.members.keys()].filter((member) => member.ready());
    if (!shown || ready.length === 0) return;
    const moved = ready.map((member) => member.move());
    const now = { ...shown, from_s, to_s };
    if (moved.every(Boolean) && !shallowEqual(shown, now)) this.#reportSpan(now);
  }

  /** @param {Shown|null} shown */
  #reportSpan(shown) {
    this.shown = shown;
    this.tell(shown);
  }
}
