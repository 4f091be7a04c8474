/** @file Lessons: opening, steps and predictions. */

import { fetchLesson, scenarioOfStep, solvedScenario } from '../scenario/lesson.js';
import { createSeedsStudy } from '../scenario/new-study.js';
import { recordView } from '../state/viewed-items.js';
import { COLOURS } from '../text/colours.js';
import { loadTerms } from './glossary.js';
import { showNotice } from './notices.js';
import { pause, play, seek, seekEnd } from './player.js';
import { setScenario } from './scenario.js';
import { whenComputed } from './start-position.js';
import { replicate, showCharts } from './study.js';

/** @import { Page } from './page.js' */
/** @import { Lesson, Step } from '../scenario/lesson.js' */

/**
 * Opens a lesson.
 * @param {Page} page
 * @param {string} id
 * @param {number} [step] from 0; clamped to the existing steps
 * @returns {Promise<boolean>}
 */
export async function openLesson(page, id, step = 0) {
  if (!page.store.get().embedded) void loadTerms(page);
  const { lesson: open } = page.store.get();
  if (open && open.id === id && open.step === step) {
    showCharts(page);
    return true;
  }
  /** @type {Lesson} */
  let lesson;
  try {
    lesson = await fetchLesson(id);
  } catch (error) {
    showNotice(page, `The lesson ${id} could not be opened: ${error instanceof Error ? error.message : error}.`, 'error');
    return false;
  }
  const nearest = Math.min(Math.max(Number.isInteger(step) ? step : 0, 0), lesson.steps.length - 1);
  const answers = open?.id === id ? open.answers : lesson.steps.map(() => -1);
  return showLesson(page, { id, lesson, step: nearest, answers });
}

/**
 * Opens a lesson from a file, which has no address.
 * @param {Page} page
 * @param {Lesson} lesson
 * @returns {Promise<boolean>}
 */
export function openOwnLesson(page, lesson) {
  return showLesson(page, { id: '', lesson, step: 0, answers: lesson.steps.map(() => -1) });
}

/**
 * Opens the lesson of a link, `lesson=why-backfill&step=2`.
 * @param {Page} page
 * @param {string} fragment
 */
export function openLessonLink(page, fragment) {
  const said = new URLSearchParams(fragment);
  return openLesson(page, said.get('lesson') ?? '', Number(said.get('step') ?? 1) - 1);
}

/**
 * Goes to a step of the open lesson.
 * @param {Page} page
 * @param {number} step
 */
export async function goToStep(page, step) {
  const { lesson } = page.store.get();
  if (lesson && step >= 0 && step < lesson.lesson.steps.length) await showLesson(page, { ...lesson, step });
}

/** Restores the scenario of the step after changes by the reader. */
export async function resetStep(/** @type {Page} */ page) {
  const { lesson } = page.store.get();
  if (lesson) await showLesson(page, { ...lesson, canonical: '' });
}

/**
 * Stores the reader's prediction, and plays the run.
 * @param {Page} page
 * @param {number} choice
 */
export function answerPrediction(page, choice) {
  const { lesson, variants } = page.store.get();
  if (!lesson) return;
  const first = (lesson.answers[lesson.step] ?? -1) < 0;
  const shown = !first && variants.every(({ status }) => status === 'done');
  const revised = shown ? [...(lesson.revised ?? []), lesson.step] : (lesson.revised ?? []);
  page.store.set({ lesson: { ...lesson, answers: lesson.answers.with(lesson.step, choice), revised } });
  if (!first) return;
  recordProgress(page);
  // Bars shown with the question remain.
  if (lesson.lesson.steps[lesson.step]?.playhead_s !== 'end') play(page);
  runSeedsOfStep(page);
}

/** Notes that the task of a step is done; later changes do not undo that. */
export function completeTask(/** @type {Page} */ page) {
  const { lesson } = page.store.get();
  if (!lesson || (lesson.answers[lesson.step] ?? -1) >= 0) return;
  page.store.set({ lesson: { ...lesson, answers: lesson.answers.with(lesson.step, 0) } });
  recordProgress(page);
}

