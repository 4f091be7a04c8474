/** @file `<lesson-dialog>`: the lessons, each with the question it asks. */

import { openLesson } from '../commands/lessons.js';
import { ListDialog } from '../elements/list-dialog.js';
import { lessonList } from '../scenario/lesson.js';

/** The list of lessons. */
export class LessonDialog extends ListDialog {
  get heading() {
    return 'Lessons';
  }

  /** @override */
  async entries() {
    return (await lessonList()).map(({ id, title, question }) => ({ id, name: title, summary: question }));
  }

  /** @override */
  choose(/** @type {string} */ id) {
    this.close();
    void openLesson(this.page, id);
  }
}

customElements.define('lesson-dialog', LessonDialog);
