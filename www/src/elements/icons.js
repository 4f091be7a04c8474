/** @file The few outline icons of the parts: one stroke in the colour of the text, so they follow every theme. */
import { html, svg } from 'lit';

const SHAPES = {
  add: 'M12 5v14M5 12h14',
  remove: 'M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10.5 10.5v5.5M13.5 10.5v5.5',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  reset: 'M6 8a7.5 7.5 0 1 1-1.4 5.5M5 4v5h5',
  first: 'M17 6l-6 6 6 6M7 6v12',
  previous: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M7 6l6 6-6 6M17 6v12',
  up: 'M12 19V6M6 11.5 12 5.5l6 6',
  down: 'M12 5v13M6 12.5l6 6 6-6',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  download: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19h14',
  upload: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 19h14',
  link: 'M10 14a3.5 3.5 0 0 1 0-5l3-3a3.5 3.5 0 0 1 5 5l-1 1M14 10a3.5 3.5 0 0 1 0 5l-3 3a3.5 3.5 0 0 1-5-5l1-1',
  dice: 'M5 5h14v14H5zM8.7 8.7h.6v.6h-.6zM14.7 14.7h.6v.6h-.6zM11.7 11.7h.6v.6h-.6z',
  error: 'M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2zM9 9l6 6M15 9l-6 6',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.4h.01',
  note: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.6h.01',
  best: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
};

/** @typedef {keyof typeof SHAPES} IconName */

/**
 * An icon. It says nothing to a screen reader: what it stands beside, or the button's label, does.
 * @param {IconName} name
 */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${svg`<path d=${SHAPES[name]}></path>`}
  </svg>`;
}
