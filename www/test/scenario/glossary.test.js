import { describe, expect, it } from 'vitest';
import list from '../../../static/glossary.json';
import catalog from '../../pkg/catalog.json';
import { parseTermFragment, termFragment } from '../../src/address/glossary.js';
import { createGlossary } from '../../src/scenario/glossary.js';

const glossary = createGlossary(/** @type {any} */ (catalog));

describe('the glossary', () => {
  it('has all that the catalog describes, each once, with a sentence', () => {
    expect(glossary.terms.length).toBe(catalog.entries.length + catalog.kinds.length + catalog.phases.length + catalog.reasons.length);
    expect(new Set(glossary.terms.map(({ id }) => id)).size).toBe(glossary.terms.length);
    expect(glossary.terms.filter(({ sentence }) => !/\.$/u.test(sentence)).map(({ id }) => id)).toEqual([]);
    expect(glossary.terms.filter(({ group }) => !glossary.groups.some(({ id }) => id === group))).toEqual([]);
    expect(glossary.groups.map(({ title }) => title).slice(0, 5)).toEqual(['Terms', 'Metrics', 'Use of nodes', 'Kinds of work', 'Systems']);
  });

  it('finds a term by its id, its group and id, and by what people call it', () => {
    expect(glossary.find('easy')?.name).toBe('EASY');
    expect(glossary.find('metric/wait')).toBe(glossary.find('wait'));
    expect(glossary.find('Turnaround time')?.id).toBe('response');
    expect(glossary.find('local-policy/written')?.group).toBe('local-policy');
    expect(glossary.find('backfill')?.sentence).toMatch(/ahead of an earlier job/u);
    expect(glossary.find('reason/wait')?.name).toBe('Waits');
    expect(glossary.find('nosuch')).toBeUndefined();
  });

  it('has the terms of the field, which leave the words of the catalog as they are', () => {
    const whole = createGlossary(/** @type {any} */ (catalog), list);
    const names = new Set(catalog.entries.map(({ name }) => name.toLowerCase()));
    expect(whole.terms.length).toBe(glossary.terms.length + list.filter(({ term }) => !names.has(term.toLowerCase())).length);
    expect(new Set(whole.terms.map(({ id }) => id)).size).toBe(whole.terms.length);
    expect(whole.find('shadow time')?.id).toBe('term/shadow-time');
    expect(whole.find('term/ghost')?.sentence).toMatch(/A term of Klein and Pérez 2010 only/u);
    expect(whole.find('easy')).toEqual(glossary.find('easy'));
    const marks = whole.mark('By the shadow time the bounded slowdown of a job is known; an AD delays it.').filter(({ term }) => term);
    expect(marks.map(({ text, term }) => [text, term?.id])).toEqual([
      ['shadow time', 'term/shadow-time'],
      ['bounded slowdown', 'bounded-slowdown'],
      ['AD', 'term/adaptation-delay'],
    ]);
    expect(whole.mark('an ad for a pn').some(({ term }) => term)).toBe(false);
  });

  it('keeps the address of a term whose word another family takes up', () => {
    const of = (/** @type {string} */ family) => ({
      id: 'easy',
      family,
      name: 'EASY',
      summary: `Of ${family}.`,
      source: '',
      parameters: [],
    });
    const families = ['one', 'other'].map((id) => ({ id, name: id, summary: '' }));
    const two = createGlossary(
      /** @type {any} */ ({ ...catalog, families, entries: [of('other'), of('one')], kinds: [], phases: [], reasons: [] }),
    );
    expect(two.terms.map(({ id }) => id)).toEqual(['easy', 'other/easy']);
    expect(two.find('easy')?.group).toBe('one');
    expect(two.find('one/easy')).toBe(two.find('easy'));
  });

  it('marks each term where it is named first, the longest name there is, and no plain words', () => {
    const marks = (/** @type {string} */ text) =>
      glossary
        .mark(text)
        .filter(({ term }) => term)
        .map(({ text, term }) => [text, term?.id]);
    const text = 'EASY lowers the bounded slowdown, and EASY the utilisation. It is easy to say, at random; HEFT is no HEFTY word.';
    expect(marks(text)).toEqual([
      ['EASY', 'easy'],
      ['bounded slowdown', 'bounded-slowdown'],
      ['utilisation', 'utilisation'],
      ['HEFT', 'heft'],
    ]);
    expect(
      glossary
        .mark(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    expect(glossary.mark('nothing')).toEqual([{ text: 'nothing' }]);
  });

  it('has an address for each term', () => {
    for (const { id } of glossary.terms) expect(parseTermFragment(termFragment(id))).toBe(id);
    expect(parseTermFragment('#glossary')).toBe('');
    expect(parseTermFragment('#ex=easy')).toBeUndefined();
  });
});
