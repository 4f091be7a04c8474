// Texts for people are in the standard terms of the field, in short sentences, and spelled correctly.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spellCheckDocument } from 'cspell-lib';
import { allTexts } from './texts.mjs';
import { HUMAN_VOICE, LONGEST_SENTENCE, NEVER } from './words.mjs';

const texts = allTexts();

test('texts come from every place where people read', () => {
  for (const place of [
    'catalog/entries',
    'glossary/',
    'ganttlet run',
    'static/lessons',
    'static/papers',
    'www/src/gantt',
    'crate/format',
    'crate/cli',
    'README.md',
  ]) {
    assert.ok(
      texts.some(({ where }) => where.startsWith(place)),
      place,
    );
  }
});

test('no text has a word or phrase that readers would have to translate', () => {
  const found = texts
    .filter(({ where }) => !HUMAN_VOICE.test(where))
    .flatMap(({ where, text }) =>
      NEVER.filter(({ pattern }) => pattern.test(text)).map(
        ({ pattern, instead }) => `${where}: "${around(text, pattern)}" (write: ${instead})`,
      ),
    );
  assert.deepEqual(found, []);
});

test(`no sentence has more than ${LONGEST_SENTENCE} words`, () => {
  const long = texts.flatMap(({ where, text }) =>
    sentences(text)
      .filter((sentence) => words(sentence) > LONGEST_SENTENCE)
      .map((sentence) => `${where}: ${sentence}`),
  );
  assert.deepEqual(long, []);
});

test('every word is in a British dictionary or a name or term of the field', async () => {
  const text = texts.map((one) => one.text).join('\n');
  const own = readFileSync(join(import.meta.dirname, 'dictionary.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const { issues, errors } = await spellCheckDocument(
    { uri: 'texts.txt', text, languageId: 'plaintext', locale: 'en-GB' },
    { generateSuggestions: false, noConfigSearch: true },
    {
      language: 'en-GB',
      words: own,
      ignoreRegExpList: ['/\\b\\w*\\d\\w*\\b/g', '/\\b\\w+_\\w+\\b/g'],
      maxNumberOfProblems: 10_000,
      minWordLength: 4,
    },
  );
  assert.equal(errors, undefined);
  const unknown = new Map(issues.map((issue) => [issue.text, texts.find((one) => one.text.includes(issue.text))?.where]));
  assert.deepEqual(
    [...unknown].map(([word, where]) => `${word} (${where})`),
    [],
  );
});

/** The place of a pattern with a few words around it. */
function around(/** @type {string} */ text, /** @type {RegExp} */ pattern) {
  const at = text.search(pattern);
  return text.slice(Math.max(0, at - 40), at + 60).replaceAll(/\s+/gu, ' ');
}

/** @param {string} text */
function sentences(text) {
  return text.split(/(?<=[.!?:;])\s+|\n+/u);
}

/** @param {string} sentence */
function words(sentence) {
  return sentence.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length;
}
