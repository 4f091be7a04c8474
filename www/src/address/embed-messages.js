/**
 * @file Messages between an embed and the page around it, by `postMessage`: `{ganttlet: 1, type, id}`. An embed sends
 * `ready` when it can receive messages. Each message has an answer with its `id`; after the first one, the embed also
 * sends events.
 */

/** The version of these messages. */
export const VERSION = 1;

/** The messages that an embed accepts. */
export const MESSAGES = /** @type {const} */ ([
  'ping',
  'state',
  'play',
  'pause',
  'step',
  'run',
  'seek',
  'window',
  'select',
  'set',
  'load',
  'metrics',
  'export',
]);
/** The events that an embed sends. */
export const EVENTS = /** @type {const} */ (['finished', 'changed', 'selected', 'resize', 'error']);

/** @typedef {Record<string, unknown>} Message a received message, its fields not checked */
/**
 * @typedef {Record<typeof MESSAGES[number], (message: Message) => object|Promise<object>>} Actions the action for each
 *   type of message, which returns the answer or fails with a readable error
 */

/** The reason why a message cannot be executed; other errors have the code `failed`. */
export class MessageError extends Error {
  /**
   * @param {string} code for programs
   * @param {string} text for people
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/**
 * Carries out a message of the embedding page and returns the answer.
 * @param {unknown} data
 * @param {() => Promise<Actions>} loadActions
 * @returns {Promise<object>|undefined} undefined for other data
 */
export function answerMessage(data, loadActions) {
  if (typeof data !== 'object' || data === null) return undefined;
  const message = /** @type {Message} */ (data);
  const { ganttlet, type, id } = message;
  if (ganttlet !== VERSION) return undefined;
  const asked = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  return executeMessage(type, message, loadActions).then(
    (answer) => ({ ganttlet: VERSION, ...asked, ...answer }),
    (error) => ({ ganttlet: VERSION, ...asked, ...errorMessage(error) }),
  );
}

/** @param {unknown} type @param {Message} message @param {() => Promise<Actions>} loadActions */
async function executeMessage(type, message, loadActions) {
  const known = MESSAGES.find((one) => one === type);
  if (known) return (await loadActions())[known](message);
  throw new MessageError('unknown-type', `unknown type ${JSON.stringify(type)?.slice(0, 60)}; known types: ${MESSAGES.join(', ')}`);
}

/** An error as a message. @param {unknown} error */
export function errorMessage(error) {
  // The engine's texts begin with their severity, which the type of the message already states.
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /u, '');
  return { type: 'error', code: error instanceof MessageError ? error.code : 'failed', message };
}

/** The message that an embed sends when it can receive messages, and as the answer to `ping`. */
export function readyMessage() {
  return { type: 'ready', messages: MESSAGES, events: EVENTS };
}

/**
 * Answers messages of the embedding page only, in order, until the returned function is called.
 * @param {(post: (message: object) => void) => Promise<Actions>} load the code for messages; called with the first one
 * @returns {() => void}
 */
export function listenToParent(load) {
  if (parent === window) return () => undefined;
  // The page around it may be of any origin; the messages contain only data that the embed shows anyway.
  const post = (/** @type {object} */ message) => parent.postMessage({ ganttlet: VERSION, ...message }, '*');
  /** @type {Promise<Actions>|undefined} */
  let actions;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /**
   * Answers one message of the surrounding page; answers are in the order of arrival, except that no message waits for
   * a run.
   */
  const receiveMessage = (/** @type {MessageEvent} */ { source, data }) => {
    if (source !== parent) return;
    last = last.then(() => {
      const answered = answerMessage(data, () => {
        actions ??= load(post).catch((error) => {
          actions = undefined;
          throw error;
        });
        return actions;
      })?.then(post);
      // Later messages do not wait for the end of a run.
      return data?.type === 'run' ? undefined : answered;
    });
  };
  window.addEventListener('message', receiveMessage);
  post(readyMessage());
  return () => window.removeEventListener('message', receiveMessage);
}
