/** @file Follows the forks of a page: compares their schedules with the forked run, and marks them in the charts. */

import { chooseInView } from '../commands.js';
import { effectiveTheme } from '../elements/theme.js';
import { drawOutline } from '../gantt/bar-outline.js';
import { fetchSchedule } from '../gantt/schedule-jobs.js';
import { forkedJob, forkPlaces, listVariants } from '../scenario/forks.js';
import { compareSchedules } from './schedule-difference.js';

/** @import { Page } from '../commands/page.js' */
/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */
/** @import { Frame } from '../run/run-protocol.js' */
/** @import { State, Variant } from '../types.js' */
/** @import { ForkEffect, ScheduleDifference } from './schedule-difference.js' */

/** Opacity of the veil over the common past, and over jobs that are equal in both. */
const VEIL = { past: 0.62, same: 0.5 };
/** Maximum number of bars that are outlined one by one. */
const MOST_BARS = 300;
/** Width of the fork line, CSS pixels. */
const LINE = 1.5;

/**
 * A fork and its difference from the forked run.
 * @typedef {object} ComparedFork
 * @property {number} at its index among the variants
 * @property {number|null} job the number of its job
 * @property {ScheduleDifference} difference
 * @property {ForkEffect} effect
 * @property {number[][]} bars for the baseline and for the fork: the subjects that are equal after the fork, then those
 *   that differ, the job of the fork last
 * @property {number[]} same number of equal bars of each
 */

