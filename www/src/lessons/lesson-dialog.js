/** @file `<lesson-dialog>`: the lessons in their order, each with its question and the reader's progress. */

import { html } from 'lit';
import { openLesson } from '../commands/lessons.js';
import { openPlay } from '../commands/play.js';
import { ListDialog } from '../elements/list-dialog.js';
import { fetchLessonList } from '../scenario/lesson.js';
import { viewedCounts } from '../state/viewed-items.js';

/** The list of lessons. */
export class LessonDialog extends ListDialog {
  get heading() {
    return 'Lessons';
  }

  /** @override */
  get cardNoun() {
    return 'lessons';
  }

  /** @override @param {import('../types.js').State} state */
  currentCardId({ lesson }) {
    return lesson?.id ?? '';
  }

  /** @override */
  async fetchCards() {
    const { groups, lessons } = await fetchLessonList();
    const done = viewedCounts('lessons');
    const cards = lessons.map(({ id, group, level, minutes, steps, title, question }) => {
      const count = done[id] ?? 0;
      const note = count > 0 && count < steps ? `${count} of ${steps} steps` : `${minutes} min`;
      return { id, group, level, name: title, summary: question, note, done: count >= steps };
    });
    return { groups, cards };
  }

  /** @override */
  openCard(/** @type {string} */ id) {
    this.close();
    void openLesson(this.page, id);
  }

  /** @override */
  renderExtras() {
    return html`<button @click=${this.openBoards}>Schedule it yourself: boards of 5 to 40 jobs</button>`;
  }

  openBoards() {
    this.close();
    openPlay(this.page);
  }
}

customElements.define('lesson-dialog', LessonDialog);
