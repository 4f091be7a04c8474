/**
 * @file The reference page as HTML, made when the page is built: from the catalog, the glossary and the help of the command
 * line (`pkg/reference.json`), the keys of the page and the options of its addresses. Nothing is described here a second time.
 */

import { createGlossary, termId } from '../src/scenario/glossary.js';
import { GESTURES } from '../src/shell/gesture-list.js';
import { KEYS } from '../src/shell/key-bindings.js';
import { EMBED_EXAMPLE, EMBED_OPTIONS, EVENTS, LINKS, MESSAGES } from './address.js';
import { html } from './html.js';

/** @import { Catalog, Entry, Parameter } from '../src/engine/types.js' */
/** @import { Glossary, GlossaryTerm } from '../src/scenario/glossary.js' */
/** @import { Html } from './html.js' */

/**
 * @typedef {Entry & {fields?: {name: string, doc: string}[]}} FullEntry
 * @typedef {{name: string, help: string}} Command
 * @typedef {{catalog: Catalog & {entries: FullEntry[]}, glossary: GlossaryTerm[], commands: Command[]}} Reference
 * @typedef {{id: string, title: string, about?: string, body: Html|Html[]}} Section
 * @typedef {(text: string) => (string|Html)[]} Linked a text whose terms are links
 */

/**
 * The body of the page.
 * @param {Reference} reference
 */
