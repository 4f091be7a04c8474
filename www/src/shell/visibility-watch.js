/** @file Watches whether an element is visible, in its document and in all surrounding documents. */

/** The minimum interval of the observer, ms. */
const OBSERVER_DELAY_MS = 100;

/**
 * Reports whether an element is visible, at first and after each change, until the returned function is called. An
 * element outside the window is invisible and, if the browser detects it, so is a covered or transparent one. Such
 * browsers also treat scaled-down elements as covered: until the element was reported visible once, the frames around
 * it are checked, and a pointer or focus in it proves that it is visible.
 * @param {HTMLElement} element
 * @param {Element} probe the observed part of it, which must not be covered
 * @param {(seen: boolean) => void} tell
 * @returns {() => void}
 */
export function watchVisibility(element, probe, tell) {
  if (typeof IntersectionObserver !== 'function') {
    tell(true);
    return () => undefined;
  }
  let [met, trusted] = [false, false];
  /** @type {(IntersectionObserverEntry & {isVisible?: boolean})|undefined} */
  let latest;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let again;
  /** Reports whether the embed is visible; without an observer of visibility, from the surrounding frames. */
  const reportVisibility = () => {
    clearTimeout(again);
    if (!latest?.isIntersecting) return tell(false);
    if (latest.isVisible !== false) {
      trusted ||= latest.isVisible === true;
      return tell(true);
    }
    tell(!trusted && (met || areFramesShown()));
    // No event reports that a surrounding frame is shown or hidden.
    if (!trusted && !met) again = setTimeout(reportVisibility, OBSERVER_DELAY_MS);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      latest = entries.at(-1);
      reportVisibility();
    },
    // Only some browsers support the second kind of observation; others ignore its options.
    /** @type {IntersectionObserverInit} */ ({ trackVisibility: true, delay: OBSERVER_DELAY_MS }),
  );
  observer.observe(probe);
  const meet = () => {
    met = true;
    reportVisibility();
  };
  const signs = ['pointerdown', 'pointermove', 'focusin', 'keydown'];
  for (const sign of signs) element.addEventListener(sign, meet, { once: true });
  return () => {
    clearTimeout(again);
    observer.disconnect();
    for (const sign of signs) element.removeEventListener(sign, meet);
  };
}

/** Whether all frames around this document are known to be visible; those of other origins are unknown. */
function areFramesShown() {
  for (let around = window; around !== around.top; around = /** @type {typeof window} */ (around.parent)) {
    try {
      if (!around.frameElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    } catch {
      return false;
    }
  }
  return true;
}
