import { describe, expect, it } from 'vitest';
import { parsePointer, valueAt, withValue } from '../../src/scenario/json-pointer.js';

describe('a JSON pointer', () => {
  const document = { seed: 1, workload: [{ parameters: { jobs: 200 } }, { generator: 'b' }], 'a/b': { '~': 2 } };

  it('finds places', () => {
    expect(parsePointer('/a~1b/~0')).toEqual(['a/b', '~']);
    expect(valueAt(document, '/a~1b/~0')).toBe(2);
    expect(valueAt(document, '/workload/0/parameters/jobs')).toBe(200);
    expect(valueAt(document, '/workload/7/parameters')).toBeUndefined();
    expect(valueAt(document, '')).toBe(document);
    expect(() => parsePointer('seed')).toThrow('starts with /');
  });

  it('changes a copy', () => {
    const changed = withValue(document, '/workload/0/parameters/jobs', 5);
    expect(changed.workload[0]).toEqual({ parameters: { jobs: 5 } });
    expect(document.workload[0]).toEqual({ parameters: { jobs: 200 } });
    expect(changed.workload[1]).toBe(document.workload[1]);
  });

  it('appends, takes away, and makes what is missing', () => {
    expect(withValue(document, '/workload/-', { generator: 'c' }).workload).toHaveLength(3);
    expect(withValue(document, '/workload/0', undefined).workload).toEqual([{ generator: 'b' }]);
    expect(withValue({ seed: 1 }, '/system/policies/local', 'easy')).toEqual({ seed: 1, system: { policies: { local: 'easy' } } });
    expect('seed' in withValue({ seed: 1 }, '/seed', undefined)).toBe(false);
  });

  it('refuses places that cannot be', () => {
    expect(() => withValue(document, '/workload/9', 1)).toThrow('no place 9');
    expect(() => withValue({}, '/__proto__/polluted', 1)).toThrow('__proto__');
  });
});
