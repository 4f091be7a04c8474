import { describe, expect, it } from 'vitest';
import { checksum } from '../../src/address/checksum.js';
import { parseEmbedOptions } from '../../src/address/embed-options.js';
import { isUndamaged } from '../../src/address/fragments.js';
import { parseTermFragment } from '../../src/address/glossary.js';
import { findLink, repairLink } from '../../src/address/link-repair.js';
import { parsePapersFragment } from '../../src/address/papers.js';
import { parseStudyFragment } from '../../src/address/study.js';

const texts = /** @type {Record<string, string>} */ (
  import.meta.glob('../../../crate/document/tests/golden/*.txt', { query: '?raw', import: 'default', eager: true })
);
const golden = (/** @type {string} */ name) => (texts[`../../../crate/document/tests/golden/${name}`] ?? '').trim();
const scenario = golden('link-1-with-checksums.txt');
const old = golden('link-1-without-checksums.txt');
const [plain = ''] = old.split('&');
const study = golden('study-link-1-with-checksum.txt');
const named = [
  'ex=fcfs-vs-easy',
  'ex=fcfs-vs-easy&seed=7&load=0.8',
  'lesson=backfilling&step=2',
  'papers=E2.6',
  'papers=E2.6&seed=7',
  'papers',
  'glossary=metric/wait',
  'glossary=easy',
  'study=load-against-policy&quick=1',
  'study=E2.6',
];
const all = [scenario, old, plain, study, golden('study-link-1-without-checksum.txt'), ...named];

/** @param {string} text @param {number} every */
const broken = (text, every, sign = '\n') => text.replaceAll(new RegExp(`.{${every}}`, 'gu'), `$&${sign}`);
/** As a browser has it in its address. */
const inAddress = (/** @type {string} */ text) => new URL(`https://x.org/#${text}`).hash.slice(1);

