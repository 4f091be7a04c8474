import { expect, it } from 'vitest';
import { embedAddress, embedCode, viewCode } from '../../src/address/embed-code.js';
import { pageAddress } from '../../src/address/links.js';
import { exportFileName } from '../../src/text/file-names.js';

const page = 'https://example.org/play/ground/index.html?x=1#old';

it('links to the page, also from an embedded view', () => {
  expect(pageAddress(new URL(page), 'ex=a')).toBe('https://example.org/play/ground/index.html#ex=a');
  expect(pageAddress(new URL('https://example.org/play/embed.html?show=gantt#1.d'), '#papers=E2.6')).toBe(
    'https://example.org/play/#papers=E2.6',
  );
});

it('embeds the view beside the page, with what was ticked', () => {
  expect(embedAddress(page, '1.d.abc', { show: ['gantt', 'metrics'], theme: 'auto' })).toBe(
    'https://example.org/play/ground/embed.html?show=gantt,metrics#1.d.abc',
  );
  expect(embedAddress(page, 'ex=a', { show: [], theme: 'dark' })).toBe('https://example.org/play/ground/embed.html?theme=dark#ex=a');
});

it('escapes titles in the text to paste', () => {
  const text = embedCode('https://example.org/embed.html?a=1&b=2#x', '"><script>', 480);
  expect(text).toContain('src="https://example.org/embed.html?a=1&amp;b=2#x"');
  expect(text).toContain('title="&quot;&gt;&lt;script&gt;"');
});

it('names files safely', () => {
  expect(exportFileName('FCFS beside EASY: Ünïcode/..', '9f3a62d1c0ff', 'jobs.csv')).toBe('fcfs-beside-easy-unicode-9f3a62d1.jobs.csv');
  expect(exportFileName(undefined, undefined, 'svg')).toBe('scenario.svg');
  expect(exportFileName('x'.repeat(500), '', 'png').length).toBeLessThanOrEqual(64);
});

it('the element of embed.js gets the options of the embed as attributes', () => {
  const address = embedAddress(page, 'ex=a', { show: ['gantt', 'controls'], theme: 'dark', locked: ['seed'] });
  expect(viewCode(address, 'A "b"')).toBe(
    `<script defer src="https://example.org/play/ground/embed.js"></script>
<ganttlet-view src="https://example.org/play/ground/#ex=a" title="A &quot;b&quot;" height="auto" show="gantt,controls" theme="dark" lock="seed"></ganttlet-view>`,
  );
});
