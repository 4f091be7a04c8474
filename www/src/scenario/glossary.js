/** @file The glossary: terms of the field and the entries of the catalog, and their occurrences in texts. */

/** @import { Catalog } from '../engine/types.js' */

/**
 * @typedef {object} Term
 * @property {string} id as in the address
 * @property {string} name
 * @property {string} group the id of its group
 * @property {string} sentence definition
 * @property {string} formula formula; empty for none
 * @property {string} source publication and section; empty for none
 * @property {string[]} words its names in texts
 * @typedef {object} GlossaryTerm a term of the field, from `glossary.json`
 * @property {string} term
 * @property {string} definition
 * @property {string} [formula]
 * @property {string[]} [also] other names and abbreviations
 * @property {string} source
 * @property {string} [publication] the one publication that uses the term
 * @property {string[]} [see] related terms
 * @typedef {{id: string, title: string, about: string}} Group
 * @typedef {{text: string, term?: Term}} Marked a piece of a text, with its term if it names one
 * @typedef {object} Glossary
 * @property {Group[]} groups
 * @property {Term[]} terms in the order of the groups, sorted by name in each
 * @property {(id: string) => Term|undefined} find finds a term by its id, with or without its group, or by one of its
 *   words
 * @property {(text: string) => Marked[]} mark splits a text into pieces; the first occurrence of each term is marked
 */

/** Groups before the families of policies. */
const FIRST = ['term', 'metric', 'phase', 'work'];

/**
 * The glossary of a catalog and a list of terms; a term that the catalog describes under the same name is omitted.
 * @param {Catalog} catalog
 * @param {readonly GlossaryTerm[]} [list] empty if it could not be fetched
 * @returns {Glossary}
 */
export function createGlossary({ families, entries, kinds, phases, reasons }, list = []) {
  const groups = [
    { id: 'term', title: 'Terms', about: 'Terms of scheduling and simulation, and those of single publications.' },
    { id: 'phase', title: 'Use of nodes', about: 'How jobs and tasks use the nodes allocated to them.' },
    {
      id: 'work',
      title: 'Kinds of work',
      about: 'Work that a system schedules, and circumstances such as local jobs or machine absences.',
    },
    ...families.map(({ id, name, summary }) => ({ id, title: groupTitle(name), about: summary })),
    {
      id: 'reason',
      title: 'Reasons and events',
      about: 'Rules by which systems and policies decide, and events of a run. Colours by reason, auto-stop and tables use these names.',
    },
  ];
  const all = [
    ...phases.map(({ id, name, summary }) => ({ id, name, group: 'phase', sentence: summary, formula: '', source: '' })),
    ...kinds.map(({ id, word, summary }) => ({ id, name: word, group: 'work', sentence: summary, formula: '', source: '' })),
    ...entries.map(({ id, name, family, summary, formula = '', source }) => ({
      id,
      name,
      group: family,
      sentence: summary,
      formula,
      source,
    })),
    ...reasons.map(({ id, name, summary }) => ({ id, name, group: 'reason', sentence: summary, formula: '', source: '' })),
  ];
  const described = new Set(entries.map(({ name }) => name.toLowerCase()));
  const ofField = list
    .filter(({ term }) => !described.has(term.toLowerCase()))
    .map(({ term, definition, formula = '', source, also = [], publication }) => ({
      id: termId(term),
      name: term,
      group: 'term',
      sentence: publication ? `${definition} (A term of ${publication} only.)` : definition,
      formula,
      source,
      words: [term, ...also],
    }));
  const place = ({ group = '' }) => FIRST.indexOf(group) + 1 || FIRST.length + 1 + groups.findIndex(({ id }) => id === group);
  const told = new Set();
  const ofCatalog = all
    .toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en'))
    .map((term) => {
      // Of several terms with the same name, the first keeps the short address, regardless of later additions.
      const id = told.has(term.id) ? `${term.group}/${term.id}` : term.id;
      told.add(term.id);
      return { ...term, id, words: termWords(term) };
    });
  const terms = [...ofField, ...ofCatalog];
  return {
    groups: groups.toSorted((a, b) => place({ group: a.id }) - place({ group: b.id })),
    terms,
    find: (id) => findTerm([...ofCatalog, ...ofField], id),
    mark: createMarker([...ofCatalog, ...ofField]),
  };
}