/** Applies the solution of the task to the scenario. */
export async function applySolution(/** @type {Page} */ page) {
  const { lesson } = page.store.get();
  if (lesson) await setScenario(page, solvedScenario(lesson.lesson, lesson.step));
}

/** Stores the number of completed steps; a step with a question counts once answered. Embeds store nothing. */
function recordProgress(/** @type {Page} */ page) {
  const { lesson, embedded } = page.store.get();
  if (!lesson || lesson.id === '' || embedded) return;
  const {
    id,
    step,
    answers,
    lesson: { steps },
  } = lesson;
  const asks = steps[step]?.predict !== undefined || steps[step]?.task !== undefined;
  const open = asks && (answers[step] ?? -1) < 0;
  recordView('lessons', id, open ? step : step + 1);
}

/** Runs the seeds of a step, after its prediction. */
function runSeedsOfStep(/** @type {Page} */ page) {
  const { lesson, scenario, replicated } = page.store.get();
  const step = lesson?.lesson.steps[lesson.step];
  if (!lesson || !scenario || !step?.seeds || replicated?.asked || (step.predict && (lesson.answers[lesson.step] ?? -1) < 0)) return;
  const measures = [...new Set([...(step.measure ? [step.measure] : []), ...(scenario.measures ?? [])])];
  replicate(page, JSON.stringify(createSeedsStudy(scenario, lesson.lesson.title, measures)), true);
}

/** Ends the lesson; its scenario stays. */
export function closeLesson(/** @type {Page} */ page) {
  page.store.set({ lesson: null });
}

/**
 * Shows a lesson at one of its steps, and runs the scenario of this step.
 * @param {Page} page
 * @param {{id: string, lesson: Lesson, step: number, answers: number[], revised?: readonly number[], canonical?: string}} lesson
 */
async function showLesson(page, lesson) {
  const { scenario, canonical, lesson: open } = page.store.get();
  const step = /** @type {Step} */ (lesson.lesson.steps[lesson.step]);
  /** @type {object} */
  let wanted;
  try {
    wanted = scenarioOfStep(lesson.lesson, lesson.step);
  } catch (error) {
    showNotice(page, `This step of the lesson cannot be run: ${error instanceof Error ? error.message : error}`, 'error');
    return false;
  }
  // A step that changes nothing leaves the run and the playhead as they are.
  const same =
    open !== null &&
    scenario !== null &&
    lesson.canonical === canonical &&
    JSON.stringify(scenarioOfStep(open.lesson, open.step)) === JSON.stringify(wanted);
  if (same) {
    showCharts(page);
    page.store.set({ lesson: { ...lesson, canonical: open.canonical } });
  } else if (!(await setScenario(page, wanted, { fresh: true, hold: true, lesson }))) {
    const [first] = page.store.get().diagnostics.filter(({ severity }) => severity === 'error');
    const what = page.store.get().beside && first ? `: ${first.message}` : '; the errors are listed above the charts.';
    showNotice(page, `This step of the lesson cannot be run${what}`, 'error');
    return false;
  }
  recordProgress(page);
  const asks = step.predict !== undefined && (lesson.answers[lesson.step] ?? -1) < 0;
  page.store.set({
    ...(step.measure ? { measure: step.measure } : {}),
    ...(step.colour && step.colour in COLOURS ? { colour: step.colour } : {}),
  });
  if (step.playhead_s === 'end') {
    seekEnd(page);
  } else if (asks) {
    pause(page);
    seek(page, 0);
  } else if (typeof step.playhead_s === 'number') {
    pause(page);
    const { playhead_s } = step;
    whenComputed(page, playhead_s, () => seek(page, playhead_s));
  } else if (!same) {
    play(page);
  }
  runSeedsOfStep(page);
  return true;
}
