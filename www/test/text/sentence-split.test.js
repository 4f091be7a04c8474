import { describe, expect, it } from 'vitest';
import { sentenceText } from '../../src/text/sentence-pieces.js';
import { splitSentences } from '../../src/text/sentence-split.js';

/** @param {string} text */
const words = (text) => ({ text, value: null, unit: '' });

describe('the sentences of an answer', () => {
  it('end with a full stop, and keep their numbers', () => {
    const pieces = [
      words('The wait fell from '),
      { text: '', value: 60, unit: 's' },
      words('. EASY backfilled; '),
      { text: '', value: 45, unit: 'job|jobs' },
      words(' started early. Done.'),
    ];
    expect(splitSentences(pieces).map(sentenceText)).toEqual([
      'The wait fell from 1 min.',
      ' EASY backfilled; 45 jobs started early.',
      ' Done.',
    ]);
  });

  it('may begin in the piece of the one before, or be a single one', () => {
    expect(splitSentences([words('One'), words('.'), words(' Two.')]).map(sentenceText)).toEqual(['One.', ' Two.']);
    expect(splitSentences([words('Version 1.5 is shorter')]).map(sentenceText)).toEqual(['Version 1.5 is shorter']);
    expect(splitSentences([])).toEqual([]);
  });
});
