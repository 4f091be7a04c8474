/** @file The glossary: what the catalog says of policies, systems, measures, kinds of work, phases and reasons, and where a text speaks of them. */

/** @import { Catalog } from '../engine/types.js' */

/**
 * @typedef {object} Term
 * @property {string} id as the address names it
 * @property {string} name
 * @property {string} group the id of its group
 * @property {string} sentence what it is
 * @property {string} formula how it is worked out; empty for what is not
 * @property {string} source publication and section; empty if none is said
 * @property {string[]} words how texts call it
 *
 * @typedef {{id: string, title: string, about: string}} Group
 * @typedef {{text: string, term?: Term}} Marked a piece of a text; of what speaks of a term, the term
 * @typedef {object} Glossary
 * @property {Group[]} groups
 * @property {Term[]} terms in the order of the groups, by name in each
 * @property {(id: string) => Term|undefined} find by its id, with or without its group, or by one of its words
 * @property {(text: string) => Marked[]} mark a text in pieces; each term is marked where it is named first
 */

/** What comes before the families: who reads asks for numbers first. */
const FIRST = ['metric', 'phase', 'work'];

/**
 * The glossary of a catalog.
 * @param {Catalog} catalog
 * @returns {Glossary}
 */
export function glossaryOf({ families, entries, kinds, phases, reasons }) {
  const groups = [
    { id: 'phase', title: 'Use of nodes', about: 'How jobs and tasks use the nodes allocated to them.' },
    { id: 'work', title: 'Kinds of work', about: 'Work that a system schedules, and circumstances such as local jobs or machine absences.' },
    ...families.map(({ id, name, summary }) => ({ id, title: title(name), about: summary })),
    { id: 'reason', title: 'Reasons and events', about: 'Rules by which systems and policies decide, and events of a run. Colours by reason, stops and tables use these names.' },
  ];
  const all = [
    ...phases.map(({ id, name, summary }) => ({ id, name, group: 'phase', sentence: summary, formula: '', source: '' })),
    ...kinds.map(({ id, word, summary }) => ({ id, name: word, group: 'work', sentence: summary, formula: '', source: '' })),
    ...entries.map(({ id, name, family, summary, formula = '', source }) => ({ id, name, group: family, sentence: summary, formula, source })),
    ...reasons.map(({ id, name, summary }) => ({ id, name, group: 'reason', sentence: summary, formula: '', source: '' })),
  ];
  const place = ({ group = '' }) => FIRST.indexOf(group) + 1 || FIRST.length + 1 + groups.findIndex(({ id }) => id === group);
  const told = new Set();
  const terms = all
    .toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en'))
    .map((term) => {
      // Of several that are called so, the first keeps the short address, whatever comes to be called so later.
      const id = told.has(term.id) ? `${term.group}/${term.id}` : term.id;
      told.add(term.id);
      return { ...term, id, words: wordsOf(term) };
    });
  return {
    groups: groups.toSorted((a, b) => place({ group: a.id }) - place({ group: b.id })),
    terms,
    find: (id) => find(terms, id),
    mark: marker(terms),
  };
}

/** @param {string} name of one: `local policy` */
function title(name) {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}s`.replace(/ys$/u, 'ies');
}

/**
 * How texts call it: its name, what stands in brackets behind it, what it is also called.
 * @param {{name: string, sentence: string}} term
 * @returns {string[]}
 */
function wordsOf({ name, sentence }) {
  const [, plain = name, short] = /^(.*?)\s*\(([^)]+)\)$/u.exec(name) ?? [];
  const also = /\(also: ([^)]+)\)/u.exec(sentence)?.[1]?.split(', ') ?? [];
  return [plain, ...(short ? [short] : []), ...also];
}

/**
 * @param {readonly Term[]} terms
 * @param {string} id
 */
function find(terms, id) {
  const asked = id.toLowerCase();
  return (
    terms.find((term) => term.id === asked || `${term.group}/${term.id}` === asked) ??
    terms.find((term) => term.words.some((word) => word.toLowerCase() === asked))
  );
}

/**
 * Whether a word means the term wherever it stands. A plain word such as "random" or "files" does not: only measures are
 * called by those.
 * @param {Term} term
 * @param {string} word
 */
function tells({ group }, word) {
  if (['work', 'generator', 'format', 'preset', 'reason'].includes(group)) return false;
  if (group === 'metric') return word.length > 4;
  return /[ -]/u.test(word) ? group !== 'phase' : /[A-Z].*[A-Z]/u.test(word);
}

/**
 * @param {readonly Term[]} terms
 * @returns {Glossary['mark']}
 */
function marker(terms) {
  /** @type {Map<string, Term>} */
  const byWord = new Map();
  for (const term of terms) {
    for (const word of term.words) {
      if (!tells(term, word)) continue;
      const key = word.toLowerCase();
      const other = byWord.get(key);
      // What several are called means the one with no more to its name; else it is marked nowhere, as it could mean the other.
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
      // Names made of capitals are those only in capitals.
      if (!term || told.has(term.id) || (term.group !== 'metric' && word.toLowerCase() === word)) continue;
      told.add(term.id);
      pieces.push({ text: text.slice(at, index) }, { text: word, term });
      at = index + word.length;
    }
    return [...pieces, { text: text.slice(at) }].filter(({ text }) => text !== '');
  };
}
