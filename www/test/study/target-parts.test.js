import { describe, expect, it } from 'vitest';
import { minusSigns } from '../../src/study/findings-texts.js';
import { shortName } from '../../src/study/target-card.js';
import { biasText, oneSided, parseOurs, ratioName, targetBias, targetParts } from '../../src/study/target-parts.js';
import { nextSquare } from '../../src/study/verdict-layout.js';

/** @type {Record<string, any>} */
const files = import.meta.glob(['../../../static/papers/*.json', '../../../static/results/*.json'], { eager: true, import: 'default' });
const read = (/** @type {string} */ name) => files[`../../../static/${name}.json`];
const ids = Object.keys(files).flatMap((name) => /papers\/(.*)\.json$/u.exec(name)?.[1] ?? []);

describe('the parts of a target', () => {
  it('are read from our numbers in the text', () => {
    const means = (/** @type {string} */ text) => parseOurs(text).map(({ name, ours, half }) => [name, ...ours, half]);
    expect(means('excess: 7.41 ± 0.36, -2.92 ± 0.31 % (1 of 2)')).toEqual([
      ['excess', 7.41, 7.41, 0.36],
      ['excess', -2.92, -2.92, 0.31],
    ]);
    expect(means('W 30: 23; W 90: 7 (2 of 2)')).toEqual([
      ['W 30', 23, 23, 0],
      ['W 90', 7, 7, 0],
    ]);
    expect(means('90 - 95 %')).toEqual([['', 90, 95, 0]]);
    expect(means('386, 7863 s; exact')).toEqual([
      ['', 386, 386, 0],
      ['', 7863, 7863, 0],
    ]);
    expect(parseOurs('all 14')).toEqual([]);
    expect(parseOurs('8 of 21; not: FPF, load 50: 0.94 ± 0.10')).toEqual([]);
  });
  it('are as many as the target has, in all stored results', () => {
    let [known, all] = [0, 0];
    for (const id of ids) {
      const [doc, { findings }] = [read(`papers/${id}`), read(`results/${id}`)];
      for (const target of findings.targets) {
        const parts = targetParts(doc, findings, target);
        all += 1;
        known += parts.length > 0 ? 1 : 0;
        for (const { published, ours } of parts) expect([...published, ...ours].every(Number.isFinite), `${id} ${target.claim}`).toBe(true);
      }
    }
    // Orderings of many policies name the exceptions only.
    expect(known / all).toBeGreaterThan(0.45);
  });
  it('show a bias to one side', () => {
    const part = (/** @type {number} */ published, /** @type {number} */ ours) => ({
      name: '',
      published: /** @type {[number, number]} */ ([published, published]),
      ours: /** @type {[number, number]} */ ([ours, ours]),
      half: 0,
    });
    const [above, below, equal] = [part(1, 2), part(2, 1), part(1, 1)];
    expect(oneSided([above, above, above, above, equal])).toEqual({ side: 'above', count: 4, of: 5 });
    expect(oneSided([below, below, below, below])).toEqual({ side: 'below', count: 4, of: 4 });
    expect(oneSided([above, above, above, equal])).toBeUndefined();
    expect(oneSided([above, above, above, above, below])).toBeUndefined();
    const [doc, { findings }] = [read('papers/E2.6'), read('results/E2.6')];
    const marks = findings.targets.map((/** @type {import('../../src/engine/types.js').Target} */ target) =>
      biasText(targetBias(doc, findings, target)),
    );
    expect(marks.slice(0, 5)).toEqual(Array(5).fill('one-sided: 4 of 5 above'));
    expect(marks.slice(5).join('')).toBe('');
  });
});

describe('ratios', () => {
  it('have the name of what they are', () => {
    const b1a = read('papers/B1a');
    const [first, , last] = b1a.claims;
    expect(ratioName(b1a, first)).toBe('NSL / NSL of all bags');
    expect(ratioName(b1a, last)).toBe('');
  });
});

describe('a card', () => {
  it('names each row by what distinguishes its claim', () => {
    const claims = ['FCM, Poisson: saturation load', 'WF, any: saturation load'];
    const targets = claims.map((claim) => /** @type {import('../../src/engine/types.js').Target} */ ({ claim }));
    expect(targets.map((target) => shortName(target, targets))).toEqual(['FCM, Poisson', 'WF, any']);
  });
  it('has signs in the place of hyphens', () => {
    expect([minusSigns('16914 ± 360 s'), minusSigns('9620'), minusSigns('Sonmez 2010, -16914.5')]).toEqual([
      '16\u202f914 ± 360 s',
      '9\u202f620',
      'Sonmez 2010, −16\u202f914.5',
    ]);
    expect(minusSigns('-0.5, 85 - 90 %, (-3), 18-22, RR-7389, Q1-1')).toBe('−0.5, 85 – 90 %, (−3), 18-22, RR-7389, Q1-1');
  });
});

describe('arrow keys', () => {
  it('lead along a row and to the nearest square of the next', () => {
    const squares = [0, 13, 26].map((left) => ({ left, top: 0 })).concat([0, 14].map((left) => ({ left, top: 16 })));
    expect(nextSquare(squares, 1, 'ArrowRight')).toBe(2);
    expect(nextSquare(squares, 2, 'ArrowDown')).toBe(4);
    expect(nextSquare(squares, 3, 'ArrowUp')).toBe(0);
    expect(nextSquare(squares, 0, 'ArrowUp')).toBeUndefined();
    expect(nextSquare(squares, 4, 'Home')).toBe(0);
    expect(nextSquare(squares, 4, 'x')).toBeUndefined();
  });
});
