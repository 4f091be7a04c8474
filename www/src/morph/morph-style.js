/** @file The style of the morph. */

import { css } from 'lit';

export const morphStyle = css`
  :host {
    display: block;
  }
  .switch {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 24px;
    min-height: 60px;
    padding: 4px 16px;
    border-bottom: 1px solid var(--line);
  }
  .name {
    width: calc(var(--gutter) - 40px);
  }
  h2 {
    margin: 0;
    font-size: var(--text);
  }
  .name button {
    min-height: 20px;
    padding: 0;
    text-decoration: underline;
  }
  .track {
    position: relative;
    flex: none;
    width: calc(var(--stops) * 192px + 22px);
    max-width: 100%;
  }
  input[type='range'] {
    width: 100%;
    min-height: max(22px, var(--control));
    margin: 0;
    accent-color: var(--accent);
    cursor: ew-resize;
  }
  .stops {
    display: flex;
    justify-content: space-between;
  }
  .stops button {
    min-height: 24px;
    max-width: 180px;
    padding: 0 4px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .stops button[aria-pressed='true'] {
    font-weight: 600;
  }
  .words {
    flex: 1 1 22em;
    min-width: 0;
  }
  p {
    margin: 0;
  }
  .words p:first-child {
    font-weight: 600;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    padding: 4px 16px;
    border-bottom: 1px solid var(--line);
  }
  .tools label {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .room {
    flex: 1;
  }
  .pane {
    display: grid;
    grid-template-columns: var(--gutter) minmax(0, 1fr);
  }
  .side {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 8px 24px 8px 16px;
  }
  dl {
    margin: 0;
    display: grid;
    gap: 6px;
  }
  dt {
    color: var(--ink-soft);
    font-size: var(--text-small);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
  dd span {
    display: block;
  }
  .good {
    color: var(--good);
    font-size: var(--text-small);
    font-weight: 600;
  }
  .change {
    color: var(--ink-soft);
    font-size: var(--text-small);
    font-weight: 400;
  }
  .note {
    color: var(--ink-soft);
    font-size: var(--text-small);
  }
  .ruler {
    position: relative;
    height: 24px;
    font-size: var(--text-small);
    color: var(--ink-soft);
    overflow: hidden;
  }
  .ruler span {
    position: absolute;
    padding-left: 4px;
    border-left: 1px solid var(--line);
    line-height: 24px;
    white-space: nowrap;
  }
  canvas {
    display: block;
    width: 100%;
    touch-action: pan-y;
    cursor: ew-resize;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    padding: 4px 16px 4px var(--gutter);
    font-size: var(--text-small);
    color: var(--ink-soft);
    background: var(--sunken);
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .legend i {
    width: 18px;
    height: 10px;
    border: 1px solid var(--edge);
  }
  .legend .left {
    border-style: dashed;
  }
  .legend .moving {
    border: 1.5px solid var(--ink);
  }
  .legend .idle {
    background: var(--hole);
    border: 0;
  }
  .dots {
    border-top: 1px solid var(--line);
  }
  svg[role='img'] {
    display: block;
    overflow: visible;
    margin-top: 8px;
    font-size: 11px;
    fill: var(--ink-soft);
  }
  line {
    stroke: var(--edge);
  }
  circle {
    fill: var(--paper);
    stroke: var(--ink);
    stroke-width: 1.25px;
  }
  circle.placed {
    fill: var(--ink);
  }
  circle.moving {
    fill: var(--accent);
    stroke: var(--accent);
  }
  .empty {
    padding: 48px 16px;
    text-align: center;
  }
  @media (width < 900px) {
    .pane {
      grid-template-columns: minmax(0, 1fr);
    }
    .side {
      order: 1;
      padding: 8px 16px;
    }
    .legend {
      padding-left: 16px;
    }
    .name {
      width: auto;
    }
    .track {
      width: 100%;
    }
  }
`;
