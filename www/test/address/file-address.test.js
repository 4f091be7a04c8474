import { describe, expect, it } from 'vitest';
import { parseFileFragment } from '../../src/address/file-address.js';
import { findLink, repairLink } from '../../src/address/link-repair.js';

const url = 'https://example.org/logs/day%201.swf.gz?user=a&part=2';
const sha256 = 'ab'.repeat(32);

describe('a link to a file', () => {
  it('may hold the address as it is, or escaped', () => {
    for (const said of [url, encodeURIComponent(url)]) {
      expect(parseFileFragment(`src=${said}`)).toEqual({ url, sha256: '' });
      expect(parseFileFragment(`src=${said}&sha256=${sha256.toUpperCase()}`)).toEqual({ url, sha256 });
    }
  });

  it('is distinguished from other links', () => {
    for (const other of ['ex=fcfs-vs-easy', '1.d.abc', 'lesson=src', '', 'glossary=src']) expect(parseFileFragment(other)).toBeUndefined();
  });

  it('reports a damaged checksum', () => {
    for (const sum of ['', 'abc', `${sha256}0`, `${sha256.slice(1)}g`])
      expect(parseFileFragment(`src=${url}&sha256=${sum}`)?.trouble).toMatch(/64 hexadecimal digits/u);
  });

  it('survives what mail programs do to links, and is found in what is pasted', () => {
    const link = `src=${url}&sha256=${sha256}`;
    for (const text of [link, `#${link}`, `${link}).`, link.replaceAll('&', '&amp;'), encodeURIComponent(link), `${link}\n`])
      expect(parseFileFragment(repairLink(text)), text).toEqual({ url, sha256 });
    expect(findLink(`https://example.net/ganttlet/#${link}`)).toBe(link);
  });
});
