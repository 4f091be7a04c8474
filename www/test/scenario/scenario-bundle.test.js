import { describe, expect, it } from 'vitest';
import { fromBase64, readBundle, toBase64, uploadedFiles, writeBundle } from '../../src/scenario/scenario-bundle.js';

const scenario = {
  version: 1,
  platform: { preset: 'p' },
  workload: [{ file: { name: 'a.swf', sha256: 'aa', format: 'swf' } }],
  system: { kind: 's' },
};

describe('base64', () => {
  it('gives back every byte, at every length', () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) & 255);
      // As text: comparing long lists item by item takes seconds.
      expect(fromBase64(toBase64(bytes))?.join()).toBe(bytes.join());
    }
    expect(toBase64(new TextEncoder().encode('Ganttlet'))).toBe('R2FudHRsZXQ=');
    expect(fromBase64('?')).toBeUndefined();
  });
});

describe('scenario files', () => {
  const bytes = new Uint8Array([1, 2, 3]);

  it('carry files and give them back', () => {
    const text = writeBundle(scenario, [{ name: 'a.swf', sha256: 'aa', bytes }]);
    expect(readBundle(text)).toEqual({ scenario, files: [{ name: 'a.swf', sha256: 'aa', bytes }], diagnostics: [] });
  });

  it('are plain scenarios when there are no files', () => {
    expect(JSON.parse(writeBundle(scenario, []))).toEqual(scenario);
    expect(readBundle(writeBundle(scenario, []))).toBeUndefined();
  });

  it('are told apart from other texts', () => {
    for (const text of ['', '; MaxNodes: 3', '<adag/>', '{"scenario": 3}', '{"scenario": {', '[{"scenario": {}}]']) {
      expect(readBundle(text)).toBeUndefined();
    }
  });

  it('tell of files that cannot be read, and give the rest', () => {
    const files = [{ name: 'a', sha256: 'aa', base64: '%%' }, 7, { name: 'b', sha256: 'BB', base64: 'AQID' }];
    const read = readBundle(JSON.stringify({ scenario, files }));
    expect(read?.files).toEqual([{ name: 'b', sha256: 'bb', bytes }]);
    expect(read?.diagnostics.map(({ place }) => place)).toEqual(['/files/0', '/files/1']);
  });

  it('hold the files that the scenario names, once each', () => {
    const known = new Map([
      ['aa', { name: 'a.swf', bytes }],
      ['zz', { name: 'z.swf', bytes }],
    ]);
    const twice = { ...scenario, workload: [...scenario.workload, ...scenario.workload] };
    expect(uploadedFiles(twice, known)).toEqual([{ name: 'a.swf', sha256: 'aa', bytes }]);
    expect(uploadedFiles(null, known)).toEqual([]);
  });
});