export function renderReference({ catalog, glossary, commands }) {
  const terms = createGlossary(catalog, glossary);
  const sections = [
    ...catalog.families.map(({ id }) => familySection(id, catalog, terms)),
    parameterIndex(catalog),
    wordSection(
      'work',
      catalog.kinds.map(({ id, word, summary }) => ({ id, name: word, summary })),
      terms,
    ),
    wordSection('phase', catalog.phases, terms),
    wordSection('reason', catalog.reasons, terms),
    glossarySection(glossary, terms),
    keySection(),
    rowSection(
      'links',
      'Links',
      'Fields after the # in the address of the page, separated by &. No part of them is sent to a server.',
      'Field',
      LINKS,
    ),
    rowSection(
      'embeds',
      'Embeds',
      'Options of embed.html, as in embed.html?show=gantt,player&theme=dark#ex=fcfs-vs-easy.',
      'Option',
      EMBED_OPTIONS,
    ),
    {
      id: 'element',
      title: 'The element ganttlet-view',
      about:
        'Defined by embed.js, for pages of any origin. Its attributes are src, height and the options of embeds. Its method send(type, fields) sends a message and returns a promise of the answer, which is rejected with code and message of the error. Messages wait until the frame has loaded: the browser loads a hidden frame when it comes near the visible area.',
      body: html`<div class="card"><pre>${EMBED_EXAMPLE}</pre></div>`,
    },
    rowSection(
      'messages',
      'Messages of an embed',
      'Sent with postMessage({ganttlet: 1, type, id}); answers carry the id of the message.',
      'Type',
      MESSAGES,
    ),
    rowSection(
      'events',
      'Events of an embed',
      'What an embed sends by itself to a page that has sent it a message; events of the element ganttlet-view of embed.js.',
      'Type',
      EVENTS,
    ),
    commandSection(commands),
  ];
  return html`<header>
      <a href="./index.html">Ganttlet</a>
      <input id="search" type="search" placeholder="Search, for example: easy shadow time" aria-label="Search the reference" autocomplete="off" spellcheck="false" />
      <span id="found" role="status"></span>
    </header>
    <nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
    <main>
      <h1>Ganttlet reference</h1>
      <p>Version ${catalog.engine}. Everything that a scenario can contain, with sources. Ids in <code>this type</code> are the names in scenarios, links and on the command line.</p>
      ${sections.map(({ id, title, about, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${about ? html`<p>${about}</p>` : ''}${body}</section>`)}
    </main>`.text;
}

/**
 * @param {string} id of a family
 * @param {Reference['catalog']} catalog
 * @param {Glossary} terms
 * @returns {Section}
 */
function familySection(id, catalog, terms) {
  const entries = catalog.entries.filter(({ family }) => family === id);
  return { ...headOf(id, terms), body: entries.map((entry) => entryBlock(entry, catalog, terms)) };
}

/**
 * The heading of a group of the glossary.
 * @param {string} group
 * @param {Glossary} terms
 */
function headOf(group, { groups }) {
  const { title = group, about = '' } = groups.find(({ id }) => id === group) ?? {};
  return { id: group, title, about };
}

/**
 * @param {FullEntry} entry
 * @param {Reference['catalog']} catalog
 * @param {Glossary} terms
 */
function entryBlock(entry, catalog, terms) {
  const name = `${entry.family}/${entry.id}`;
  const linked = linker(terms, name);
  return html`<div class="card" data-entry id="${name}">
    ${heading(name, entry.name, entry.id)}
    <p>${linked(entry.summary)}</p>
    ${entry.when_to_use ? html`<p><b>When to use it.</b> ${linked(entry.when_to_use)}</p>` : ''}
    ${entry.pseudocode ? html`<pre>${entry.pseudocode}</pre>` : ''}
    ${entry.formula ? html`<p><b>Formula.</b> ${entry.formula}</p>` : ''}
    ${entry.unit ? html`<p><b>Unit.</b> ${entry.unit}</p>` : ''}
    ${entry.better === 'lower' || entry.better === 'higher' ? html`<p><b>Better.</b> ${entry.better}</p>` : ''}
    ${entry.of ? html`<p><b>Measured for.</b> ${entry.of.join(', ')}</p>` : ''}
    ${entry.takes ? html`<p><b>Runs.</b> ${entry.takes.join(', ')}</p>` : ''}
    ${entry.makes ? html`<p><b>Produces.</b> ${entry.makes}</p>` : ''}
    ${entry.source ? html`<p class="soft"><b>Source.</b> ${entry.source}</p>` : ''}
    ${entry.roles ? roleTable(entry, catalog) : ''}
    ${
      entry.fields
        ? table(
            ['Field', 'Meaning'],
            entry.fields.map(({ name: field, doc }) => html`<tr><th>${field}</th><td>${coded(doc)}</td></tr>`),
          )
        : ''
    }
    ${parameterTable(entry.parameters, name)}
  </div>`;
}

/**
 * A heading that is a link to itself.
 * @param {string} anchor
 * @param {string} name
 * @param {string} [id] in scenarios
 */
function heading(anchor, name, id) {
  return html`<h3><a href="#${anchor}">${name.charAt(0).toUpperCase()}${name.slice(1)}</a>${id ? html`<code>${id}</code>` : ''}</h3>`;
}

/**
 * The roles of a system: which policies can be chosen for each.
 * @param {Entry} system
 * @param {Catalog} catalog
 */
function roleTable({ roles = [] }, catalog) {
  const rows = roles.map(({ id, name, doc, family, default: policy }) => {
    const members = catalog.entries.filter((entry) => entry.family === family);
    const links = members.map(
      (entry, place) =>
        html`${place > 0 ? ', ' : ''}<a href="#${family}/${entry.id}">${entry.name}</a>${entry.id === policy ? ' (default)' : ''}`,
    );
    return html`<tr><th>${name} <code>${id}</code></th><td>${doc}</td><td>${links}</td></tr>`;
  });
  return rows.length > 0 ? table(['Role', 'Decision', 'Policies'], rows) : '';
}

/**
 * @param {readonly Parameter[]} parameters
 * @param {string} of the anchor of what they belong to
 * @returns {Html|''}
 */
function parameterTable(parameters, of) {
  if (parameters.length === 0) return '';
  const rows = parameters.map((parameter) => {
    const { id, name, doc } = parameter;
    const anchor = `${of}/${id}`;
    return html`<tr id="${anchor}"><th>${name} <code>${id}</code></th><td>${coded(doc)}${condition(parameter)}${choices(parameter, anchor)}</td><td>${range(parameter)}</td></tr>`;
  });
  return table(['Parameter', 'Description', 'Range and default'], rows);
}

/** @param {Parameter} parameter */
function condition({ when }) {
  if (!when) return '';
  return when.is.length > 0
    ? html` <span class="soft">Only with ${when.parameter} = ${when.is.join(' or ')}.</span>`
    : html` <span class="soft">Only without ${when.parameter}.</span>`;
}

/**
 * The options of a choice, the columns of a table, the variables of an expression.
 * @param {Parameter} parameter
 * @param {string} anchor
 */
function choices(parameter, anchor) {
  if (parameter.type === 'choice')
    return html`<ul>${parameter.options.map(([word, doc]) => html`<li><code>${word}</code>: ${doc}</li>`)}</ul>`;
  if (parameter.type === 'expression')
    return html`<ul>${parameter.variables.map(({ id, unit, doc }) => html`<li><code>${id}</code>${unit ? ` [${unit}]` : ''}: ${doc}</li>`)}</ul>`;
  if (parameter.type === 'table') return parameterTable(parameter.columns, anchor);
  return '';
}

/** @param {Parameter} parameter */
function range(parameter) {
  const unit = parameter.unit ? ` ${parameter.unit}` : '';
  switch (parameter.type) {
    case 'number':
    case 'integer':
      return `${plain(parameter.min)} to ${plain(parameter.max)}${unit}; default ${plain(parameter.default)}${unit}`;
    case 'bool':
      return `on or off; default ${parameter.default ? 'on' : 'off'}`;
    case 'table':
      return `${parameter.min} to ${parameter.max} rows; default ${parameter.default.length}`;
    default:
      return `default ${parameter.default}`;
  }
}

/** @param {number} number */
function plain(number) {
  return String(number)
    .replace(/^-/u, '\u2212')
    .replace(/e\+?(\d+)$/u, (_, digits) => ` × 10${[...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))).join('')}`);
}

/**
 * All parameters by name: what most readers search for.
 * @param {Catalog} catalog
 * @returns {Section}
 */
function parameterIndex({ entries }) {
  /** @type {Map<string, {id: string, names: Set<string>, docs: Set<string>, owners: Map<string, string>}>} */
  const all = new Map();
  for (const { family, id: owner, name: ownerName, parameters } of entries) {
    for (const { id, name, doc } of parameters) {
      const found = all.get(id) ?? { id, names: new Set(), docs: new Set(), owners: new Map() };
      found.names.add(name);
      found.docs.add(doc);
      found.owners.set(`${family}/${owner}`, ownerName);
      all.set(id, found);
    }
  }
  const rows = [...all.values()]
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en'))
    .map(({ id, names, docs, owners }) => {
      const links = [...owners].map(([owner, name], place) => html`${place > 0 ? ', ' : ''}<a href="#${owner}/${id}">${name}</a>`);
      return html`<tr data-entry id="parameter/${id}"><th>${[...names].join('; ')} <code>${id}</code></th><td>${docs.size === 1 ? coded([...docs].join('')) : 'Differs between the entries that have it.'}</td><td>${links}</td></tr>`;
    });
  return {
    id: 'parameters',
    title: 'Index of parameters',
    about: 'All parameters, with the entries that have them.',
    body: html`<div class="card">${table(['Parameter', 'Description', 'Belongs to'], rows)}</div>`,
  };
}

/**
 * @param {string} group
 * @param {readonly {id: string, name: string, summary: string}[]} words
 * @param {Glossary} terms
 * @returns {Section}
 */
function wordSection(group, words, terms) {
  const body = words.map(
    ({ id, name, summary }) =>
      html`<div class="card" data-entry id="${group}/${id}">${heading(`${group}/${id}`, name)}<p>${linker(terms, `${group}/${id}`)(summary)}</p></div>`,
  );
  return { ...headOf(group, terms), body };
}

/**
 * @param {readonly GlossaryTerm[]} glossary
 * @param {Glossary} terms
 * @returns {Section}
 */
function glossarySection(glossary, terms) {
  const body = glossary
    .toSorted((a, b) => a.term.localeCompare(b.term, 'en'))
    .map(({ term, definition, formula, also = [], source, publication, see = [] }) => {
      const id = termId(term);
      return html`<div class="card" data-entry id="${id}">
        ${heading(id, also.length > 0 ? `${term} (${also.join(', ')})` : term)}
        <p>${linker(terms, id)(definition)}</p>
        ${formula ? html`<p><b>Formula.</b> ${formula}</p>` : ''}
        ${publication ? html`<p class="soft">A term of ${publication} only.</p>` : ''}
        <p class="soft"><b>Source.</b> ${source}</p>
        ${see.length > 0 ? html`<p class="soft"><b>See also.</b> ${see.map((other, place) => html`${place > 0 ? ', ' : ''}<a href="#${termId(other)}">${other}</a>`)}</p>` : ''}
      </div>`;
    });
  return { id: 'glossary', title: 'Glossary', about: 'Terms of the field, and those of the five publications.', body };
}

/** @returns {Section} */
function keySection() {
  const groups = [...new Set(KEYS.map(({ group }) => group))];
  const rows = groups.flatMap((group) =>
    KEYS.filter((command) => command.group === group && command.keys.length > 0).map(
      ({ title, keys }) => html`<tr data-entry><th>${keys.map(({ text }) => text).join(' or ')}</th><td>${title}</td></tr>`,
    ),
  );
  const gestures = GESTURES.map(([gesture, title]) => html`<tr data-entry><th>${gesture}</th><td>${title}</td></tr>`);
  const body = html`<div class="card">${table(['Key', 'Action'], rows)}</div><div class="card">${table(['Mouse or touch', 'Action'], gestures)}</div>`;
  return {
    id: 'keyboard',
    title: 'Keyboard, mouse and touch',
    about: 'Letters are positions on the keyboard, so that W A S D form a cross on every layout.',
    body,
  };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string} about
 * @param {string} head
 * @param {readonly import('./address.js').Row[]} list
 * @returns {Section}
 */
function rowSection(id, title, about, head, list) {
  const rows = list.map(
    ({ name, values, doc }) => html`<tr data-entry id="${id}/${name}"><th><code>${name}</code></th><td>${values}</td><td>${doc}</td></tr>`,
  );
  return { id, title, about, body: html`<div class="card">${table([head, 'Values', 'Meaning'], rows)}</div>` };
}

/**
 * @param {readonly Command[]} commands
 * @returns {Section}
 */
function commandSection(commands) {
  const body = commands.map(
    ({ name, help }) =>
      html`<div class="card" data-entry id="command/${name}">${heading(`command/${name}`, `ganttlet ${name}`)}<pre>${help.trim()}</pre></div>`,
  );
  return {
    id: 'commands',
    title: 'Command line',
    about: 'The same engine for scripts and large logs. Each command prints its help with --help.',
    body,
  };
}

/**
 * @param {readonly string[]} heads
 * @param {readonly Html[]} rows
 */
function table(heads, rows) {
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${[...rows]}</tbody></table>`;
}

/**
 * A text in which `words` in backquotes are ids.
 * @param {string} text
 */
function coded(text) {
  return text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part));
}

/**
 * Links the terms of a text, but not to the entry that the text belongs to.
 * @param {Glossary} terms
 * @param {string} own
 * @returns {Linked}
 */
function linker(terms, own) {
  return (text) =>
    terms.mark(text).map(({ text: piece, term }) => {
      const anchor = term && (term.group === 'term' ? term.id : `${term.group}/${term.id.replace(/^.*\//u, '')}`);
      return anchor && anchor !== own ? html`<a class="term" href="#${anchor}">${piece}</a>` : piece;
    });
}
