import { expect, test } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { keepChoices } from '../../src/commands/played-choices.js';
import { beatenSentence, continueText, placeOfBoard, selectionSentence } from '../../src/play/board-texts.js';

const plain = (/** @type {string} */ text) => text.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ');

test('a closed board keeps its choices, apart from those against a schedule to beat', () => {
  const page = createPage();
  const board = { id: 'twenty-jobs', name: 'Twenty jobs', jobs: 20, nodes: 24, best_s: 981, proven: true };
  expect(continueText(board, page.store.get().played)).toBe('');
  keepChoices(page, { board: board.id, scenario: '', choices: '11011', beat: '' });
  keepChoices(page, { board: 'five-jobs', scenario: '', choices: '1', beat: '' });
  keepChoices(page, { board: board.id, scenario: '', choices: '', beat: '1111' });
  const { played } = page.store.get();
  expect(plain(continueText(board, played))).toBe('Continue (4 of 20 jobs)');
  expect(placeOfBoard(board.id, played)).toEqual({ board: board.id, scenario: '', choices: '11011', beat: '' });
  keepChoices(page, { board: board.id, scenario: '', choices: '', beat: '' });
  expect(continueText(board, page.store.get().played)).toBe('');
});

test('the sentence of a decision is of the selected job, also if it does not fit', () => {
  const job = { number: 5, submit_s: 0, start_s: NaN, end_s: NaN, estimate_s: 60, size: 12, nodes: [], place: 0 };
  expect(plain(selectionSentence(job, 7, 0))).toBe('Job 5 needs 12 nodes, 7 are idle.');
  expect(plain(selectionSentence({ ...job, place: 2 }, 14, 3600))).toMatch(/^Job 5 would run on 12 nodes, until .* at the latest\.$/u);
  expect(selectionSentence(undefined, 7, 0)).toBe('');
});

test('a schedule is compared with the one to beat', () => {
  expect(plain(beatenSentence(468, 528))).toBe('You beat the schedule of the link by 1 min.');
  expect(plain(beatenSentence(528, 468))).toBe('The schedule of the link is better by 1 min.');
  expect(beatenSentence(468.2, 468)).toBe('That is as long as in the schedule of the link.');
});
