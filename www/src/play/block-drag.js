/** @file A block of a waiting job, dragged onto the chart. */

/** Minimum movement of a drag, px. */
const DRAG_PX = 8;

/**
 * A dragged block; over: whether it is over the chart.
 * @typedef {{number: number, x: number, y: number, over: boolean}} Drag
 */

/**
 * Follows a pressed block until it is released.
 * @param {PointerEvent} event
 * @param {number} number of the job
 * @param {{chart: () => Element|null, move: (drag: Drag|undefined) => void, drop: () => void}} actions move: shows the
 *   block; drop: called on a release over the chart
 */
export function dragBlock(event, number, { chart, move, drop }) {
  const block = /** @type {HTMLElement} */ (event.currentTarget);
  const [x, y] = [event.clientX, event.clientY];
  /** @type {Drag|undefined} */
  let drag;
  const isOverChart = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const box = chart()?.getBoundingClientRect();
    return box !== undefined && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  };
  const follow = (/** @type {PointerEvent} */ moved) => {
    if (!drag && Math.hypot(moved.clientX - x, moved.clientY - y) < DRAG_PX) return;
    drag = { number, x: moved.clientX, y: moved.clientY, over: isOverChart(moved) };
    move(drag);
  };
  const end = (/** @type {PointerEvent} */ released) => {
    block.removeEventListener('pointermove', follow);
    block.removeEventListener('pointerup', end);
    block.removeEventListener('pointercancel', end);
    const dropped = drag !== undefined && released.type === 'pointerup' && isOverChart(released);
    move(undefined);
    if (dropped) drop();
  };
  block.setPointerCapture(event.pointerId);
  block.addEventListener('pointermove', follow);
  block.addEventListener('pointerup', end);
  block.addEventListener('pointercancel', end);
}
