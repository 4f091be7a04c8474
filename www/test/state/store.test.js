import { describe, expect, it, vi } from 'vitest';
import { createStore, StoreController, shallowEqual } from '../../src/state/store.js';

describe('the store', () => {
  it('replaces parts and tells its listeners both states', () => {
    const store = createStore();
    const told = vi.fn();
    const end = store.subscribe(told);
    store.set({ query: 'user:7' });
    expect(store.get().query).toBe('user:7');
    expect(told.mock.calls[0]?.map((/** @type {{query: string}} */ state) => state.query)).toEqual(['user:7', '']);
    end();
    store.set({ query: '' });
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('renders a host only when its part has changed', () => {
    const store = createStore();
    const host = {
      addController: vi.fn(),
      removeController: vi.fn(),
      requestUpdate: vi.fn(),
      updateComplete: Promise.resolve(true),
      page: { store },
    };
    const controller = new StoreController(host, ({ query, selected }) => ({ query, selected }));
    controller.hostConnected();
    store.set({ playhead_s: 5 });
    expect(host.requestUpdate).not.toHaveBeenCalled();
    store.set({ selected: 3 });
    expect(host.requestUpdate).toHaveBeenCalledTimes(1);
    expect(controller.value).toEqual({ query: '', selected: 3 });
    controller.hostDisconnected();
    store.set({ selected: 4 });
    expect(host.requestUpdate).toHaveBeenCalledTimes(1);
  });

  it('compares one level deep', () => {
    const shared = {};
    expect(shallowEqual([1, shared], [1, shared])).toBe(true);
    expect(shallowEqual([1, {}], [1, {}])).toBe(false);
    expect(shallowEqual({ a: NaN }, { a: NaN })).toBe(true);
    expect(shallowEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(shallowEqual(new Map(), new Map())).toBe(false);
    expect(shallowEqual(null, {})).toBe(false);
  });
});
