// The page's bundler: three documents, a relative base (any static host, any sub-path), static/ served as it is.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { renderReference } from './www/docs/reference.js';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** Styles in templates as they travel: without comments, and without the spaces that are there for who reads the source. */
const leanStyles = {
  name: 'lean-styles',
  apply: /** @type {const} */ ('build'),
  transform: {
    filter: { id: /\/www\/src\/.*\.js$/u },
    handler: (/** @type {string} */ code) =>
      code.replaceAll(/\bcss`[^`]*`/gu, (style) =>
        style
          .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
          .replaceAll(/\s+/gu, ' ')
          .replaceAll(/ ?([{};,]) ?/gu, '$1'),
      ),
  },
};

/** Fills the reference page, so that it can be read and searched without the engine. */
const referencePage = {
  name: 'reference-page',
  transformIndexHtml: {
    order: /** @type {const} */ ('pre'),
    handler: async (/** @type {string} */ page, /** @type {{filename: string}} */ { filename }) => {
      if (!filename.endsWith('docs.html')) return page;
      const reference = JSON.parse(await readFile(at('www/pkg/reference.json'), 'utf8'));
      return page.replace('<!--reference-->', () => renderReference(reference));
    },
  },
};

/** @typedef {{getModuleInfo: (module: string) => {importedIds: readonly string[]}|null}} Graph what is imported where */

/**
 * All modules that another one imports from the start.
 * @param {string} module
 * @param {Graph} graph
 * @param {Set<string>} [known]
 */
function importsOf(module, graph, known = new Set()) {
  if (!known.has(module)) {
    known.add(module);
    for (const next of graph.getModuleInfo(module)?.importedIds ?? []) importsOf(next, graph, known);
  }
  return known;
}

/**
 * What both documents need from the start is one file: a page may hold many embeds, and browsers refuse requests beyond about a thousand
 * at a time.
 * @param {string} module
 * @param {Graph} graph
 */
function fromTheStart(module, graph) {
  const both = ['www/src/main.js', 'www/src/embed.js'].every((entry) => importsOf(at(entry), graph).has(module));
  return both ? 'page' : null;
}

export default defineConfig({
  root: at('www'),
  base: './',
  // Several documents: an unknown address is not found, as on a plain host, and not the first document again.
  appType: 'mpa',
  plugins: [leanStyles, referencePage],
  publicDir: at('static'),
  worker: { format: 'es' },
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // A browser that cannot fetch modules ahead fetches them when they are imported.
    modulePreload: { polyfill: false },
    // Nothing is inlined as a data: address, so that a strict content security policy can forbid them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: at('www/index.html'), embed: at('www/embed.html'), docs: at('www/docs.html') },
      output: { codeSplitting: { groups: [{ name: fromTheStart, debugName: 'page' }] } },
    },
  },
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1', port: 4780 },
  test: { root: at('www'), include: ['test/**/*.test.js'], pool: 'threads' },
});
