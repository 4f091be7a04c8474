/** @file Styles of `<play-dialog>`. */

import { css } from 'lit';

export const playStyle = css`
  dialog {
    width: min(1440px, calc(100vw - 24px));
    height: calc(100dvh - 24px);
    max-height: none;
  }
  .boards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
    gap: 8px;
    padding: 0;
    list-style: none;
  }
  .boards button {
    display: block;
    white-space: normal;
    width: 100%;
    height: auto;
    padding: 12px;
    text-align: left;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .boards b,
  .boards span {
    display: block;
  }
  .game {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 300px;
    gap: 16px 24px;
    align-items: start;
  }
  h3 {
    margin: 12px 0 4px;
    font-size: var(--text);
  }
  .decision {
    min-height: 44px;
    margin: 8px 0;
    font-size: 0.9375rem;
    line-height: 1.45;
  }
  svg {
    display: block;
    outline: 1px solid var(--line);
    background: var(--sunken);
    touch-action: pan-y;
  }
  svg text {
    font-size: 11px;
    fill: var(--ink);
  }
  .tick line {
    stroke: var(--line);
  }
  .past {
    fill: var(--paper);
  }
  .bar {
    fill: color-mix(in srgb, var(--work) 45%, var(--paper));
    stroke: var(--work);
    stroke-width: 0.5;
  }
  .request {
    fill: none;
    stroke: var(--work);
    stroke-dasharray: 3 2;
  }
  .ghost {
    fill: color-mix(in srgb, var(--accent) 18%, transparent);
    stroke: var(--accent);
    stroke-width: 1.5;
    stroke-dasharray: 5 3;
  }
  .now {
    stroke: var(--accent);
    stroke-width: 1.5;
  }
  .drop {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  .tray {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px;
    min-height: 64px;
    position: relative;
    margin: 0;
    padding: 4px 0;
  }
  .tray [role="option"] {
    position: relative;
    flex: none;
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    gap: 4px;
    padding: 4px;
    border-radius: var(--radius);
    font-size: var(--text-small);
    touch-action: none;
    cursor: grab;
  }
  .tray [role="option"][aria-selected="true"] {
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  .tray [role="option"]:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .places [role="option"] {
    min-width: 96px;
    border: 1px solid var(--line);
    background: var(--surface);
    cursor: pointer;
  }
  .places [aria-disabled="true"] {
    opacity: 0.6;
    cursor: default;
  }
  .cluster line {
    stroke: var(--line-strong, var(--ink-soft));
  }
  .cluster text {
    fill: var(--ink-soft);
  }
  .result {
    width: 100%;
    border-collapse: collapse;
  }
  .result th[scope="row"] {
    font-weight: 400;
    text-align: left;
  }
  .result td,
  .result th[scope="col"] {
    padding: 2px 0 2px 8px;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .block {
    display: block;
    min-width: 6px;
    min-height: 4px;
    border-radius: 2px;
    border: 1px solid var(--work);
    background: color-mix(in srgb, var(--work) 45%, var(--paper));
  }
  .held {
    opacity: 0.4;
  }
  .fits {
    color: var(--good);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .score {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 2px 12px;
    margin: 0;
  }
  .score dt {
    color: var(--ink-soft);
  }
  .score dd {
    margin: 0;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .stars {
    margin: 4px 0;
    font-size: 1.75rem;
    letter-spacing: 4px;
    color: var(--accent);
  }
  .losses {
    padding-left: 20px;
    line-height: 1.45;
  }
  .good {
    color: var(--good);
  }
  .drag {
    position: fixed;
    z-index: 2;
    pointer-events: none;
    opacity: 0.8;
  }
  @media (pointer: coarse) {
    .key {
      display: none;
    }
    .tray ~ .buttons {
      gap: 6px;
    }
    .tray ~ .buttons button {
      padding-inline: 10px;
    }
  }
  @media (width < 760px) {
    .game {
      grid-template-columns: minmax(0, 1fr);
    }
    .body {
      padding: 8px 10px 16px;
    }
    .tray {
      flex-wrap: nowrap;
      overflow-x: auto;
    }
    .side {
      display: contents;
    }
  }
`;
