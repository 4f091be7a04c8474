/** @file The outline icons of the page: 24 units square, one stroke in the text colour. */

import { html, svg } from 'lit';

const SHAPES = {
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  restart: 'M5 4v5h5M6 8.5a7.5 7.5 0 1 1-1.4 5',
  previous: 'M17 6l-8 6 8 6zM6 6v12',
  next: 'M7 6l8 6-8 6zM18 6v12',
  decision: 'M4 6l6 6-6 6M12 8l4-4 4 4-4 4zM16 12v8',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  remove: 'M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10.5 10.5v5.5M13.5 10.5v5.5',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  region: 'M4 8V4h4M11 4h3M17 4h3v4M20 11v3M20 17v3h-3M14 20h-3M8 20H4v-3M4 14v-3',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  search: 'M10.5 5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M15 15l5 5',
  close: 'M6 6l12 12M18 6L6 18',
  first: 'M17 6l-6 6 6 6M7 6v12',
  last: 'M7 6l6 6-6 6M17 6v12',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  lesson: 'M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5zM12 6.5v13',
  study: 'M4 19h16M4 5v14M7 15.5l4-3.5 3 1.5 5-7M7 12.5h.01M11 8.5h.01M14 10h.01M18.5 11h.01',
  papers: 'M6 3.5h9l3 3v14H6zM15 3.5v3h3M9 15l2.5-3 2 1.5L16 10M9 18h7M9 8h3',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  dice: 'M5 5h14v14H5zM8.7 8.7h.6v.6h-.6zM14.7 14.7h.6v.6h-.6zM11.7 11.7h.6v.6h-.6z',
  link: 'M10 14a3.5 3.5 0 0 1 0-5l3-3a3.5 3.5 0 0 1 5 5l-1 1M14 10a3.5 3.5 0 0 1 0 5l-3 3a3.5 3.5 0 0 1-5-5l1-1',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  gallery: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  export: 'M12 4v11M8 11l4 4 4-4M5 19h14',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 19h14',
  light: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  dark: 'M19 14.5A7.5 7.5 0 0 1 9.5 5 7.5 7.5 0 1 0 19 14.5z',
  projector: 'M4 8h16v8H4zM14 12a2 2 0 1 1 4 0 2 2 0 0 1-4 0M6.5 11h3M7 16v2M17 16v2',
  auto: 'M12 4a8 8 0 1 1 0 16zM12 4a8 8 0 0 0 0 16',
  help: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M9.6 9.6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1 1-1.1 1.8M12 16.6h.01',
  grid: 'M4 5h16v5H4zM4 14h16v5H4zM7 7.5h.01M7 16.5h.01M11 7.5h6M11 16.5h6',
  workload: 'M4 6h9v3H4zM8 11h12v3H8zM6 16h7v3H6z',
  policy: 'M12 4v5M12 9H6v4M12 9h6v4M4 13h4v4H4zM16 13h4v4h-4z',
  json: 'M9 5c-2 0-2 1-2 3s0 3-2 4c2 1 2 2 2 4s0 3 2 3M15 5c2 0 2 1 2 3s0 3 2 4c-2 1-2 2-2 4s0 3-2 3',
  undo: 'M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-2',
  redo: 'M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h2',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  part: 'M3.5 12.5l4 4L14.5 8M16.5 17h4',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.4h.01',
  error: 'M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM9 9l6 6M15 9l-6 6',
  undecided: 'M4 9.5c2.7-2.7 5.3-2.7 8 0s5.3 2.7 8 0M4 15.5c2.7-2.7 5.3-2.7 8 0s5.3 2.7 8 0',
  equal: 'M5 9.5h14M5 15h14',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.6h.01',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M12 17v-6M9 13.5l3-3 3 3',
  open: 'M13 5h6v6M19 5l-8 8M10 6H5v13h13v-5',
  morph: 'M4 5h8v4H4zM12 15h8v4h-8zM15 7h2.5v4.5M15.3 9.5l2.2 2.2 2.2-2.2',
  board: 'M3.5 20h17M4.5 14h7v6M14 16h5v4M8 4h7v5H8zM11.5 9v2.5M10 10.5l1.5 1.5 1.5-1.5',
  follow: 'M4 12h10M10 8l4 4-4 4M19 5v14',
};

/** @typedef {keyof typeof SHAPES} IconName */

/**
 * An icon of one path.
 * @param {string} path in a square of 24 units
 */
export function pathIcon(path) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${svg`<path d=${path}></path>`}</svg>`;
}

/**
 * An icon; screen readers ignore it, since the control has a label.
 * @param {IconName} name
 */
export function icon(name) {
  return pathIcon(SHAPES[name]);
}
