// Rules that every file of the page keeps.
import { expect, it } from 'vitest';

/** The text of each file. @type {Record<string, string>} */
const sources = import.meta.glob('../src/**/*.js', { query: '?raw', import: 'default', eager: true });

/**
 * The lines that match, each with its file; what only comments say is no code.
 * @param {RegExp} pattern
 */
function lines(pattern) {
  return Object.entries(sources).flatMap(([name, text]) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line.replace(/\/\*\*.*?\*\//gu, '').replace(/^\s*(\*|\/\/|\/\*\*).*/u, '')))
      .map((line) => `${name}: ${line.trim()}`),
  );
}

it('code that is loaded on first use is loaded in the one way that reports failures', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  // The same code for the main thread, the readers and writers of files, and the late part of the engine: their absence ends the call, which says so.
  // The `load` of a table is passed to `loadPart`. A browser without a database forgets drafts and files, and works.
  expect(
    lines(/\bimport\('/u).filter(
      (line) =>
        !/loadPart\(|\bload: \(\) => import\(|loadLocal|-start\.js|pkg-formats|pkg-columns|pkg-optimum|optimum-methods|column-writer|'\.\/database\.js'/u.test(
          line,
        ),
    ),
  ).toEqual([]);
});

it('no template writes an inline style, which a strict content security policy refuses', () => {
  expect(lines(/\bstyle=["'$]/u).filter((line) => !line.includes('<iframe'))).toEqual([]);
});

it('no module keeps a state of its own: pages in one document would share it', () => {
  const kept = [...lines(/^(?:export )?let\s/u), ...lines(/^(?:export )?const \w+ = (?:new (?:Map|Set)\(\)|\[\];|\{\};|create[A-Z])/u)];
  expect(kept).toEqual([]);
});
