/** @file `<lesson-strip>`: the open lesson above the charts: its question, a step, a prediction, and the result of the run. */

import { html, nothing } from 'lit';
import { answerPrediction, applySolution, closeLesson, completeTask, goToStep, resetStep } from '../commands/lessons.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { renderTerms } from '../elements/term-word.js';
import { createGlossary } from '../scenario/glossary.js';
import { reportValue } from '../scenario/lesson.js';
import { countedMetrics } from '../scenario/seed-values.js';
import { StoreController } from '../state/store.js';
import { formatBesideName } from '../text/measure-values.js';
import { sentenceText } from '../text/sentence-pieces.js';
import { sentenceCase } from '../text/time.js';
import { countSeedsOf, explanationCount, verdictText } from './answer-texts.js';
import { lessonStyle } from './lesson-style.js';

/** @import { Prediction, Step, Task } from '../scenario/lesson.js' */

/** The word for a statistic before the name of a measure. */
const STATISTIC_WORDS = /** @type {const} */ ({
  mean: 'mean of',
  median: 'median of',
  p90: '90th percentile of',
  p95: '95th percentile of',
  p99: '99th percentile of',
  max: 'maximum',
  min: 'minimum',
});

/** The open lesson. */
export class LessonStrip extends PageElement {
  static properties = { locked: { type: Boolean } };

  static styles = [controlStyle, lessonStyle];

  constructor() {
    super();
    this.fromStore = new StoreController(
      this,
      ({ lesson, scenario, canonical, variants, catalog, terms, embedded, judged, stepTexts, replicated, spread }) => ({
        lesson,
        scenario,
        now: canonical,
        variants,
        catalog,
        terms,
        embedded,
        judged,
        stepTexts,
        replicated,
        spread,
      }),
    );
    /** Whether the reader cannot change anything. */
    this.locked = false;
    /** The step whose explanation is shown. @type {number|undefined} */
    this.explained = undefined;
    /** The sources of the glossary. */
    this.of = /** @type {import('../engine/types.js').Catalog|null} */ (null);
    this.terms = /** @type {readonly import('../scenario/glossary.js').GlossaryTerm[]} */ ([]);
    this.glossary = /** @type {import('../scenario/glossary.js').Glossary|undefined} */ (undefined);
  }

