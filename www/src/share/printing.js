/** @file Prints the screen on one A4 page: charts, a lesson as a handout with blank answers, or a study. */

import { createShareLink } from '../commands.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { formatBesideName } from '../text/measure-values.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { sentenceText } from '../text/sentence-pieces.js';
import { formatClock } from '../text/time.js';
import { drawPanes } from './exported-files.js';
import { toGreys } from './print-greys.js';
import { createPictureSvg } from './print-picture.js';
import './print-sheet.js';

/** @import { Page } from '../commands/page.js' */
/** @import { State } from '../types.js' */
/** @import { PrintSheet, SheetContent } from './print-sheet.js' */

/**
 * @typedef {Pick<SheetContent, 'title'|'question'|'answer'|'picture'|'tableTitle'|'rows'|'captions'|'digests'>} StudyContent
 *   the printed content of a study
 */

/** Width of the bars, and their height by number of charts; a handout has less space. */
const BARS = { width: 934, heights: [380, 176, 112, 80], handout: 130 };
/** The share of a single run that a handout shows for an open question. */
const PENDING_SHARE = 0.4;
/** Height of the name, the axis and the legend around the charts of a handout, and of each chart's name, in pixels. */
const AROUND = { all: 90, chart: 22 };
/** Maximum number of columns of results. */
const MOST_RESULTS = 6;
/** Maximum length of an address; longer ones are replaced by that of the example. */
const MOST_LINK = 110;
/** Colours of names and lines; bars are converted. */
const COLOURS = { paper: '#ffffff', ink: '#000000', 'ink-soft': '#4a4a4a', edge: '#5a5a5a' };

/**
 * Prints the charts, with the question, numbers and digests; for a lesson, its questions.
 * @param {Page} page
 * @param {boolean} [current] whether the charts end at the playhead: before the end of the runs, the page then shows no results
 */
export async function printCharts(page, current = false) {
  showSheet(await chartsSheet(page, current));
  print();
}

/**
 * The print page of the charts, or the handout of a lesson.
 * @param {Page} page
 * @param {boolean} [current]
 * @returns {Promise<SheetContent>}
 */
export async function chartsSheet(page, current = false) {
  const state = page.store.get();
  if (!state.lesson) return chartContent(page, state, current && state.playhead_s < runsEnd(state));
  const content = await lessonContent(page, state);
  return addLessonCharts(page, content, measureFreeHeight(content));
}

/**
 * Prints a study.
 * @param {Page} page
 * @param {StudyContent} content with a picture in colours
 */
export async function printStudy(page, content) {
  showSheet({
    ...content,
    picture: content.picture && toGreys(content.picture, []),
    plot: true,
    about: aboutText({ ...page.store.get(), variants: [] }),
    steps: [],
    link: location.href,
  });
  print();
}

/**
 * Puts the page beside everything else until the print dialog is closed. It is complete at once: browsers do not wait for it.
 * @param {SheetContent} content
 */
export function showSheet(content) {
  for (const old of document.querySelectorAll('print-sheet')) old.remove();
  const sheet = appendSheet(document.body, content);
  addEventListener('afterprint', () => sheet.remove(), { once: true });
}

/**
 * @param {ParentNode} place
 * @param {SheetContent} content
 */
function appendSheet(place, content) {
  const sheet = /** @type {PrintSheet} */ (document.createElement('print-sheet'));
  sheet.content = content;
  place.append(sheet);
  sheet.renderNow();
  return sheet;
}

/** The height that a page leaves free, in pixels. @param {SheetContent} content */
function measureFreeHeight(content) {
  const place = document.createElement('div');
  place.inert = true;
  document.body.append(place);
  const free = appendSheet(place.attachShadow({ mode: 'closed' }), content).freeHeight;
  place.remove();
  return free;
}

/** When the last run ends, in seconds. @param {Pick<State, 'variants'>} state */
function runsEnd({ variants }) {
  return Math.max(...variants.map(({ progress }) => progress?.end_s ?? 0));
}

/** @param {State} state */
function aboutText({ catalog, scenario, work, variants }) {
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const seed = variants.length > 0 && work && scenario?.seed !== undefined ? `seed ${scenario.seed}` : '';
  return [`Ganttlet, engine ${catalog?.engine ?? ''}`.trim(), day, seed].filter(Boolean).join(', ');
}

/** The shortest address of the screen. @param {Page} page */
async function shortLink(page) {
  if (location.hash.length > 1 && location.href.length <= MOST_LINK) return location.href;
  const { url, example } = await createShareLink(page);
  return example ? `${url.slice(0, url.indexOf('#'))}#ex=${example}` : url;
}

/**
 * Draws the charts of all variants for print.
 * @param {Page} page
 * @param {number} height of the bars
 * @param {object} [how]
 * @param {boolean} [how.pending] whether the charts must leave a question open: then only the first one is drawn, or
 *   part of a single one; the others are empty
 * @param {boolean} [how.current] whether the charts end at the playhead
 */
