/** @file Exports of a morph: stills as SVG, jobs as CSV, a video by the recorder of the browser. Frames follow from positions, not from the clock. */

import { saveFile } from '../commands/file-download.js';
import { fetchSchedule } from '../gantt/schedule-jobs.js';
import { safeFileName } from '../text/file-names.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { timeTicks } from '../text/time.js';
import { nextPosition } from './morph-player.js';
import { drawScene, FONT, stillSvg } from './morph-scene.js';

/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */
/** @import { MorphView } from './morph-view.js' */

/** Frame rate (frames per second) and size of a video. */
const VIDEO = { rate: 30, width: 1280, height: 720, foot: 48 };
/** Distance between ticks of a still, CSS pixels. */
const TICK_PX = 80;

/**
 * Saves a morph.
 * @param {MorphView} view
 * @param {'stills'|'csv'|'webm'} what
 */
export async function exportMorph(view, what) {
  const title = scenarioTitle(view.page.store.get());
  const name = safeFileName(`${title} morph`);
  if (what === 'csv') return saveFile(`${name}.csv`, await jobsCsv(view), 'text/csv');
  if (what === 'webm') return saveFile(`${name}.webm`, await recordVideo(view), 'video/webm');
  for (let stop = 0; stop < view.stops; stop += 1) saveFile(`${name}-${stop + 1}.svg`, createStill(view, stop), 'image/svg+xml');
}

/**
 * A still of one stop.
 * @param {MorphView} view
 * @param {number} stop
 */
export function createStill(view, stop) {
  const { variants, view: window } = view.page.store.get();
  const scene = view.sceneAt(stop);
  const title = `${scenarioTitle(view.page.store.get())}: ${variants[stop]?.name ?? ''}`;
  const { width, height } = view;
  const span = window.to_s - window.from_s;
  const ticks = timeTicks(window.from_s, window.to_s, Math.max(2, width / TICK_PX), window.to_s).map(({ time_s, text }) => ({
    x: ((time_s - window.from_s) / span) * width,
    text,
  }));
  const digest = variants[stop]?.digest?.whole ?? '';
  return stillSvg(scene?.shapes ?? [], {
    width,
    height,
    title,
    foot: `Ganttlet, digest ${digest}`,
    ticks,
    colours: scene?.colours ?? {},
    font: FONT,
  });
}

/** The jobs of all systems side by side. @param {MorphView} view */
async function jobsCsv(view) {
  const { variants } = view.page.store.get();
  const schedules = await Promise.all(variants.map((_, at) => fetchSchedule(view.page, at)));
  return scheduleCsv(
    schedules,
    variants.map(({ name }) => name),
  );
}

/**
 * Schedules of the same jobs as one table.
 * @param {readonly (readonly ScheduledJob[])[]} schedules
 * @param {readonly string[]} names
 */
export function scheduleCsv(schedules, names) {
  const field = (/** @type {string} */ text) => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const number = (/** @type {number|undefined} */ value) => (value === undefined || Number.isNaN(value) ? '' : String(value));
  const known = schedules.map((jobs) => new Map(jobs.map((job) => [job.number, job])));
  const head = [
    'job',
    'submit_s',
    ...names.flatMap((name) => ['start_s', 'finish_s', 'nodes', 'wait_s'].map((column) => field(`${name} ${column}`))),
  ];
  const lines = (schedules[0] ?? []).map((job) => [
    String(job.number),
    number(job.submit_s),
    ...known.flatMap((jobs) => {
      const one = jobs.get(job.number);
      return [number(one?.start_s), number(one?.end_s), one ? one.nodes.join(' ') : '', number(one?.wait_s)];
    }),
  ]);
  return [head, ...lines]
    .map((line) => line.join(','))
    .join('\r\n')
    .concat('\r\n');
}

/**
 * The positions of all frames of a video: from the first stop to the last, with rests.
 * @param {number} stops
 * @param {number} step_s
 * @param {number} [rate] frames per second
 * @returns {number[]}
 */
export function videoPositions(stops, step_s, rate = VIDEO.rate) {
  /** @type {{position: number, rest_s: number, direction: 1|-1, ended?: boolean}} */
  let state = { position: 0, rest_s: 1, direction: 1 };
  const positions = [0];
  while (!state.ended && positions.length < 60 * rate * stops) {
    state = nextPosition(state, 1 / rate, { stops, step_s, back: false });
    positions.push(state.position);
  }
  return [...positions, ...Array.from({ length: rate }, () => stops - 1)];
}

/** Records a video. @param {MorphView} view @returns {Promise<Blob>} */
async function recordVideo(view) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [VIDEO.width, VIDEO.height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  const stream = canvas.captureStream(0);
  const track = /** @type {CanvasCaptureMediaStreamTrack} */ (stream.getVideoTracks()[0]);
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start();
  const names = view.page.store.get().variants.map(({ name }) => name);
  for (const position of videoPositions(view.stops, view.step_s)) {
    drawFrame(view, context, position, names);
    track.requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 1000 / VIDEO.rate));
  }
  recorder.stop();
  await stopped;
  return new Blob(parts, { type: 'video/webm' });
}

/**
 * Draws one frame of the animation with the names of both policies.
 * @param {MorphView} view
 * @param {CanvasRenderingContext2D} context
 * @param {number} position
 * @param {readonly string[]} names
 */
function drawFrame(view, context, position, names) {
  const scene = view.sceneAt(position);
  if (!scene) return;
  const { paper = '#fff', ink = '#000' } = scene.colours;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = paper;
  context.fillRect(0, 0, VIDEO.width, VIDEO.height);
  const [across, down] = [VIDEO.width / view.width, (VIDEO.height - VIDEO.foot) / view.height];
  const scale = Math.min(across, down);
  context.setTransform(scale, 0, 0, scale, (VIDEO.width - scale * view.width) / 2, 0);
  drawScene(context, scene.shapes, FONT);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = ink;
  context.font = `600 20px ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(names.join(', '), 24, VIDEO.height - VIDEO.foot / 2);
}
