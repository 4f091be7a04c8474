/**
 * @file A way to talk to code that runs beside the page: in a module worker, or on the main thread where none can start
 * (sandboxed frames have no origin of their own, and browsers refuse them workers).
 */

/**
 * @typedef {object} Port
 * @property {(message: any, transfer?: Transferable[]) => void} send
 * @property {() => void} close
 */

/**
 * Starts the worker; falls back to the main thread when it cannot start.
 * @param {() => Worker} makeWorker
 * @param {() => Promise<(post: (message: any) => void) => (message: any) => void>} loadLocal the same code, as a function of how it answers
 * @param {(message: any) => void} receive
 * @param {(error: Error) => void} fail the worker died after it had answered once
 * @returns {Port}
 */
export function openPort(makeWorker, loadLocal, receive, fail) {
  let open = true;
  /** @type {{message: any, transfer: Transferable[]}[]} */
  let waiting = [];
  /** @type {Port} */
  const port = { send: (message, transfer = []) => void waiting.push({ message, transfer }), close: () => void (open = false) };

  const runHere = async () => {
    const start = await loadLocal();
    const handle = start((message) => queueMicrotask(() => open && receive(message)));
    port.send = (message) => void setTimeout(() => open && handle(message));
    for (const { message } of waiting) port.send(message);
    waiting = [];
  };

  let worker;
  try {
    worker = makeWorker();
  } catch {
    runHere().catch(fail);
    return port;
  }
  const remote = worker;
  let answered = false;
  port.close = () => {
    open = false;
    remote.terminate();
  };
  // Until the worker has answered, what is sent is also kept: should it never start, the main thread takes over.
  port.send = (message, transfer = []) => {
    if (!answered) waiting.push({ message, transfer });
    remote.postMessage(message, answered ? transfer : []);
  };
  remote.onmessage = ({ data }) => {
    answered = true;
    waiting = [];
    if (open) receive(data);
  };
  remote.onerror = (event) => {
    event.preventDefault();
    if (!open) return;
    remote.terminate();
    if (answered) return fail(new Error(event.message || 'The worker stopped.'));
    port.close = () => void (open = false);
    port.send = (message, transfer = []) => void waiting.push({ message, transfer });
    runHere().catch(fail);
  };
  return port;
}