async function drawCharts(page, height, { pending = false, current = false } = {}) {
  const { variants, work, playhead_s } = page.store.get();
  const end_s = runsEnd({ variants });
  const area = () => ({ width: BARS.width, height });
  // No playhead and no selection: the charts at the end of the runs.
  const view = {
    theme: /** @type {const} */ ('light'),
    selected: -1,
    query: '',
    now_s: current ? playhead_s : pending && variants.length === 1 ? end_s * PENDING_SHARE : end_s,
  };
  const [first = 0, ...others] = variants.keys();
  const shown = drawPanes(page, pending ? [first] : [first, ...others], { extent: 'screen', area, view });
  // Before its first job a chart is empty: readers can draw into it.
  const blank = pending ? drawPanes(page, others, { extent: 'screen', area, view: { ...view, now_s: -1 } }) : [];
  const panes = [
    ...(await shown),
    ...(await blank).map((pane) => ({ ...pane, name: `${pane.name}: your prediction`, until: '', difference: null })),
  ];
  const svg = createPictureSvg({
    width: BARS.width + 112,
    title: '',
    panes: panes.map((pane) => ({ ...pane, report: null, digest: '' })),
    names: variants.map(({ name }) => name),
    work,
    note: '',
    colours: COLOURS,
  });
  return {
    svg: toGreys(
      svg,
      panes.map(({ legend }) => legend),
    ),
    digests: pending || current ? [] : panes.flatMap(({ name, digest }) => (digest ? [`${name} ${digest}`] : [])),
  };
}

/**
 * The print page of the charts.
 * @param {Page} page
 * @param {State} state
 * @param {boolean} current whether the charts end at the playhead
 * @returns {Promise<SheetContent>}
 */
async function chartContent(page, state, current) {
  const { variants, comparison, playhead_s } = state;
  const height = BARS.heights[Math.min(variants.length, BARS.heights.length) - 1] ?? BARS.handout;
  const { svg, digests } = await drawCharts(page, height, { current });
  return {
    title: scenarioTitle(state),
    about: [aboutText(state), current && `until ${formatClock(playhead_s, runsEnd(state))}`].filter(Boolean).join(', '),
    question: sentenceText(comparison.question),
    answer: current ? '' : sentenceText(comparison.answer),
    picture: svg,
    steps: [],
    rows: current ? [] : resultRows(state),
    link: await shortLink(page),
    digests: current ? '' : digests.length > 0 ? `digests: ${digests.join(', ')}` : 'no digests: the runs are incomplete',
  };
}

/**
 * The results of all variants as a table, with the means of other seeds if they were run.
 * @param {Pick<State, 'variants'|'replicated'>} state
 * @returns {string[][]}
 */
export function resultRows({ variants, replicated }) {
  const known = (variants[0]?.report?.rows ?? []).filter(({ value }) => value !== null).slice(0, MOST_RESULTS);
  if (known.length === 0) return [];
  const own = variants.map(({ name, report }) => [
    name,
    ...known.map(({ id }) => {
      const row = report?.rows.find((one) => one.id === id);
      return row ? formatBesideName(row.name, row.value, row.unit) : '';
    }),
  ]);
  const means = replicated?.means ?? {};
  const seeds = known.some(({ id }) => means[id])
    ? variants.map(({ name }, at) => [`${name}, all seeds`, ...known.map(({ id }) => means[id]?.[at] ?? '')])
    : [];
  return [['', ...known.map(({ name }) => name)], ...own, ...seeds];
}

/**
 * The print page of a lesson.
 * @param {Page} page
 * @param {State} state
 * @returns {Promise<SheetContent>}
 */
async function lessonContent(page, state) {
  const lesson = /** @type {NonNullable<State['lesson']>} */ (state.lesson);
  const { title, question, steps } = lesson.lesson;
  return {
    title,
    about: aboutText(state),
    question,
    answer: '',
    picture: '',
    steps: steps.map(({ text, predict, task }) => ({
      text: paperText(text),
      question: predict?.question ?? task?.predict.question ?? '',
      choices: predict?.choices.map((choice) => choice.text) ?? [],
    })),
    rows: [],
    link: await shortLink(page),
    digests: '',
  };
}

/**
 * A handout with its charts, which fill the rest of the page. They do not answer an open question.
 * @param {Page} page
 * @param {SheetContent} content
 * @param {number} free height, pixels
 * @returns {Promise<SheetContent>}
 */
async function addLessonCharts(page, content, free) {
  const { lesson, variants } = page.store.get();
  const pending = isPredictionPending(lesson);
  const count = Math.max(variants.length, 1);
  const least = count > 2 || pending ? BARS.handout / 2 : BARS.handout;
  const height = Math.round((free - AROUND.all) / count - AROUND.chart);
  const drawn = await drawCharts(page, Math.min(Math.max(height, least), BARS.heights[0]), { pending });
  const digests = drawn.digests.length > 0 ? `digests: ${drawn.digests.join(', ')}` : '';
  return { ...content, picture: drawn.svg, digests };
}

/** A text of a lesson without sentences that need a screen. @param {string} text */
export function paperText(text) {
  return text
    .split(/(?<=[.?!]) (?=[A-Z])/u)
    .filter((sentence) => !/^(?:Click|Press|Drag|Tap) /u.test(sentence))
    .join(' ');
}
