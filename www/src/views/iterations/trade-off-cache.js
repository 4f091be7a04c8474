/** @file `TradeOffCache`: the trade-offs of the rounds of a run, each asked for once, and a few at a time. */

/** @import { Layout, TradeOff } from '../../engine/types.js' */
/** @import { Placed } from './rounds.js' */

/** Ideal intervals shown at most; between them the last one holds. */
const MOST_IDEALS = 60;
/** Time spent on ideal intervals at one reading, ms. */
const BUDGET_MS = 30;
/** Trade-offs kept: the panel goes back and forth between a few. */
const KEPT = 8;

/** The trade-offs of one run. */
export class TradeOffCache {
  /** @param {(place: number) => Promise<TradeOff|null>} ask */
  constructor(ask) {
    this.ask = ask;
    /** The run they are of: layouts are new with each. @type {Layout|null|undefined} */
    this.run = undefined;
    /** @type {Map<string, TradeOff>} */
    this.kept = new Map();
    /** Ideal intervals, by the place of the round. @type {Map<number, [number, number]>} */
    this.ideals = new Map();
  }

  /** Forgets what belongs to another run. @param {Layout|null|undefined} layout */
  follow(layout) {
    if (layout === this.run) return;
    this.run = layout;
    this.kept = new Map();
    this.ideals = new Map();
  }

  /**
   * @param {Placed} round
   * @returns {Promise<TradeOff>}
   */
  async get({ place, end_s }) {
    // As long as a round is computed its times may still become known.
    const key = `${place} ${end_s === null ? '' : 'over'}`;
    const known = this.kept.get(key);
    if (known && end_s !== null) return known;
    const { run } = this;
    const tradeOff = await this.ask(place);
    if (run !== this.run || !tradeOff) throw new Error('Superseded.');
    this.kept.delete(key);
    this.kept.set(key, tradeOff);
    for (const old of [...this.kept.keys()].slice(0, -KEPT)) this.kept.delete(old);
    if (end_s !== null) this.ideals.set(place, tradeOff.ideal);
    return tradeOff;
  }

  /**
   * Asks for ideal intervals that are missing, as long as there is time; says whether some still are.
   * @param {readonly Placed[]} over
   * @returns {Promise<boolean>}
   */
  async fill(over) {
    const every = Math.max(1, Math.ceil(over.length / MOST_IDEALS));
    const until = performance.now() + BUDGET_MS;
    for (const round of over) {
      if ((round.number - 1) % every !== 0 || this.ideals.has(round.place)) continue;
      if (performance.now() > until) return true;
      await this.get(round);
    }
    return false;
  }
}
