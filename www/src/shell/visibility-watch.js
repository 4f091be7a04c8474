/** @file Whether an element can be seen: in its document, and in all documents around that. */

/** How often at most a browser looks, ms: the least that it allows. */
const LOOK_MS = 100;

/**
 * Tells whether an element can be seen, at first and with every change, until the returned function is called. What is out of
 * the window is not seen; where the browser can tell, neither is what is covered or transparent. A browser that can takes all
 * that is scaled down for covered, too: until it has once called the element visible, the frames around it are asked if they may be,
 * and who points at the element, or has the focus in it, sees it.
 * @param {HTMLElement} element
 * @param {Element} probe the part of it that is looked at: nothing may lie over it
 * @param {(seen: boolean) => void} tell
 * @returns {() => void}
 */
export function whenSeen(element, probe, tell) {
  if (typeof IntersectionObserver !== 'function') {
    tell(true);
    return () => undefined;
  }
  let [met, trusted] = [false, false];
  /** @type {(IntersectionObserverEntry & {isVisible?: boolean})|undefined} */
  let latest;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let again;
  const say = () => {
    clearTimeout(again);
    if (!latest?.isIntersecting) return tell(false);
    if (latest.isVisible !== false) {
      trusted ||= latest.isVisible === true;
      return tell(true);
    }
    tell(!trusted && (met || framesShow()));
    // Nothing says when a frame around is shown or hidden.
    if (!trusted && !met) again = setTimeout(say, LOOK_MS);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      latest = entries.at(-1);
      say();
    },
    // Only some browsers know the second way of looking; the others pass over what asks for it.
    /** @type {IntersectionObserverInit} */ ({ trackVisibility: true, delay: LOOK_MS }),
  );
  observer.observe(probe);
  const meet = () => {
    met = true;
    say();
  };
  const signs = ['pointerdown', 'pointermove', 'focusin', 'keydown'];
  for (const sign of signs) element.addEventListener(sign, meet, { once: true });
  return () => {
    clearTimeout(again);
    observer.disconnect();
    for (const sign of signs) element.removeEventListener(sign, meet);
  };
}

/** Whether the frames around this document are all known to be shown: those of other origins say nothing. */
function framesShow() {
  for (let around = window; around !== around.top; around = /** @type {typeof window} */ (around.parent)) {
    try {
      if (!around.frameElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    } catch {
      return false;
    }
  }
  return true;
}
