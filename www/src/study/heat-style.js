/** @file The style of heat maps and their legend. */

import { css } from 'lit';

export const heatStyle = css`
  .heat {
    display: grid;
    gap: 2px;
    margin: 2px 0 10px;
  }
  .heat button {
    min-width: 0;
    min-height: 34px;
    padding: 0;
    border: 0;
    border-radius: 0;
    font-size: var(--text-small);
    font-variant-numeric: tabular-nums;
    color: var(--ink);
  }
  :is(.heat, .means) button[aria-pressed='true'] {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .heat .axis {
    text-align: center;
    font-size: 11px;
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
    overflow: hidden;
  }
  .open,
  .heat button.open:hover {
    background: repeating-linear-gradient(135deg, var(--paper) 0 3px, var(--hover) 3px 5px);
  }
  .heat button.none,
  .heat button.untested,
  .swatch.none {
    background: var(--sunken);
  }
  /** The heat map: larger values have more contrast with the paper. */
  .worse.s0 { background: light-dark(#f7ebdd, #2c2318); }
  .worse.s1 { background: light-dark(#f0d9bc, #43321c); }
  .worse.s2 { background: light-dark(#e3bc8b, #634619); }
  .worse.s3 { background: light-dark(#8f5a1e, #e0a55e); }
  .worse.s4 { background: light-dark(#7e4a12, #f0c48e); }
  .better.s0 { background: light-dark(#dcefe9, #172b27); }
  .better.s1 { background: light-dark(#a9d6c8, #1d4439); }
  .better.s2 { background: light-dark(#1c7460, #5ccba8); }
  .better.s3 { background: light-dark(#0b5b47, #94e2c8); }
  .heat button:is(.worse.s3, .worse.s4, .better.s2, .better.s3) {
    color: light-dark(#ffffff, #14161a);
  }
  .swatch {
    display: inline-block;
    width: 22px;
    height: 12px;
    vertical-align: -1px;
  }
`;
