import { describe, expect, it } from 'vitest';
import { EMBED_EXAMPLE, EMBED_OPTIONS, EVENTS, LINKS, MESSAGES } from '../../docs/address.js';
import { renderReference } from '../../docs/reference.js';
import reference from '../../pkg/reference.json';
import readme from '../../README.md?raw';
import { MESSAGES as ANSWERED, EVENTS as SENT } from '../../src/address/embed-messages.js';
import { parseEmbedOptions } from '../../src/address/embed-options.js';
import { repairLink } from '../../src/address/link-repair.js';
import { KEYS } from '../../src/shell/key-bindings.js';

const page = renderReference(/** @type {any} */ (reference));
const anchors = [...page.matchAll(/ id="([^"]+)"/gu)].map(([, id = '']) => id);

describe('the reference page', () => {
  it('has every entry of the catalog, each with its source and parameters', () => {
    for (const { family, id, parameters, summary } of reference.catalog.entries) {
      expect(anchors).toContain(`${family}/${id}`);
      for (const parameter of parameters)
        expect(anchors).toEqual(expect.arrayContaining([`${family}/${id}/${parameter.id}`, `parameter/${parameter.id}`]));
      expect(summary).not.toBe('');
    }
    for (const text of ['When to use it.', 'shadow ←', '18 think time']) expect(page.includes(text), text).toBe(true);
  });

  it('has every term, key, link, option and command', () => {
    for (const { term } of reference.glossary)
      expect(anchors, term).toContain(`term/${term.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}`);
    for (const { title, keys } of KEYS) expect(keys.length === 0 || page.includes(`<td>${title}</td>`), title).toBe(true);
    for (const { name } of reference.commands) expect(anchors).toContain(`command/${name}`);
    expect(reference.commands.map(({ name }) => name)).toContain('glossary');
  });

  it('has no anchor twice, and no link that leads nowhere', () => {
    expect(anchors.filter((id, place) => anchors.indexOf(id) !== place)).toEqual([]);
    const links = [...page.matchAll(/href="#([^"]+)"/gu)].map(([, id = '']) => id);
    expect(links.filter((id) => !anchors.includes(id))).toEqual([]);
    expect(links.length).toBeGreaterThan(500);
  });

  it('has the example of an embed that the README has', () => {
    expect(readme).toContain(`\n${EMBED_EXAMPLE}\n`);
    expect(anchors).toContain('element');
  });

  it('escapes texts', () => {
    const { catalog } = reference;
    const family = { ...catalog.families[0], summary: '<b>&"' };
    const text = renderReference(/** @type {any} */ ({ ...reference, catalog: { ...catalog, families: [family] } }));
    expect(text.includes('<p>&lt;b&gt;&amp;&quot;</p>')).toBe(true);
  });
});

describe('its section on addresses', () => {
  it('is what embeds know', () => {
    const values = /** @type {Record<string, string>} */ ({
      show: 'gantt',
      theme: 'dark',
      t: '5',
      autoplay: '1',
      window: '1-2',
      lock: 'policy,seed',
      height: 'auto',
    });
    for (const { name } of EMBED_OPTIONS) expect(parseEmbedOptions(`?${name}=${values[name]}`, '', []).unknown).toEqual([]);
    expect(Object.keys(values)).toEqual(EMBED_OPTIONS.map(({ name }) => name));
    expect(MESSAGES.map(({ name }) => name)).toEqual(ANSWERED);
    expect(EVENTS.map(({ name }) => name)).toEqual(SENT);
  });

  it('is what links can open', () => {
    for (const { name } of LINKS.filter(({ name }) => !name.includes('.'))) expect(repairLink(`<#${name}=one>`)).toBe(`${name}=one`);
  });
});
