/** @file The style of a chart: its title, the names of its rows, and its pictures. */

import { css } from 'lit';

export const chartStyle = css`
  :host {
    display: grid;
    /* Parts above the rows do not reduce the height of the rows. */
    grid-template: auto auto minmax(70px, 1fr) / var(--side) var(--bands) minmax(0, 1fr);
    min-height: 0;
    position: relative;
  }
  chart-title {
    grid-area: 1 / 1 / -1 / 2;
    border-top: 1px solid var(--line);
    /** Its numbers use the space of the rows without requesting any. */
    contain: size;
  }
  .strips {
    grid-area: 2 / 2 / 3 / 4;
    display: grid;
    grid-template-columns: var(--bands) minmax(0, 1fr);
  }
  .strip-name {
    padding-left: 8px;
    border: 1px solid var(--line);
    border-width: 1px 1px 0 0;
    overflow: hidden;
    color: var(--ink-soft);
    font-size: var(--text-small);
    line-height: 16px;
  }
  @media (max-width: 480px) {
    .strip-name {
      padding-left: 2px;
      font-size: 10px;
    }
  }
  .gutter,
  .surface {
    grid-row: 3;
  }
  .gutter {
    grid-column: 2;
    position: relative;
    overflow: hidden;
    border-right: 1px solid var(--line);
    border-top: 1px solid var(--line);
    font-size: var(--text-small);
    line-height: 1.25;
  }
  .surface {
    grid-column: 3;
    position: relative;
    overflow: hidden;
    cursor: crosshair;
    border-top: 1px solid var(--line);
    background: var(--surface);
    touch-action: none;
    user-select: none;
    -webkit-user-select: none;
  }
  /* In the margin of the title, before the name. */
  .fold {
    grid-area: 1 / 1 / -1 / 2;
    place-self: start;
    z-index: 1;
    --control: 16px;
    width: 16px;
    margin-top: 7px;
    padding: 0;
  }
  .fold[aria-expanded] {
    color: var(--ink-soft);
    background: none;
  }
  :host([folded]) {
    grid-template-rows: 0 0 72px;
  }
  :host([folded]) .strips {
    display: none;
  }
  :host([folded]) .surface {
    cursor: pointer;
  }
  /** The widest frame is below the last one. */
  .surface {
    isolation: isolate;
  }
  canvas:last-of-type {
    z-index: -1;
    visibility: hidden;
  }
  canvas {
    transform-origin: 0 0;
  }
  .surface.fitted {
    touch-action: pan-y;
  }
  .surface:focus-visible {
    outline-offset: -2px;
  }
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
  @media (width < 700px) {
    :host {
      grid-template-rows: auto auto minmax(70px, var(--most-rows, 1fr));
    }
  }
  @media (width < 900px) {
    chart-title {
      grid-area: 1 / 1 / 2 / 4;
      contain: none;
    }
    :host([folded]) {
      grid-template-rows: auto 0 72px;
    }
    .fold {
      grid-area: 3 / 3;
      place-self: start end;
      --control: 24px;
      width: 24px;
      margin: 0;
    }
  }
  /**
   * Beside the list of bars, which contains nothing else. Only the buttons here receive the pointer, otherwise the list
   * does.
   */
  .empty {
    grid-area: 3 / 3;
    z-index: 1;
    pointer-events: none;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 8px;
    text-align: center;
    color: var(--ink-soft);
    padding: 8px;
    background: color-mix(in srgb, var(--surface) 85%, transparent);
  }
  .empty button {
    pointer-events: auto;
  }
`;