  /** Moves the focus here if the lesson was opened from the list; not in an embed. */
  firstUpdated() {
    if (this.fromStore.value.embedded) return;
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('h2'))?.focus();
  }

  /** A text whose glossary terms open their entries. @param {string} text */
  renderTerms(text) {
    const { catalog, terms, embedded } = this.fromStore.value;
    // Charts without texts only have the names.
    if (!catalog || embedded) return text;
    if (catalog !== this.of || terms !== this.terms) {
      this.of = catalog;
      this.terms = terms;
      this.glossary = createGlossary(catalog, terms);
    }
    return this.glossary ? renderTerms(this.glossary.mark(text), false) : text;
  }

  render() {
    const { lesson: open, scenario, now: onScreen, embedded, judged, stepTexts } = this.fromStore.value;
    if (!open) return nothing;
    const { lesson, step, answers, canonical } = open;
    const { steps, title, question } = lesson;
    const now = /** @type {Step} */ (steps[step]);
    const chosen = answers[step] ?? -1;
    const changed = scenario !== null && onScreen !== canonical;
    const last = step === steps.length - 1;
    const interactive = now.predict !== undefined || now.task !== undefined || now.measure !== undefined;
    return html`<section aria-label="Lesson: ${title}">
      <header>
        <h2 tabindex="-1">${/[?!]$/u.test(title) ? title : `${title}:`} <span>${question}</span></h2>
        <span class="step soft">step ${step + 1} of ${steps.length}</span>
        <button aria-label="Previous step" title="Previous step" ?disabled=${step === 0} @click=${() => goToStep(this.page, step - 1)}>${icon('left')}</button>
        ${
          last
            ? embedded
              ? nothing
              : html`<button aria-haspopup="dialog" @click=${this.openList}>All lessons</button>`
            : html`<button @click=${() => goToStep(this.page, step + 1)}>Next ${icon('right')}</button>`
        }
        ${this.locked ? nothing : html`<button class="icon-only" aria-label="Close the lesson" title="Close the lesson; the scenario stays" @click=${() => closeLesson(this.page)}>${icon('close')}</button>`}
      </header>
      <div class="columns ${interactive ? '' : 'alone'}">
        <div aria-live="polite">
          <p><span class="text">${this.renderTerms(now.text)}</span>${stepTexts.length > 0 ? html` <span class="step-texts">${sentenceText(stepTexts)}</span>` : nothing}</p>
          ${
            changed
              ? html`<p class="soft">
                ${now.task ? 'The text describes the scenario of the lesson; the numbers are those of your scenario.' : 'You have changed the scenario. The text describes the scenario of the lesson; the numbers are those of your scenario.'}
                <button @click=${() => resetStep(this.page)}>Reset the scenario</button>
              </p>`
              : nothing
          }
        </div>
        ${interactive ? html`<div class="interactive">${now.predict ? this.renderPrediction(now.predict, chosen) : nothing}${now.task ? this.renderTask(now.task) : nothing}${!now.predict || chosen >= 0 ? this.renderMeasure(now) : nothing}</div>` : nothing}
        ${now.predict && chosen >= 0 && judged && judged.answer.length > 0 ? html`<p class="answer" role="status">${sentenceText(judged.answer)}${this.renderSeedCount(now.predict, judged.right)}</p>` : nothing}
      </div>
    </section>`;
  }

  /**
   * The number of seeds in which a choice is right, if known: an answer explains only one run.
   * @param {Prediction} predict
   * @param {number} choice
   */
  countSeeds({ choices }, choice) {
    const { spread, variants } = this.fromStore.value;
    const condition = choices[choice]?.if;
    if (condition === undefined || spread?.kind !== 'seeds') return null;
    const facts = variants.map(({ report }) => ({ rows: report?.rows ?? [] }));
    const held = countSeedsOf(condition, countedMetrics(facts, spread.values));
    return held?.runs === spread.total ? held : null;
  }

  /** The count after an explanation. @param {Prediction} predict @param {readonly number[]} right */
  renderSeedCount(predict, right) {
    const text = explanationCount(this.countSeeds(predict, right[0] ?? -1));
    return text ? html` <span class="soft">${text}</span>` : nothing;
  }

  /** Notes that a task is done as soon as the runs show it, and scrolls to an explanation that has appeared. */
  updated() {
    const { lesson: open, judged } = this.fromStore.value;
    if (open?.lesson.steps[open.step]?.task && this.areRunsComplete && judged?.right.includes(0)) completeTask(this.page);
    const explanation = this.renderRoot.querySelector('.answer');
    if (explanation && this.explained !== open?.step) this.revealExplanation(explanation);
    this.explained = explanation ? open?.step : undefined;
  }

  /** Scrolls the lesson, but not its surroundings, until the explanation is visible. @param {Element} explanation */
  revealExplanation(explanation) {
    for (const box of [this.renderRoot.querySelector('section'), this]) {
      if (box && box.scrollHeight > box.clientHeight)
        box.scrollTop += Math.max(explanation.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + 4, 0);
    }
  }

  /** Whether all runs are complete, so that their measures are final. */
  get areRunsComplete() {
    const { judged, variants } = this.fromStore.value;
    return judged !== null && variants.every(({ status }) => status === 'done');
  }

  /** Renders the task of a step, whether it is done, and its hint. @param {Task} task */
  renderTask({ predict, hint }) {
    const { judged } = this.fromStore.value;
    const now = this.areRunsComplete && judged?.right.includes(0);
    return html`<div class="task">
      <p class="ask">${icon(now ? 'good' : 'edit')} ${predict.question}</p>
      <p role="status">${now ? html`<b>Done.</b> ` : this.areRunsComplete ? html`<b>Not yet.</b> ` : 'Running\u2026'}${this.areRunsComplete && judged ? sentenceText(judged.answer) : nothing}</p>
      <details>
        <summary>Hint</summary>
        <p>${hint} ${this.locked ? nothing : html`<button @click=${() => applySolution(this.page)}>Show a solution</button>`}</p>
      </details>
    </div>`;
  }

  openList() {
    this.dispatchEvent(new CustomEvent('lessons'));
  }

  /**
   * Renders the question of a step, its choices and, after the runs, the correct answer.
   * @param {Prediction} predict
   * @param {number} chosen -1 before an answer
   */
  renderPrediction(predict, chosen) {
    const { lesson, judged, replicated } = this.fromStore.value;
    const seeds = lesson?.lesson.steps[lesson.step]?.seeds === true;
    const over = this.areRunsComplete && (!seeds || (replicated?.facts ?? []).length > 0);
    const right = chosen >= 0 && over && judged ? judged.right : [];
    return html`<fieldset>
      <legend class="ask">${predict.question} <span class="soft">What do you think?</span></legend>
      <div class="choices">
        ${predict.choices.map(
          ({ text }, at) => html`<button aria-pressed=${at === chosen} @click=${() => answerPrediction(this.page, at)}>
            ${right.includes(at) ? icon('good') : nothing}<span>${text}${right.includes(at) ? html`<span class="unseen"> (correct answer)</span>` : nothing}</span>
          </button>`,
        )}
      </div>
      <p role="status">${chosen < 0 ? pendingNote(lesson) : over ? verdictText(predict, chosen, right, lesson?.revised?.includes(lesson.step) === true, (choice) => this.countSeeds(predict, choice)) : 'Running\u2026'}</p>
    </fieldset>`;
  }

  /** The values of the step's measure, one line per system. @param {Step} step */
  renderMeasure({ measure: id, statistic: of }) {
    if (!id) return nothing;
    const { variants, catalog } = this.fromStore.value;
    const entry = catalog?.entries.find((one) => one.family === 'metric' && one.id === id);
    const values = variants.map(({ report }) => reportValue(report, id, of));
    const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
    const name = entry?.name ?? id;
    return html`<table>
      <caption>${sentenceCase(of ? `${STATISTIC_WORDS[of]} ${name.toLowerCase()}` : name)}, measured here</caption>
      <tbody>
        ${variants.map(
          (variant, at) => html`<tr>
            <th scope="row">${variant.name}</th>
            <td class="value">${formatBesideName(name, values[at], entry?.unit ?? '')}</td>
            <td class="bar"><i aria-hidden="true" ${inlineStyle({ width: `${((values[at] ?? 0) / most) * 100}%`, background: `var(--variant-${(at % 6) + 1})` })}></i></td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/** The note on results that are hidden until the answer. @param {import('../types.js').OpenLesson|null} open */
const pendingNote = (open) =>
  open?.lesson.steps[open.step]?.playhead_s === 'end' ? 'Numbers appear after your answer.' : 'The schedule appears after your answer.';

customElements.define('lesson-strip', LessonStrip);
