// Collects all texts that people read: catalog, glossary, command line, page, lessons, examples, experiments, errors, README files.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** @typedef {{where: string, text: string}} Text */

/** Keys of JSON files whose values are not prose: expressions, quotations, sources, names in scenarios. */
const NO_PROSE = new Set([
  'if',
  'value',
  'published',
  'source',
  'also',
  'expression',
  'sha256',
  'id',
  'ids',
  'kind',
  'formula',
  'pseudocode',
  'measure',
  'file',
  'quantity',
  'help',
  'not',
  'unit',
  'where',
  'each',
  'url',
  'licence',
  'repository',
]);

/** @returns {Text[]} */
export function allTexts() {
  return [...reference(), ...jsonFiles(), ...page(), ...rust(), ...markdown()].filter(({ text }) => /\p{L}{2,}/u.test(text));
}

/** Catalog, glossary and command line, as the build writes them. */
function reference() {
  const { catalog, glossary, commands } = JSON.parse(read('www/pkg/reference.json'));
  const help = commands.map(({ name, help: text }) => ({
    where: `ganttlet ${name} --help`,
    text: text.replaceAll(/<[^>]*>|\[[^\]]*\]|--[\w-]+/gu, '…'),
  }));
  return [...within(catalog, 'catalog'), ...within(glossary, 'glossary'), ...help];
}

/** @returns {Text[]} */
function jsonFiles() {
  const folders = ['lessons', 'gallery', 'papers', 'causes', 'studies'];
  const files = [
    ...folders.flatMap((folder) => list(`static/${folder}`, '.json')),
    'static/sentences.json',
    'static/example/index.json',
    'static/public-files.json',
  ];
  return files.flatMap((file) => within(JSON.parse(read(file)), file));
}

/**
 * The prose in a JSON document, with its JSON pointer.
 * @param {unknown} value
 * @param {string} where
 * @returns {Text[]}
 */
function within(value, where) {
  if (typeof value === 'string') return / /u.test(value) ? [{ where, text: plain(value) }] : [];
  if (Array.isArray(value)) return value.flatMap((item, place) => within(item, `${where}/${item?.id ?? place}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (NO_PROSE.has(key) ? [] : within(item, `${where}/${key}`)));
}

/** Without placeholders and code. */
function plain(/** @type {string} */ text) {
  return text.replaceAll(/`[^`]*`|\{[^}]*\}/gu, '…');
}

/** String and template literals of the page with more than one word. */
function page() {
  const files = [...list('www/src', '.js'), ...list('www/docs', '.js')];
  return [
    ...files.flatMap((file) => literals(parseAst(read(file)), file)),
    ...['www/index.html', 'www/embed.html', 'www/docs.html'].map((file) => ({ where: file, text: markup(read(file)) })),
  ];
}

/**
 * @param {any} node
 * @param {string} where
 * @returns {Text[]}
 */
function literals(node, where) {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one) => literals(one, where));
  if (/^(?:Import|Export)/u.test(node.type) && node.source) return [];
  if (node.type === 'TaggedTemplateExpression') {
    const tag = node.tag.name ?? node.tag.property?.name;
    const own = tag === 'html' ? [{ where, text: markup(joined(node.quasi)) }] : [];
    return [...own, ...node.quasi.expressions.flatMap((/** @type {unknown} */ one) => literals(one, where))];
  }
  if (node.type === 'TemplateLiteral') return [{ where, text: markup(joined(node)) }, ...literals(node.expressions, where)].filter(isProse);
  if (node.type === 'Literal') return typeof node.value === 'string' ? [{ where, text: node.value }].filter(isProse) : [];
  return Object.entries(node).flatMap(([key, value]) => (key === 'start' || key === 'end' ? [] : literals(value, where)));
}

function joined(/** @type {{quasis: {value: {cooked: string}}[]}} */ { quasis }) {
  return quasis.map(({ value }) => value.cooked).join('…');
}

