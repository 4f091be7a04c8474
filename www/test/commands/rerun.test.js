import { beforeEach, describe, expect, it, vi } from 'vitest';

/** What each run tells the page, by the order of the runs. @type {any[]} */
const told = [];
vi.mock('../../src/run/run-client.js', () => ({
  RunClient: class {
    /** @param {object} events */
    constructor(events) {
      told.push(events);
    }
    load() {}
    start() {}
    close() {}
    cancel() {}
  },
}));
vi.mock('../../src/commands/file-download.js', () => ({ saveScenario: () => undefined }));

const { createPage } = await import('../../src/commands/page.js');
const { initialState } = await import('../../src/state/store.js');
const { startRuns, cancelRuns } = await import('../../src/commands/runs.js');
const { pause, play, rewind, seek, seekEnd } = await import('../../src/commands/player.js');
const { fitWindow, setWindow, zoomInTime } = await import('../../src/commands/chart-view.js');

const page = createPage();
const { store } = page;

/** The next pictures asked for. @type {((now: number) => void)[]} */
let pictures = [];
const systems = ['a', 'b'].map((name) => ({ name, system: {} }));

/** @param {number} rows */
const layout = (rows) => ({ name: 'x', accepts: 'jobs', bands: [], rows, subjects: 10, from_s: 0, graphs: false, diagnostics: [] });
/** @param {number} now_s */
const progress = (now_s, done = false) => ({ done, now_s, events: 0, ended: 0, subjects: 10, end_s: now_s });

function restart() {
  startRuns(page, '{}', systems, []);
}
/** @param {number} [rows] */
function load(rows = 32) {
  for (const events of told) events.loaded(layout(rows));
}
/** @param {number} now_s */
function come(now_s) {
  for (const events of told) events.progress(progress(now_s));
}
/** @param {number} end_s */
function finish(end_s) {
  for (const events of told) events.done(progress(end_s, true), { digest: null, diagnostics: [] }, 0);
}
/** @param {number} end_s */
function run(end_s) {
  restart();
  load();
  come(0.1);
  come(end_s / 3);
  finish(end_s);
}
/** @param {number} seconds real time */
function watch(seconds) {
  const asked = pictures;
  pictures = [];
  for (const picture of asked) picture(performance.now() + seconds * 1000);
}
const window = () => {
  const { from_s, to_s } = store.get().view;
  return [from_s, to_s];
};

beforeEach(() => {
  // What the test before left playing has its last picture.
  pause(page);
  watch(0);
  vi.stubGlobal('requestAnimationFrame', (/** @type {(now: number) => void} */ picture) => pictures.push(picture));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  store.set(initialState());
  rewind(page);
  run(26000);
});

describe('a window that was zoomed into', () => {
  it('outlasts runs that start again, with the playhead at the end', () => {
    seekEnd(page);
    setWindow(page, { from_s: 3765, to_s: 22595 });
    restart();
    load();
    come(1);
    expect(window()).toEqual([3765, 22595]);
    finish(24000);
    expect(window()).toEqual([3765, 22595]);
    expect(store.get().playhead_s).toBe(24000);
  });

  it('outlasts them with the playhead in the middle, too', () => {
    seek(page, 5556);
    setWindow(page, { from_s: 3765, to_s: 22595 });
    run(27000);
    expect(window()).toEqual([3765, 22595]);
  });

  it('returns into the computed time when the runs are done', () => {
    setWindow(page, { from_s: 20000, to_s: 26000 });
    run(13000);
    const [from_s = NaN, to_s = NaN] = window();
    expect(to_s - from_s).toBe(6000);
    expect(to_s).toBeLessThan(14000);
  });

  it('can be zoomed further while the runs have not come so far', () => {
    setWindow(page, { from_s: 4000, to_s: 8000 });
    restart();
    load();
    come(1);
    zoomInTime(page, 2);
    expect(window()).toEqual([5000, 7000]);
  });

  it('shows all rows of more machines if it showed all rows', () => {
    setWindow(page, { from_s: 4000, to_s: 8000 });
    restart();
    load(64);
    finish(26000);
    expect(store.get().view).toMatchObject({ first_row: 0, rows: 64 });
  });
});

describe('the playhead that plays', () => {
  it('never moves back, although its frame was requested before playback', () => {
    seek(page, 5556);
    play(page);
    watch(-0.01);
    expect(store.get().playhead_s).toBe(5556);
    watch(0);
    expect(store.get().playhead_s).toBe(5556);
    watch(0.01);
    expect(store.get().playhead_s).toBeGreaterThan(5556);
  });
});

describe('the playhead of runs that start again', () => {
  it('keeps its time, as far as they have come', () => {
    seek(page, 5556);
    restart();
    load();
    come(1000);
    expect(store.get().playhead_s).toBe(1000);
    finish(27000);
    expect(store.get().playhead_s).toBe(5556);
    run(3000);
    expect(store.get().playhead_s).toBe(3000);
    run(26000);
    expect(store.get().playhead_s).toBe(5556);
  });

  it('plays on from its time', () => {
    setWindow(page, { from_s: 1500, to_s: 19000 });
    seek(page, 3984);
    play(page);
    restart();
    load();
    come(1000);
    watch(0.1);
    expect(store.get().playhead_s).toBe(1000);
    finish(26000);
    expect(store.get()).toMatchObject({ playhead_s: 3984, playing: true });
    watch(0.2);
    expect(store.get().playhead_s).toBeGreaterThan(3984);
    expect(window()).toEqual([1500, 19000]);
  });

  it('is not stuck when they are cancelled', () => {
    seek(page, 5556);
    restart();
    load();
    come(1000);
    cancelRuns(page);
    for (const events of told) events.cancelled();
    seek(page, 200);
    play(page);
    watch(0.1);
    expect(store.get().playhead_s).toBeGreaterThan(200);
    pause(page);
  });

  it('is at the beginning of a scenario opened anew', () => {
    seekEnd(page);
    fitWindow(page);
    rewind(page);
    run(9000);
    expect(store.get().playhead_s).toBe(0);
  });
});