/** The forks of one page. */
export class ForkWatch {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** The schedules of completed runs, by their reports. @type {WeakMap<object, Promise<ScheduledJob[]>>} */
    this.schedules = new WeakMap();
    /** @type {ComparedFork[]} */
    this.forks = [];
    this.compared = '';
    /** Whether the regret of all starts is shown. */
    this.regret = false;
    /** The runs that compute it. @type {import('./regret-runs.js').RegretRuns|undefined} */
    this.regretRuns = undefined;
    page.store.subscribe((state, before) => {
      if (state.variants !== before.variants) void this.#compare();
      if (state.pane !== before.pane || state.foldedPanes !== before.foldedPanes) this.#notify();
    });
    void this.#compare();
  }

  /** Calls `listener` after each change; returns a function that stops it. @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Draws all charts again, and calls the listeners. */
  #notify() {
    this.notifyRegret();
    // All charts are drawn again.
    chooseInView(this.page, 'forks', { shown: this.forkOnScreen?.at ?? 0 });
  }

  /** Calls the listeners after a change of the regret, which is not in the charts. */
  notifyRegret() {
    for (const listener of [...this.listeners]) listener();
  }

  /** Shows or hides the regret of all starts. @param {boolean} shown */
  showRegret(shown) {
    this.regret = shown;
    this.#notify();
  }

  /** The places of all forks. */
  get places() {
    const { scenario, variants } = this.page.store.get();
    return scenario ? forkPlaces(listVariants(scenario)).filter((at) => at < variants.length) : [];
  }

  /** The place of the fork on screen: the active one, otherwise the first that is not folded; 0 without forks. */
  get placeOnScreen() {
    const { pane, foldedPanes } = this.page.store.get();
    const { places } = this;
    return places.includes(pane) ? pane : (places.find((at) => !foldedPanes.includes(at)) ?? places[0] ?? 0);
  }

  /** The fork on screen, after its comparison. */
  get forkOnScreen() {
    const { placeOnScreen } = this;
    return this.forks.find(({ at }) => at === placeOnScreen);
  }

  /** The schedule of a completed variant. @param {number} at @returns {Promise<ScheduledJob[]>} */
  schedule(at) {
    const report = this.page.store.get().variants[at]?.report;
    if (!report) return Promise.resolve([]);
    const known = this.schedules.get(report) ?? fetchSchedule(this.page, at);
    known.catch(() => this.schedules.delete(report));
    this.schedules.set(report, known);
    return known;
  }

  /** Compares the forks with their baseline when their runs are complete. */
  async #compare() {
    const { variants, scenario } = this.page.store.get();
    const done = variants.every(({ status }) => status === 'done');
    const { places } = this;
    const key = JSON.stringify([done, places, scenario?.system, scenario?.compare, variants.map(({ digest }) => digest?.whole)]);
    if (key === this.compared) return;
    this.compared = key;
    this.forks = [];
    if (done && scenario && places.length > 0) {
      try {
        const forks = await this.#compareAll(variants, scenario, places);
        if (this.compared === key) this.forks = forks;
      } catch {
        // The run was replaced during the query; the next one is compared when it is complete.
      }
    }
    if (this.compared === key) this.#notify();
  }

  /**
   * Finds the differences between each fork and the forked run.
   * @param {readonly Variant[]} variants
   * @param {NonNullable<State['scenario']>} scenario
   * @param {readonly number[]} places
   * @returns {Promise<ComparedFork[]>}
   */
  async #compareAll(variants, scenario, places) {
    const systems = listVariants(scenario);
    const [base] = systems;
    const before = await this.schedule(0);
    return Promise.all(
      places.map(async (at) => {
        const after = await this.schedule(at);
        const system = systems[at] ?? { kind: '' };
        const difference = compareSchedules(before, after, system.fork);
        const job = base ? forkedJob(system, base) : null;
        const value = (/** @type {number} */ index) => variants[index]?.report?.rows.find(({ id }) => id === 'wait')?.value ?? NaN;
        const end = (/** @type {number} */ index) => variants[index]?.report?.last_end_s ?? NaN;
        const { later, earlier, moved } = difference;
        const effect = { wait_s: value(at) - value(0), end_s: end(at) - end(0), later, earlier, absent: moved.length - later - earlier };
        const bars = [before, after].map((jobs) => markedBars(jobs, difference, job));
        return { at, job, difference, effect, bars: bars.map(({ ids }) => ids), same: bars.map(({ same }) => same) };
      }),
    );
  }

  /** The subjects whose boxes a chart needs for the marks of the fork. @param {number} variant @returns {readonly number[]} */
  outlined(variant) {
    const { forkOnScreen } = this;
    if (!forkOnScreen || (variant !== 0 && variant !== forkOnScreen.at)) return [];
    return forkOnScreen.bars[variant === 0 ? 0 : 1] ?? [];
  }

  /**
   * Draws the marks of the fork on screen, below the names of bars.
   * @param {CanvasRenderingContext2D} context
   * @param {Frame} frame
   * @param {number} variant
   * @param {{scale: number, colours: Record<string, string>}} style
   */
  draw(context, frame, variant, { scale, colours }) {
    const { forkOnScreen } = this;
    if (!forkOnScreen || (variant !== 0 && variant !== forkOnScreen.at)) return;
    const { paper = '#fff', ink = '#000', accent = '#b00' } = colours;
    const { width, height, from_s, to_s } = frame.view;
    const { past_s } = forkOnScreen.difference;
    const x = Number.isFinite(past_s) ? ((past_s - from_s) / (to_s - from_s)) * width : width;
    const ids = this.outlined(variant);
    const boxes = frame.outlines.slice(0, -2);
    const same = forkOnScreen.same[variant === 0 ? 0 : 1] ?? 0;
    context.fillStyle = paper;
    if (boxes.length === ids.length) {
      context.globalAlpha = VEIL.same;
      for (const box of boxes.slice(0, same).flat()) {
        const left = Math.max(box.x, x);
        if (box.x + box.w > left) context.fillRect(left, box.y, box.x + box.w - left, box.h);
      }
    }
    context.globalAlpha = VEIL.past;
    if (x > 0) context.fillRect(0, 0, Math.min(x, width), height);
    context.globalAlpha = 1;
    // Names on dimmed bars are in the text colour of the theme.
    const light = effectiveTheme(this.page.store.get().theme) === 'dark';
    const dimmed = boxes.length === ids.length ? boxes.slice(0, same).flat() : [];
    for (const label of frame.labels) {
      const inPast = (Math.max(label.x, 0) + Math.min(label.x + label.w, width)) / 2 < x;
      if (inPast || dimmed.some((box) => Math.abs(box.x - label.x) < 2 && label.y >= box.y - 1 && label.y < box.y + box.h))
        label.light = light;
    }
    if (boxes.length === ids.length) {
      boxes.slice(same).forEach((one, place, all) => {
        const decided = forkOnScreen.job !== null && place === all.length - 1;
        drawOutline(context, one, scale, colours, decided ? 2 : 1.5, decided ? accent : ink);
      });
    }
    if (x < 0 || x > width) return;
    context.fillStyle = accent;
    context.fillRect(Math.round(x - (LINE / 2) * scale), 0, Math.max(1, Math.round(LINE * scale)), height);
  }
}

/**
 * The bars that are marked in a schedule.
 * @param {readonly ScheduledJob[]} jobs
 * @param {ScheduleDifference} difference
 * @param {number|null} job the number of the job of the fork
 * @returns {{ids: number[], same: number}}
 */
export function markedBars(jobs, { moved, past_s }, job) {
  const numbers = new Set(moved.map(({ number }) => number));
  const ids = (/** @type {(one: ScheduledJob) => boolean} */ wanted) => jobs.filter(wanted).map(({ subject }) => subject);
  const decided = ids(({ number }) => number === job);
  const differ = ids(({ number }) => numbers.has(number) && number !== job);
  const same = ids(({ number, end_s }) => !numbers.has(number) && number !== job && !(end_s <= past_s));
  if (differ.length > MOST_BARS) return { ids: decided, same: 0 };
  const shown = same.length + differ.length > MOST_BARS ? [] : same;
  return { ids: [...shown, ...differ, ...decided], same: shown.length };
}

/** The forks of a page. @param {Page} page */
export function forksOf(page) {
  return (page.forks ??= new ForkWatch(page));
}