describe('a link', () => {
  it('that is undamaged stays unchanged', () => {
    for (const link of [...all, 'ex=a&name=a%20b%26c', 'ex=a&queue_rank=max(nodes,2)', 'ex=a&name=%C3%BCber', ''])
      expect(repairLink(link)).toBe(link);
  });

  it('needs no repair if all its characters are safe', () => {
    for (const link of [...all, '']) expect(isUndamaged(link), link).toBe(true);
  });

  it('is repaired if any repair would change it', () => {
    const ends = ['.', ')', '_', '/', '-', '~', '&amp;', '%20', '&gclid=Cj0', '&utm_source=mail', '&mc_cid=1', '&igshid=1', '=', '&'];
    for (const link of all)
      for (const end of ends) expect(!isUndamaged(link + end) || repairLink(link + end) === link + end, link + end).toBe(true);
  });

  it('loses the characters that chat and mail programs add around it', () => {
    const tails = [
      '.',
      ',',
      ')',
      '>',
      ';',
      ':',
      '!',
      '?',
      "'",
      '"',
      '\u201D',
      '\u00BB',
      '\u2026',
      '\u3002',
      ']',
      '}',
      '*',
      '|',
      '`',
      ').',
      '.)',
      '>,',
      '."',
      "'),",
      '?!',
      '\n',
      ' ',
      '\r\n',
      '\u00A0',
      '\u200B',
      '\u00AD',
      ' )',
      '&gt;',
      '&quot;',
      '&gt;.',
      '&#39;',
      '&amp;',
    ];
    for (const link of all) {
      for (const tail of tails) {
        for (const text of [link + tail, inAddress(link + tail), link + encodeURIComponent(tail), `<${link}${tail}`, `#${link}${tail}`]) {
          expect(repairLink(text), `${link.slice(0, 40)} with ${JSON.stringify(tail)}`).toBe(link);
        }
      }
    }
    for (const link of named) for (const tail of ['/', '/).', '_', ')/']) expect(repairLink(link + tail)).toBe(link);
  });

  it('is put together where it was broken', () => {
    for (const link of all) {
      for (const sign of ['\n', '\r\n', '\u00AD', '\u200B', '\uFEFF', '\n ', '\u2060']) {
        for (const every of [5, 76]) {
          expect(repairLink(broken(link, every, sign))).toBe(link);
          expect(repairLink(inAddress(broken(link, every, encodeURIComponent(sign))))).toBe(link);
        }
      }
    }
    for (const link of [scenario, study]) expect(repairLink(broken(link, 76, ' '))).toBe(link);
  });

  it('is read however often it was escaped', () => {
    for (const link of all) {
      const once = encodeURIComponent(link);
      const twice = encodeURIComponent(once);
      for (const text of [
        once,
        twice,
        encodeURIComponent(twice),
        `%23${once}`,
        link.replaceAll('&', '&amp;'),
        link.replaceAll('&', '&amp;amp;'),
        link.replaceAll('&', '&#38;'),
      ]) {
        expect(repairLink(text)).toBe(link);
      }
    }
    expect(repairLink(`${plain}&r%3D${old.split('&r=')[1]}`)).toBe(old);
    expect(repairLink(old.replace('&', '%26'))).toBe(old);
    expect(repairLink('ex=fcfs-vs-easy%26seed%3D7')).toBe('ex=fcfs-vs-easy&seed=7');
    const other = scenario.replace(/^[^&]*/u, (/** @type {string} */ payload) => `${payload.replaceAll('-', '+').replaceAll('_', '/')}==`);
    expect(repairLink(other)).toBe(scenario);
  });

  it('loses what was added to follow people, and the text a search engine marks', () => {
    for (const link of [scenario, study, 'ex=fcfs-vs-easy'])
      expect(repairLink(`${link}&gclid=Cj0&utm_source=mail&fbclid=x:~:text=wait`)).toBe(link);
  });

  it('is found in what is pasted', () => {
    const page = 'https://example.org/ganttlet/';
    for (const link of all)
      for (const text of [`${page}#${link}`, `<${page}#${link}>`, ` (${page}#${link}).\n`, `#${link}`]) expect(findLink(text)).toBe(link);
    expect(findLink(broken(`${page}#${scenario}`, 76))).toBe(scenario);
    for (const text of ['; a log # ex=1\n', '{"version": 1}', `${page}#contents`, '1 2 3', `${page}#ex=a is good`])
      expect(findLink(text)).toBeUndefined();
  });

  it('is cleaned whatever it opens', () => {
    expect(parsePapersFragment(repairLink('#papers=E2.6&seed=7,'))).toEqual({ id: 'E2.6', seed: 7 });
    expect(parsePapersFragment(repairLink('#papers=E2.6).'))).toEqual({ id: 'E2.6', seed: 70001 });
    expect(parseTermFragment(repairLink('#glossary=easy.'))).toBe('easy');
    expect(parseStudyFragment('#study=E2.6&quick=1)')).toMatchObject({ name: 'E2.6', quick: true });
    expect(parseEmbedOptions('', '#ex=fcfs-vs-easy&show=gantt).', []).unknown).toEqual([]);
  });
});

describe('a study in a link', () => {
  it('opens from old and new links, and every changed character is detected', () => {
    const place = parseStudyFragment(study);
    expect(place).toEqual(parseStudyFragment(golden('study-link-1-without-checksum.txt')));
    expect(place).toMatchObject({ quick: true, result: '0123456789abcdef', engine: '0.1.0' });
    for (let at = 0; at < study.length; at += 1) {
      for (const sign of 'AZaz09-_.=&~#%'.replace(study.charAt(at), '')) {
        const changed = parseStudyFragment(study.slice(0, at) + sign + study.slice(at + 1));
        expect(
          changed === undefined ||
            changed.trouble !== undefined ||
            JSON.stringify(changed) === JSON.stringify(place) ||
            changed.packed === '',
          `${sign} at ${at}`,
        ).toBe(true);
      }
    }
  });

  it('is called newer only if it is', () => {
    expect(parseStudyFragment('study=2.abc')?.trouble).toContain('made by a newer version of Ganttlet');
    expect(parseStudyFragment('study=1.abc&d=1')?.trouble).toContain('damaged');
    expect(parseStudyFragment('study=0.abc')).toMatchObject({ name: '0.abc', packed: '' });
  });
});

describe('the checksum of a link', () => {
  it('is that of the engine and of the standard', () => {
    expect(checksum('123456789')).toBe('cbf43926');
    const [, payload = '', results = '', sums] = /^1\.d\.([\w-]+)&r=(.*)&c=(.*)$/u.exec(scenario) ?? [];
    expect(checksum(payload) + checksum(results)).toBe(sums);
  });
});
