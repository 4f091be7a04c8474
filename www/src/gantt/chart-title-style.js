/** @file The style of the label of a chart: a column beside it or, in narrow windows, a line above it. */

import { css } from 'lit';

export const chartTitleStyle = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 4px;
    min-height: 0;
    padding: 6px 0 4px 16px;
    overflow: hidden;
  }
  header {
    display: flex;
    align-items: baseline;
    gap: 8px;
    flex: none;
  }
  h2 {
    font-size: 0.875rem;
    font-weight: 650;
    line-height: 1.25;
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
    /** Numbers are below names of any length. */
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  svg.line {
    width: 26px;
    height: 8px;
    flex: none;
    align-self: center;
  }
  .stale {
    opacity: 0.45;
  }
  .spread {
    flex: 0 0 100%;
    margin: 0;
    font-weight: 400;
    white-space: normal;
  }
  .later {
    visibility: hidden;
  }
  /* The space of a strip before its code is loaded. */
  spread-strip:not(:defined) {
    display: block;
    padding-top: 10px;
    font-size: var(--text-note);
    line-height: 1.27;
  }
  spread-strip {
    font-size: var(--text-note);
    line-height: 1.27;
  }
  spread-strip[lined] {
    min-height: 1.5rem;
    box-sizing: border-box;
  }
  .started,
  .change {
    font-size: var(--text-note);
    line-height: 1.27;
  }
  /** Overflow goes into a second, invisible column, so that nothing is cut in half. */
  dl,
  .feet {
    flex: 0 1 auto;
    min-height: 0;
    display: flex;
    flex-flow: column wrap;
    gap: 0 16px;
    margin: 0;
    overflow: hidden;
    font-size: var(--text-small);
    line-height: calc(var(--text-small) * 1.17);
  }
  /** Below the results, if there is space for whole lines. */
  .feet {
    flex: 1 0 0;
  }
  .feet i {
    width: 100%;
    height: 0;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 6px;
    width: 100%;
    flex: none;
    /** The first one has no second column: only the lines that fit are shown. */
    max-height: max(1lh, round(down, 100% + 1px, 1lh));
    overflow: hidden;
  }
  dt {
    color: var(--ink-soft);
  }
  .hole::before {
    content: '';
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-right: 4px;
    border-radius: 1px;
    background: var(--hole);
  }
  dd {
    margin: 0 0 0 auto;
    font-weight: 600;
    white-space: nowrap;
  }
  .short {
    display: none;
  }
  .delta {
    flex-basis: 100%;
    text-align: right;
    font-size: var(--text-note);
    line-height: 1.27;
    font-weight: 400;
    color: var(--ink-soft);
  }
  .better {
    color: var(--good);
  }
  .foot {
    flex: none;
    width: 100%;
    margin: 0 0 2px;
    font-size: var(--text-note);
    line-height: 1.27;
    color: var(--ink-soft);
  }
  @media (width < 900px) {
    :host {
      flex-direction: row;
      align-items: center;
      gap: 8px;
      min-height: 24px;
      padding: 2px 12px;
      white-space: nowrap;
    }
    header {
      flex: 0 1 auto;
      min-width: 0;
    }
    h2 {
      font-size: inherit;
      display: block;
      text-overflow: ellipsis;
    }
    dl {
      flex: 1 0 0;
      flex-flow: row wrap;
      justify-content: flex-end;
      height: 1rem;
      min-width: 9.5rem;
      container-type: inline-size;
    }
    /** The number is more important than its name, which is truncated first. */
    dt {
      max-width: calc(100cqw - 6rem);
      overflow: hidden;
      white-space: nowrap;
      text-overflow: ellipsis;
    }
    @container (width < 15rem) {
      .long {
        display: none;
      }
      .short {
        display: inline;
      }
    }
    /** Overflow goes into a second, invisible line: first a difference, then further values. */
    dl div {
      width: auto;
      max-width: 100%;
      height: 1rem;
      max-height: none;
      overflow: hidden;
      justify-content: flex-end;
    }
    .delta {
      flex-basis: auto;
      line-height: 1rem;
    }
    .feet {
      display: none;
    }
    .range {
      font-size: var(--text-note);
      color: var(--ink-soft);
    }
    .wide {
      flex: 0 0 100%;
      min-height: 1.5rem;
    }
    :host {
      flex-wrap: wrap;
    }
  }
`;
