// The page's bundler: two documents, a relative base (any static host, any sub-path), static/ served as it is.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('www'),
  base: './',
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
  test: { root: at('www'), include: ['test/**/*.test.js'] },
});
