/** @file `TradeOffCache`: the trade-offs of the rounds of a run, each queried once, and a few at a time. */

/** @import { Layout, TradeOff } from '../../engine/types.js' */
/** @import { Placed } from './rounds.js' */

/** Maximum number of ideal intervals; between two, the earlier one applies. */
const MOST_IDEALS = 60;
/** Time for ideal intervals at one query, ms. */
const BUDGET_MS = 30;
/** Number of cached trade-offs: the panel alternates between a few. */
const CACHE_SIZE = 8;

/** The trade-offs of one run. */
export class TradeOffCache {
  /** @param {(place: number) => Promise<TradeOff|null>} ask */
  constructor(ask) {
    this.ask = ask;
    /** The layout of their run; each run has a new layout. @type {Layout|null|undefined} */
    this.run = undefined;
    /** @type {Map<string, TradeOff>} */
    this.kept = new Map();
    /** Ideal intervals, by the index of the round. @type {Map<number, [number, number]>} */
    this.ideals = new Map();
  }

  /** Clears the cache if the run has changed. @param {Layout|null|undefined} layout */
  resetOnChange(layout) {
    if (layout === this.run) return;
    this.run = layout;
    this.kept = new Map();
    this.ideals = new Map();
  }

  /**
   * The trade-off of a round.
   * @param {Placed} round
   * @returns {Promise<TradeOff>}
   */
  async getTradeOff({ place, end_s }) {
    // During the computation of a round, more of its times may become known.
    const key = `${place} ${end_s === null ? '' : 'over'}`;
    const known = this.kept.get(key);
    if (known && end_s !== null) return known;
    const { run } = this;
    const tradeOff = await this.ask(place);
    if (run !== this.run || !tradeOff) throw new Error('Superseded.');
    this.kept.delete(key);
    this.kept.set(key, tradeOff);
    for (const old of [...this.kept.keys()].slice(0, -CACHE_SIZE)) this.kept.delete(old);
    if (end_s !== null) this.ideals.set(place, tradeOff.ideal);
    return tradeOff;
  }

  /**
   * Queries missing ideal intervals within the time budget; returns whether some are still missing.
   * @param {readonly Placed[]} over
   * @returns {Promise<boolean>}
   */
  async loadIdeals(over) {
    const every = Math.max(1, Math.ceil(over.length / MOST_IDEALS));
    const until = performance.now() + BUDGET_MS;
    for (const round of over) {
      if ((round.number - 1) % every !== 0 || this.ideals.has(round.place)) continue;
      if (performance.now() > until) return true;
      await this.getTradeOff(round);
    }
    return false;
  }
}
