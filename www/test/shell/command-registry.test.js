import { describe, expect, it, vi } from 'vitest';

vi.mock('../../src/commands.js', () => new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : vi.fn()), has: () => true }));
const { commandFor, createCommands, searchCommands } = await import('../../src/shell/command-registry.js');

const nothing = () => undefined;
const commands = createCommands(/** @type {any} */ ({}), {
  search: nothing,
  help: nothing,
  palette: nothing,
  examples: nothing,
  lessons: nothing,
  share: nothing,
});
const press = (/** @type {string} */ code, /** @type {string} */ key, more = {}) =>
  commandFor(commands, { code, key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more })?.id;

describe('keys', () => {
  it('go by place for letters, by sign for signs', () => {
    expect(press('KeyW', 'z')).toBe('zoom-in');
    expect(press('Period', '.')).toBe('next-event');
    expect(press('Slash', '/')).toBe('search');
    expect(press('Minus', '?', { shiftKey: true })).toBe('help');
    expect(press('KeyW', 'W', { shiftKey: true })).toBe('rows-in');
  });

  it('leave the browser its own', () => {
    expect(press('KeyW', 'w', { ctrlKey: true })).toBeUndefined();
    expect(press('KeyF', 'f', { altKey: true })).toBeUndefined();
    expect(press('KeyF', 'f', { metaKey: true })).toBe('search');
  });

  it('are not given twice', () => {
    const all = commands.flatMap(({ keys }) =>
      keys.map(({ code = '', key = '', shift = false, control = false }) => `${code} ${key} ${shift} ${control}`),
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the palette', () => {
  const found = (/** @type {string} */ query) => searchCommands(commands, query).map(({ id }) => id);
  it('opens with Ctrl K, also beside the charts', () => {
    expect(press('KeyK', 'k', { ctrlKey: true })).toBe('palette');
    expect(commands.find(({ id }) => id === 'palette')?.everywhere).toBe(true);
  });

  it('finds the bounds by their question', () => {
    expect(
      searchCommands(createCommands(/** @type {any} */ ({}), { search: nothing, help: nothing, optimum: nothing }), 'how good'),
    ).toHaveLength(1);
  });

  it('finds commands by the words of their names, those that begin with them first', () => {
    expect(found('zoom')).toEqual(['zoom-in', 'zoom-out']);
    expect(found('lesson')).toEqual(['lessons']);
    expect(found('find')).toEqual(['palette']);
    expect(found('next event')).toEqual(['next-event']);
    expect(found('search')[0]).toBe('search');
    expect(found('nothing of this kind')).toEqual([]);
    expect(found('')).toHaveLength(commands.length);
  });
});
