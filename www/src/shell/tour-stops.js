/** @file The stops of the tour: what each explains, and the sentence. */

/**
 * @typedef {object} Stop
 * @property {string} id
 * @property {string[]} at the elements on the way to what it explains, each in the shadow of the one before; the last that is seen counts
 * @property {string} title
 * @property {string} text
 */

/** The stops, in their order. What is not on screen is left out. @type {readonly Stop[]} */
export const STOPS = [
  { id: 'question', at: ['chart-section', '.story'], title: 'A question', text: 'What is asked, and what runs. What came out stands here as well, once you have seen it to its end.' },
  { id: 'chart', at: ['chart-section', 'gantt-stack', 'gantt-chart'], title: 'Who runs when', text: 'A bar is a job or a task: as wide as it runs, as high as the nodes it takes. Click one to read why it started then.' },
  { id: 'decision', at: ['chart-section', 'decision-bar'], title: 'Why', text: 'What was decided last before the playhead, with the numbers that decided it.' },
  { id: 'player', at: ['gantt-player'], title: 'Time', text: 'Play, pause, go from decision to decision. Drag in the overview to go anywhere.' },
  { id: 'controls', at: ['chart-section', 'quick-controls'], title: 'Change it', text: 'What changes most. Move it, or throw the die: all runs start again at once.' },
  { id: 'rail', at: ['.rail'], title: 'Build your own', text: 'Machines, work and policies are edited here. Drop a log or a workflow file anywhere on the page to run that.' },
  { id: 'lessons', at: ['[data-tour=lessons]'], title: 'Learn more', text: 'Lessons ask you first and show you then; what words mean stands in the glossary, behind the ? sign.' },
];

/** Pixels between what is explained and the card, and between the card and the edge of the window. */
export const GAP = 10;

/**
 * Where the card stands so that it does not cover what it explains: below, above, right or left of it, wherever there is room; in
 * a corner of what is larger than that.
 * @param {{left: number, top: number, right: number, bottom: number}} box of what is explained
 * @param {{width: number, height: number}} card
 * @param {{width: number, height: number}} window
 * @returns {{left: number, top: number, covers: boolean}}
 */
export function placeCard(box, card, window) {
  const inside = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, GAP), Math.max(GAP, most - GAP));
  const left = inside(box.left, window.width - card.width);
  const top = inside(box.top, window.height - card.height);
  const ways = [
    { left, top: box.bottom + GAP },
    { left, top: box.top - GAP - card.height },
    { left: box.right + GAP, top },
    { left: box.left - GAP - card.width, top },
  ];
  const fits = ways.find((way) => way.left >= 0 && way.top >= 0 && way.left + card.width <= window.width && way.top + card.height <= window.height);
  if (fits) return { ...fits, covers: false };
  return { left: inside(box.right - card.width - GAP, window.width - card.width), top: inside(box.bottom - card.height - GAP, window.height - card.height), covers: true };
}
