import { afterEach, expect, it, vi } from 'vitest';
import { watchVisibility } from '../../src/shell/visibility-watch.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An observed element; `look` is what the browser says of it, `frame` whether the frame around it is shown, of which it knows nothing without. */
function observed(/** @type {boolean|undefined} */ frame) {
  vi.useFakeTimers();
  /** @type {(entries: object[]) => void} */
  let look = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(/** @type {typeof look} */ heard) {
        look = heard;
      }
      observe() {}
      disconnect() {}
    },
  );
  const shown = { frame };
  const frameElement = frame === undefined ? null : { checkVisibility: () => shown.frame };
  const top = {};
  vi.stubGlobal('window', { top, parent: Object.assign(top, { top }), frameElement });
  const element = new EventTarget();
  /** @type {boolean[]} */
  const told = [];
  watchVisibility(/** @type {any} */ (element), /** @type {any} */ ({}), (seen) => told.push(seen));
  return {
    look: (/** @type {boolean} */ isIntersecting, /** @type {boolean|undefined} */ isVisible) => look([{ isIntersecting, isVisible }]),
    element,
    told,
    shown,
  };
}

it('what is out of the window is not seen, and where the browser can tell, nor is what is covered', () => {
  const { look, told } = observed(undefined);
  look(false, undefined);
  look(true, undefined);
  look(true, true);
  look(true, false);
  expect(told).toEqual([false, true, true, false]);
});

it('who points at what was never called visible sees it', () => {
  const { look, element, told } = observed(undefined);
  look(true, false);
  element.dispatchEvent(new Event('pointermove'));
  look(false, false);
  expect(told).toEqual([false, true, false]);
});

it('what was visible once is hidden when it is called so', () => {
  const { look, element, told } = observed(true);
  look(true, true);
  look(true, false);
  element.dispatchEvent(new Event('pointermove'));
  expect(told).toEqual([true, false, false]);
});

it('an accessible frame reports whether it is shown', () => {
  const { look, told, shown } = observed(false);
  look(true, false);
  shown.frame = true;
  vi.advanceTimersByTime(100);
  shown.frame = false;
  vi.advanceTimersByTime(100);
  expect(told).toEqual([false, true, false]);
});
