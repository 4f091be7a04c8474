/**
 * @file What an embed and the page around it tell each other, by `postMessage`: `{ganttlet: 1, type, id}`. An embed says `ready` when
 * it can be spoken to; it answers `ping` with `ready`, and `play`, `pause` and `seek` with `state`. Answers carry the `id` of the
 * question. What is not known is not answered.
 */

/** The version of these messages. */
const VERSION = 1;

/**
 * @typedef {object} Player what an embed can be asked to do
 * @property {() => void} play
 * @property {() => void} pause
 * @property {(time_s: number) => void} seek
 * @property {() => {t: number, end: number, running: boolean, complete: boolean}} state times in seconds
 */

/**
 * Carries out a message of the embedding page and returns the answer.
 * @param {unknown} data
 * @param {Player} player
 * @returns {object|undefined} nothing for what is no message of ours
 */
export function handleMessage(data, player) {
  if (typeof data !== 'object' || data === null) return undefined;
  const { ganttlet, type, id, t } = /** @type {Record<string, unknown>} */ (data);
  if (ganttlet !== VERSION) return undefined;
  const asked = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const error = (/** @type {string} */ message) => ({ ganttlet: VERSION, type: 'error', ...asked, message });
  if (type === 'ping') return { ...readyMessage(), ...asked };
  if (type === 'seek' && !(typeof t === 'number' && Number.isFinite(t) && t >= 0))
    return error('seek requires t, a time in seconds, at least 0');
  if (type === 'play') player.play();
  else if (type === 'pause') player.pause();
  else if (type === 'seek') player.seek(/** @type {number} */ (t));
  else if (type !== 'state') return undefined;
  return { ganttlet: VERSION, type: 'state', ...asked, ...player.state() };
}

/** The message that an embed sends when it can receive messages, and as the answer to `ping`. */
function readyMessage() {
  return { ganttlet: VERSION, type: 'ready', messages: ['ping', 'play', 'pause', 'seek', 'state'] };
}

/**
 * Answers messages of the embedding page, and of no other, until the returned function is called.
 * @param {Player} player
 * @returns {() => void}
 */
export function listenToParent(player) {
  if (parent === window) return () => undefined;
  const hear = (/** @type {MessageEvent} */ { source, data }) => {
    if (source !== parent) return;
    const answer = handleMessage(data, player);
    // Who embeds may be of any origin; what is told is on screen there anyway.
    if (answer) parent.postMessage(answer, '*');
  };
  window.addEventListener('message', hear);
  parent.postMessage(readyMessage(), '*');
  return () => window.removeEventListener('message', hear);
}
