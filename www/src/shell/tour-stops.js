/** @file The stops of the tour: elements and their explanations. */

/**
 * @typedef {object} Stop
 * @property {string} id
 * @property {string[]} at the path to the explained element, each one in the shadow root of the previous; the last
 *   visible one is used
 * @property {string} title
 * @property {string} text
 */

/** The stops, in their order; invisible ones are omitted. @type {readonly Stop[]} */
export const STOPS = [
  {
    id: 'question',
    at: ['chart-section', '.story'],
    title: 'The question',
    text: 'The answer appears here when the run has finished. “How good can it get?”, below the metrics, shows how far it is from the optimum.',
  },
  {
    id: 'chart',
    at: ['chart-section', 'gantt-stack', 'gantt-chart'],
    title: 'The schedule',
    text: 'Each bar is a job or task: its width is the runtime, its height the number of nodes. Click a bar to see why it started then.',
  },
  {
    id: 'decision',
    at: ['chart-section', 'decision-bar'],
    title: 'Decisions',
    text: 'The last scheduling decision before the playhead, with its reason and the numbers behind it.',
  },
  {
    id: 'player',
    at: ['gantt-player'],
    title: 'Playback',
    text: 'Play, pause, or step from decision to decision. Drag in the overview to move to any time.',
  },
  {
    id: 'controls',
    at: ['chart-section', 'quick-controls'],
    title: 'Change it',
    text: 'The most important settings. Change one, or click the die for a new seed: all runs restart at once.',
  },
  {
    id: 'rail',
    at: ['.rail'],
    title: 'Build your own',
    text: 'Edit the platform, the workload and the policies here. Drop a log or a workflow file anywhere on the page to run it.',
  },
  {
    id: 'lessons',
    at: ['[data-tour=lessons]'],
    title: 'Learn more',
    text: 'Lessons ask for your prediction first and then show the result. The glossary, behind the ? button, defines the terms.',
  },
];

/** Distance between the explained element and the card, and between the card and the edge of the window. */
export const GAP_PX = 10;

/**
 * The position of the card beside the explained element: below, above, right or left of it, where it fits; otherwise in
 * a corner of it.
 * @param {{left: number, top: number, right: number, bottom: number}} box box of the explained element
 * @param {{width: number, height: number}} card
 * @param {{width: number, height: number}} window
 * @returns {{left: number, top: number, covers: boolean}}
 */
export function placeCard(box, card, window) {
  const inside = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.min(Math.max(value, GAP_PX), Math.max(GAP_PX, most - GAP_PX));
  const left = inside(box.left, window.width - card.width);
  const top = inside(box.top, window.height - card.height);
  const ways = [
    { left, top: box.bottom + GAP_PX },
    { left, top: box.top - GAP_PX - card.height },
    { left: box.right + GAP_PX, top },
    { left: box.left - GAP_PX - card.width, top },
  ];
  const fits = ways.find(
    (way) => way.left >= 0 && way.top >= 0 && way.left + card.width <= window.width && way.top + card.height <= window.height,
  );
  if (fits) return { ...fits, covers: false };
  return {
    left: inside(box.right - card.width - GAP_PX, window.width - card.width),
    top: inside(box.bottom - card.height - GAP_PX, window.height - card.height),
    covers: true,
  };
}