/**
 * The id of a term of the field.
 * @param {string} term
 */
export function termId(term) {
  return `term/${term.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}`;
}

/** The title of a group of terms, in the plural: `Local policies`. @param {string} name of one: `local policy` */
function groupTitle(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}s`.replace(/ys$/u, 'ies');
}

/**
 * The words for a term: its name, the abbreviation in brackets, and its synonyms.
 * @param {{name: string, sentence: string}} term
 * @returns {string[]}
 */
function termWords({ name, sentence }) {
  const [, plain = name, short] = /^(.*?)\s*\(([^)]+)\)$/u.exec(name) ?? [];
  const also = /\(also: ([^)]+)\)/u.exec(sentence)?.[1]?.split(', ') ?? [];
  return [plain, ...(short ? [short] : []), ...also];
}

/**
 * The term with an id, otherwise with a name.
 * @param {readonly Term[]} terms
 * @param {string} id
 */
function findTerm(terms, id) {
  const asked = id.toLowerCase();
  return (
    terms.find((term) => term.id === asked || `${term.group}/${term.id}` === asked) ??
    terms.find((term) => term.words.some((word) => word.toLowerCase() === asked))
  );
}

/**
 * True if a word always means the term. Plain words such as "random" or "files" do not; only metrics may have them.
 * @param {Term} term
 * @param {string} word
 */
function isUnambiguous({ group }, word) {
  if (group === 'term') return /[ -]/u.test(word) || /[A-Z].*[A-Z]/u.test(word) || word.length > 8;
  if (['work', 'generator', 'format', 'preset', 'platform-format', 'reason'].includes(group)) return false;
  if (group === 'metric') return word.length > 4;
  return /[ -]/u.test(word) ? group !== 'phase' : /[A-Z].*[A-Z]/u.test(word);
}

/**
 * True if a word means the term only with a capital.
 * @param {Term} term
 * @param {string} word
 */
function requiresCapital({ group, words }, word) {
  if (group === 'metric') return false;
  if (group !== 'term') return true;
  return words.some((name) => name.toLowerCase() === word.toLowerCase() && name !== name.toLowerCase());
}

/**
 * Creates the function that marks the terms in a text.
 * @param {readonly Term[]} terms
 * @returns {Glossary['mark']}
 */
function createMarker(terms) {
  /** @type {Map<string, Term>} */
  const byWord = new Map();
  for (const term of terms) {
    for (const word of term.words) {
      if (!isUnambiguous(term, word)) continue;
      const key = word.toLowerCase();
      const other = byWord.get(key);
      // A term of the catalog has precedence.
      if (other && term.group === 'term') continue;
      // A word of several terms means the one with exactly this name; otherwise it is not marked, because it is
      // ambiguous.
      const means = [term, other].find((one) => one?.name.toLowerCase() === key);
      byWord.set(key, means ?? (other ? { ...term, id: '' } : term));
    }
  }
  const words = [...byWord].filter(([, { id }]) => id !== '').map(([word]) => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  // The longest first: "bounded slowdown" is not "slowdown".
  const any = new RegExp(String.raw`(?<![\p{L}\d-])(?:${words.toSorted((a, b) => b.length - a.length).join('|')})s?(?![\p{L}\d-])`, 'giu');
  return (text) => {
    /** @type {Marked[]} */
    const pieces = [];
    const told = new Set();
    let at = 0;
    for (const { 0: word, index } of text.matchAll(any)) {
      const term = byWord.get(word.toLowerCase()) ?? byWord.get(word.toLowerCase().replace(/s$/u, ''));
      // Names in capitals match only in capitals.
      if (!term || told.has(term.id) || (requiresCapital(term, word) && word.toLowerCase() === word)) continue;
      told.add(term.id);
      pieces.push({ text: text.slice(at, index) }, { text: word, term });
      at = index + word.length;
    }
    return [...pieces, { text: text.slice(at) }].filter(({ text }) => text !== '');
  };
}
