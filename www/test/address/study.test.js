import { describe, expect, it } from 'vitest';
import { parseStudyFragment, studyFragment } from '../../src/address/study.js';
import { packText, unpackText } from '../../src/study/text-packing.js';

describe('the address of a study', () => {
  it('is read back as it was written', () => {
    for (const place of [
      { name: 'load-against-policy', packed: '', quick: false, result: '', engine: '', slice: '' },
      { name: 'E2.6', packed: '', quick: true, result: '', engine: '', slice: '' },
      { name: '', packed: 'aZ_-9', quick: true, result: '0123456789abcdef', engine: '0.1.0', slice: '' },
      { name: 'load-against-policy', packed: '', quick: true, result: '', engine: '', slice: '0.1.3' },
      { name: '', packed: 'aZ_-9', quick: true, result: '0123456789abcdef', engine: '0.1.0', slice: '.1.3.0-2.longest_20wait' },
    ]) {
      expect(parseStudyFragment(`#${studyFragment(place)}`)).toEqual(place);
    }
    expect(parseStudyFragment('#study')).toEqual({ name: '', packed: '', quick: false, result: '', engine: '', slice: '' });
    expect(studyFragment({})).toBe('study');
  });

  it('has a checksum of what is chosen of the results, and older links have none of it', () => {
    const fragment = studyFragment({ packed: 'aZ_-9', slice: '..3' });
    expect(parseStudyFragment(fragment)?.trouble).toBeUndefined();
    expect(parseStudyFragment(fragment.replace('slice=..3', 'slice=..4'))?.trouble).toMatch(/damaged/u);
    const older = studyFragment({ packed: 'aZ_-9', quick: true, result: '0123456789abcdef', engine: '0.1.0' });
    expect(older).toMatch(/^study=1\.aZ_-9&quick=1&result=0123456789abcdef&engine=0\.1\.0&c=/u);
  });

  it('is distinguished from other addresses, and a damaged result is ignored', () => {
    expect(parseStudyFragment('#papers=E2.6')).toBeUndefined();
    expect(parseStudyFragment('')).toBeUndefined();
    expect(parseStudyFragment('#study=1.abc&result=xyz')?.result).toBe('');
  });

  it('contains the whole text, packed; damage is detected', async () => {
    const text = JSON.stringify({ name: 'A study – of “words”', base: { seed: 1 } }, null, 2);
    const packed = await packText(text);
    expect(packed).toMatch(/^[\w-]+$/u);
    expect(JSON.parse(await unpackText(packed))).toEqual(JSON.parse(text));
    await expect(unpackText(packed.slice(0, -6))).rejects.toThrow('its link is damaged. Copy the whole link again');
    await expect(unpackText('1 %')).rejects.toThrow('its link is damaged');
  });
});
