/** @file A square for each verdict, with its own shape and colour. */

import { css, svg } from 'lit';

/** @import { VerdictClass } from './verdict-layout.js' */

/**
 * The drawing on top of each square, which is 11 units wide.
 * @type {Record<VerdictClass, import('lit').TemplateResult|undefined>}
 */
const SHAPES = {
  held: undefined,
  'held-in-part': svg`<path class="part" d="M.5 .5H10.5L.5 10.5Z"></path>`,
  'direction-only': svg`<path class="line" d="M3 5.5H8"></path>`,
  'not-held': svg`<path class="cross" d="M3.4 3.4l4.2 4.2M7.6 3.4l-4.2 4.2"></path>`,
  undecided: svg`<path class="hatch" d="M.5 4.5l4-4M.5 10.5l10-10M6.5 10.5l4-4"></path>`,
  'by-construction': undefined,
  'missed-fits': svg`<path class="miss" d="M3.4 3.4l4.2 4.2M7.6 3.4l-4.2 4.2"></path>`,
};

/** The square of a verdict. @param {VerdictClass} verdict */
export function verdictMark(verdict) {
  return svg`<svg class="mark ${verdict}" viewBox="0 0 11 11" aria-hidden="true"><rect x=".5" y=".5" width="10" height="10"></rect>${SHAPES[verdict]}</svg>`;
}

/** The bar of totals. */
export const barStyle = css`
  .bar {
    display: flex;
    gap: 1px;
    height: 16px;
    print-color-adjust: exact;
  }
  .bar i {
    min-width: 2px;
    border: 1px solid transparent;
  }
  .bar .held {
    background: var(--held);
  }
  .bar .by-construction {
    background: var(--held-soft);
    border-color: var(--held);
  }
  .bar .held-in-part {
    background: repeating-linear-gradient(135deg, var(--held) 0 5px, var(--paper) 5px 10px);
    border-color: var(--fault);
  }
  .bar .direction-only {
    background: var(--fault-soft);
    border-color: var(--fault);
  }
  .bar .undecided {
    background: repeating-linear-gradient(135deg, var(--edge) 0 1px, var(--paper) 1px 5px);
    border-color: var(--edge);
  }
  .bar .not-held {
    background: var(--fault);
  }
  .bar .missed-fits {
    background: repeating-linear-gradient(45deg, var(--held-soft) 0 4px, var(--fault) 4px 6px);
    border-color: var(--fault);
  }
`;

/** Colours of verdicts, on squares and in bars. */
export const markStyle = css`
  :host {
    --held: light-dark(#23836b, #3fae91);
    --held-soft: light-dark(#dcefe9, #1c3a33);
    --fault: light-dark(#7e4a12, #e0a55e);
    --fault-soft: light-dark(#f7ebdd, #35291b);
    --fault-ink: light-dark(#ffffff, #1a1208);
  }
  .mark {
    display: block;
    width: 11px;
    height: 11px;
    flex: none;
    overflow: visible;
  }
  .mark rect {
    fill: var(--paper);
    stroke: var(--edge);
    stroke-width: 1;
  }
  .mark path {
    fill: none;
    stroke: var(--edge);
    stroke-width: 1;
  }
  .mark.held rect {
    fill: var(--held);
    stroke: var(--held);
  }
  .mark.by-construction rect {
    fill: var(--held-soft);
    stroke: var(--held);
  }
  .mark.held-in-part rect {
    stroke: var(--fault);
  }
  .mark .part {
    fill: var(--held);
    stroke: none;
  }
  .mark.direction-only rect {
    fill: var(--fault-soft);
    stroke: var(--fault);
  }
  .mark .line {
    stroke: var(--fault);
    stroke-width: 1.5;
  }
  .mark.not-held rect {
    fill: var(--fault);
    stroke: var(--fault);
  }
  .mark.missed-fits rect {
    fill: var(--held-soft);
    stroke: var(--fault);
  }
  .mark .miss {
    stroke: var(--fault);
    stroke-width: 1.5;
  }
  .mark .cross {
    stroke: var(--fault-ink);
    stroke-width: 1.5;
  }
`;