/** The texts of a piece of HTML: what stands between tags, and what attributes say. */
function markup(/** @type {string} */ text) {
  const said = [...text.matchAll(/(?:title|aria-label|placeholder|alt|content)="([^"]*)"/gu)].map(([, words]) => words);
  return [...said, ...text.replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/gu, '').split(/<[^>]*>/u)]
    .map((piece) => piece?.trim())
    .filter(Boolean)
    .join('\n')
    .replaceAll(/&\w+;/gu, ' ');
}

/** Values of style sheets and selectors. */
const STYLE = /\((?:prefers|min|max)-|; [\w-]+: |^[\w-]+\(.*\)$|var\(--|\[\w+\],|^[\w-]+ \.|, \.[\w-]+$/u;

/** Whether a literal is a text and no selector, list of classes, style or piece of code. */
function isProse(/** @type {Text} */ { text }) {
  return / /u.test(text) && /\p{L}{2,}/u.test(text) && !/[{}<>=]|;(?! )|^[.#[]|\.\w+ /u.test(text) && !STYLE.test(text);
}

/** String literals of the crates with more than one word, without tests and without texts for developers. */
function rust() {
  const files = [
    'core',
    'work',
    'sim',
    'format',
    'document',
    'study',
    'render',
    'cli',
    'wasm',
    'js-values',
    'wasm-formats',
    'wasm-optimum',
  ].flatMap((crate) => list(`crate/${crate}/src`, '.rs'));
  return files.filter((file) => !/\/tests?(?:\/|\.rs)|real_files/u.test(file)).flatMap((file) => strings(read(file), file));
}

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|r#"([\s\S]*?)"#|b?"((?:[^"\\]|\\[\s\S])*)"|'(?:[^'\\\n]|\\.[^'\n]*)'|\w+|[^\s\w]/gu;
/** What is before a literal that only developers read, or that is a source with its title as published. */
const NO_TEXT = /(?:expect|panic!|unreachable!|assert!|assert_eq!|debug_assert!)\($|#\[[^\]]*$|\bsource(?:\(|:)$/u;
/** Attributes of elements in SVG, and definitions of the Paje format. */
const FOR_PROGRAMS = /^\s*[\w-]+="|^%EventDef/u;
const TESTS = /#\[cfg\(test\)\]\n(?:#\[[^\n]*\n)*(?:pub(?:\([^)]*\))? )?mod \w+ \{/u;

/**
 * @param {string} code
 * @param {string} where
 * @returns {Text[]}
 */
function strings(code, where) {
  const [shipped = ''] = code.split(TESTS);
  /** @type {Text[]} */
  const found = [];
  let before = '';
  for (const [token, raw, text = raw] of shipped.matchAll(TOKEN)) {
    if (text === undefined) before = token.startsWith('/') && token.length > 1 ? before : `${before}${token}`.slice(-120);
    else {
      if (/ /u.test(text) && !NO_TEXT.test(before)) {
        const words = plain(
          text
            .replaceAll(/\\\n\s*/gu, '')
            .replaceAll('\\"', '"')
            .replaceAll('\\n', '\n'),
        );
        if (!FOR_PROGRAMS.test(words)) found.push({ where, text: /^\s*<[\w?/]/u.test(words) ? markup(words) : words });
      }
      before = `${before}"`.slice(-120);
    }
  }
  return found;
}

/** Paragraphs of README files, without code and tables. */
function markdown() {
  const files = ['README.md', 'CONTRIBUTING.md', 'www/README.md', ...list('crate', 'README.md'), ...list('tests/recipes', 'README.md')];
  return files.flatMap((file) =>
    read(file)
      .replaceAll(/```[\s\S]*?```/gu, '')
      .split(/\n\s*\n/u)
      .filter((paragraph) => !paragraph.startsWith('|'))
      .map((paragraph) => ({
        where: file,
        text: plain(paragraph)
          .replaceAll(/\]\([^)]*\)|https?:\S+/gu, '')
          .replaceAll('\n', ' '),
      })),
  );
}

/**
 * The files of a folder and its folders whose names end so.
 * @param {string} folder
 * @param {string} ending
 */
function list(folder, ending) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .toSorted()
    .map((name) => `${folder}/${name}`);
}

function read(/** @type {string} */ file) {
  return readFileSync(join(ROOT, file), 'utf8');
}
