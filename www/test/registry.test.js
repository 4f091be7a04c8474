import { describe, expect, it, vi } from 'vitest';

vi.mock('../src/commands.js', () => new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : vi.fn()), has: () => true }));
const { commandFor, commandsOf } = await import('../src/registry.js');

const commands = commandsOf({ search: () => undefined, help: () => undefined });
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
    const all = commands.flatMap(({ keys }) => keys.map(({ code = '', key = '', shift = false, control = false }) => `${code} ${key} ${shift} ${control}`));
    expect(new Set(all).size).toBe(all.length);
  });
});
