// The page's bundler: two documents, a relative base (any static host, any sub-path), static/ served as it is.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** Styles in templates as they travel: without comments, and without the spaces that are there for who reads the source. */
const leanStyles = {
  name: 'lean-styles',
  apply: /** @type {const} */ ('build'),
  transform: {
    filter: { id: /\/www\/src\/.*\.js$/u },
    handler: (/** @type {string} */ code) =>
      code.replaceAll(/\bcss`[^`]*`/gu, (style) => style.replaceAll(/\/\*[^]*?\*\//gu, '').replaceAll(/\s+/gu, ' ').replaceAll(/ ?([{};,]) ?/gu, '$1')),
  },
};

export default defineConfig({
  root: at('www'),
  base: './',
  plugins: [leanStyles],
  publicDir: at('static'),
  worker: { format: 'es' },
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Nothing is inlined as a data: address, so that a strict content security policy can forbid them.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { index: at('www/index.html'), embed: at('www/embed.html') } },
  },
  server: { host: '127.0.0.1', port: 5173 },
  test: { root: at('www'), include: ['test/**/*.test.js'], pool: 'threads' },
});
