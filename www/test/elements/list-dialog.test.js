import { expect, test } from 'vitest';
import { nearestBoxIndex, searchCards } from '../../src/elements/list-dialog.js';
import { changeEffect, formatChange } from '../../src/text/value-change.js';

const box = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y, width: 90, height: 80 });
const card = (/** @type {string} */ id, /** @type {string} */ group, /** @type {string} */ name) => ({
  id,
  group,
  level: 1,
  name,
  summary: '',
  note: '',
  done: false,
});

test('arrow keys go to the card that lies there, also where a row is short', () => {
  // Three cards, then two, then one.
  const boxes = [box(0, 0), box(100, 0), box(200, 0), box(0, 100), box(100, 100), box(0, 200)];
  expect(nearestBoxIndex(boxes, 0, [1, 0])).toBe(1);
  expect(nearestBoxIndex(boxes, 2, [1, 0])).toBe(2);
  expect(nearestBoxIndex(boxes, 1, [0, 1])).toBe(4);
  expect(nearestBoxIndex(boxes, 2, [0, 1])).toBe(4);
  expect(nearestBoxIndex(boxes, 4, [0, 1])).toBe(5);
  expect(nearestBoxIndex(boxes, 5, [0, -1])).toBe(3);
  expect(nearestBoxIndex(boxes, 0, [0, -1])).toBe(0);
});

test('cards are found by all words, those of their group among them', () => {
  const cards = [card('a', 'one', 'FCFS beside EASY'), card('b', 'many', 'Fast or free?')];
  const groups = [
    { id: 'one', title: 'One cluster' },
    { id: 'many', title: 'Several clusters' },
  ];
  const found = (/** @type {string} */ query) => searchCards(cards, groups, query).map(({ id }) => id);
  expect(found('')).toEqual(['a', 'b']);
  expect(found('easy CLUSTER')).toEqual(['a']);
  expect(found('several')).toEqual(['b']);
  expect(found('easy several')).toEqual([]);
  const routed = { ...card('c', 'many', 'Which cluster?'), words: 'easy EASY backfilling' };
  expect(searchCards([...cards, routed], groups, 'backfilling').map(({ id }) => id)).toEqual(['c']);
});

test('a change has one unit, and enough digits to show it', () => {
  expect(formatChange(4729.5, 1160.3, 's')).toBe('79 → 19 min');
  expect(formatChange(42.03, 22.36, 's')).toBe('42 → 22 s');
  expect(formatChange(21069.6, 15243, 's')).toBe('5.9 → 4.2 h');
  expect(formatChange(256.3, 118, 's')).toBe('4.3 → 2 min');
  expect(formatChange(0.4459, 0.8175, 'share')).toBe('45 → 82 %');
  expect(formatChange(0.9689, 0.9998, '')).toBe('0.97 → 1');
});

test('formats the direction of a change with its sign and its meaning', () => {
  expect(changeEffect(4729.5, 1160.3, 's', 'lower')).toEqual({ text: '−76 %, better', isBetter: true });
  expect(changeEffect(1633, 2075, 's', 'lower')).toEqual({ text: '+30 %, worse', isBetter: false });
  expect(changeEffect(0.4459, 0.8175, 'share', 'higher')).toEqual({ text: '+37 points, better', isBetter: true });
  expect(changeEffect(18.73, 0, '%', 'lower').text).toBe('−18.7 points, better');
  expect(changeEffect(617, 8486, '', 'lower').text).toBe('13.8 times, worse');
  expect(changeEffect(7766, 7787, 's', 'lower').text).toBe('about the same');
  expect(changeEffect(2, 1, '', null)).toEqual({ text: '−50 %', isBetter: false });
  expect(changeEffect(0, 1, '', 'lower').text).toBe('');
});

test('each change agrees with the two numbers that are shown', () => {
  for (const [from, to, unit] of /** @type {[number, number, string][]} */ ([
    [1633, 2075, 's'],
    [4729.5, 1160.3, 's'],
    [21_069, 15_243, 's'],
    [61.4, 47.7, ''],
    [0.4459, 0.8175, 'share'],
  ])) {
    const [a, b] = formatChange(from, to, unit)
      .replace(/ (?:min|h|s|%)$/u, '')
      .split(' → ')
      .map(Number);
    const { text } = changeEffect(from, to, unit, null);
    const shown = Number(text.replace('−', '-').split(' ')[0]);
    const expected = unit === 'share' ? Number(b) - Number(a) : Math.round((Number(b) / Number(a) - 1) * 100);
    expect(shown, `${from} ${to}`).toBe(expected);
  }
});
