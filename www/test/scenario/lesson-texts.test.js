import { describe, expect, it } from 'vitest';

/** @type {Record<string, unknown>} */
const lessons = import.meta.glob('../../../static/lessons/*.json', { import: 'default', eager: true });

/** Words that are wrong in some theme, on a phone or on paper. */
const WRONG = /\b(?:dark(?:er|est)?|light(?:er|est)|pale|bright\w*|at the (?:side|left|right)|side panel|above the charts)\b/iu;

/** The texts of a lesson that readers see. @param {any} part @returns {string[]} */
function texts(part) {
  if (Array.isArray(part)) return part.flatMap(texts);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (['scenario', 'changes', 'solution'].includes(key)) return [];
    return typeof value === 'string' && ['text', 'question', 'hint', 'title'].includes(key) ? [value] : texts(value);
  });
}

describe('the texts of lessons', () => {
  for (const [file, lesson] of Object.entries(lessons)) {
    if (file.endsWith('/index.json')) continue;
    it(`are right in all themes and on all screens: ${file.replace(/^.*\//u, '')}`, () => {
      const all = texts(lesson);
      expect(all.length).toBeGreaterThan(3);
      expect(all.filter((text) => WRONG.test(text))).toEqual([]);
    });
  }
});
