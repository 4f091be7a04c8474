import { describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { visibleShare, watchPhoneZoom } from '../../src/commands/phone-zoom.js';

describe('what is seen from near', () => {
  it('is as much as has bars of some width, unless that is nearly nothing', () => {
    expect(visibleShare(70, 280)).toBe(0.5);
    expect(visibleShare(30, 360)).toBe(1);
    expect(visibleShare(28_481, 360)).toBe(1);
  });

  it('is the first part of what was opened, once, on a phone', () => {
    vi.stubGlobal('innerWidth', 280);
    const small = vi.fn(() => ({ matches: true }));
    vi.stubGlobal('matchMedia', small);
    const page = createPage();
    watchPhoneZoom(page);
    const done = /** @type {any} */ ({ status: 'done', layout: { from_s: 0, rows: 8 }, progress: { end_s: 100, subjects: 70 } });
    const fitted = { from_s: 0, to_s: 102, first_row: 0, rows: 8, fitted: true };
    page.store.set({ authored: { canonical: 'a', name: '' }, view: fitted, variants: [{ ...done, status: 'running' }] });
    expect(page.store.get().view).toEqual(fitted);
    page.store.set({ variants: [done] });
    expect(page.store.get().view).toEqual({ from_s: 0, to_s: 51, first_row: 0, rows: 8, fitted: false });
    // Who wants to see all of it sees all of it.
    page.store.set({ view: fitted });
    page.store.set({ variants: [{ ...done }] });
    expect(page.store.get().view).toEqual(fitted);
    // A workflow is shown with its whole path.
    page.store.set({ authored: { canonical: 'w', name: '' }, work: /** @type {any} */ ({ id: 'workflows', group: 'workflow' }) });
    expect(page.store.get().view).toEqual(fitted);
    page.store.set({ work: null });
    small.mockReturnValue({ matches: false });
    page.store.set({ authored: { canonical: 'b', name: '' } });
    expect(page.store.get().view).toEqual(fitted);
  });
});
