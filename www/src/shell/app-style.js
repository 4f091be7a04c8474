/** @file The layout of the page on all sizes of screens. */

import { css } from 'lit';

export const appStyle = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
    height: 100dvh;
    /* Not hidden: a focused element outside would scroll the page. */
    overflow: clip;
  }
  header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: var(--bar);
    padding: 0 8px 0 14px;
    border-bottom: 1px solid var(--line);
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 0 12px 0 0;
    font-size: 1rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  .skip {
    position: fixed;
    z-index: 70;
    background: var(--paper);
  }
  .skip:not(:focus) {
    left: -999px;
  }
  .mark {
    display: grid;
    gap: 2px;
    width: 18px;
  }
  .mark i {
    height: 4px;
    border-radius: 1px;
    background: var(--accent);
  }
  .mark i:nth-child(1) {
    width: 60%;
  }
  .mark i:nth-child(2) {
    margin-left: 30%;
    background: var(--variant-2);
  }
  .mark i:nth-child(3) {
    width: 45%;
    margin-left: 15%;
    background: var(--variant-3);
  }
  .title {
    flex: 0 1 auto;
    min-width: 0;
    padding-inline: 4px;
  }
  .title .icon {
    width: 14px;
  }
  .name {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .room {
    flex: 1;
  }
  .edged {
    margin-left: 4px;
    border-color: var(--line);
  }
  .theme {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    flex: none;
    gap: 6px;
    min-width: var(--control);
    height: var(--control);
    border-radius: var(--radius);
  }
  .theme:hover {
    background: var(--hover);
  }
  .theme:focus-within {
    outline: 2px solid var(--accent);
  }
  .theme select {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .menu-only {
    display: none;
  }
  #menu {
    inset: var(--bar) auto auto 4px;
    min-width: 220px;
    margin: 0;
    padding: 8px;
    border: 1px solid var(--edge);
    border-radius: 6px;
    background: var(--paper);
    color: var(--ink);
    box-shadow: var(--shadow);
  }
  #menu:popover-open {
    display: grid;
    gap: 4px;
  }
  #menu > * {
    justify-content: flex-start;
    margin: 0;
    padding-inline: 8px;
  }
  #menu .menu-only {
    display: inline;
  }
  #exports {
    position: fixed;
    inset: calc(var(--bar) + 4px) 8px auto auto;
    width: min(380px, calc(100vw - 16px));
    max-height: calc(100dvh - var(--bar) - 16px);
    overflow: auto;
    padding: 16px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--paper);
    color: var(--ink);
    box-shadow: var(--shadow);
  }
  study-view,
  .absent {
    grid-row: 2 / -1;
    min-height: 0;
    padding: 16px;
  }
  .body {
    --panel: 336px;
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / var(--rail) minmax(0, 1fr);
    min-height: 0;
  }
  .body.roomy {
    --panel: clamp(336px, 26vw, 620px);
  }
  .body.with-panel {
    grid-template-columns: var(--rail) var(--panel) minmax(0, 1fr);
  }
  .rail {
    display: flex;
    flex-direction: column;
    border-right: 1px solid var(--line);
    padding-top: 4px;
  }
  .rail button {
    flex-direction: column;
    gap: 3px;
    padding: 8px 0 6px;
    border-radius: 0;
    font-size: var(--text-note);
    min-height: 56px;
    border: 0;
    border-left: 2px solid transparent;
  }
  .rail button[aria-expanded='true'] {
    border-left-color: var(--accent);
  }
  .panel,
  aside {
    overflow: auto;
    overscroll-behavior: contain;
  }
  .panel {
    border-right: 1px solid var(--line);
    padding: 12px 16px 24px;
  }
  /** Statistics of a region cover the charts, so that the region does not move. */
  aside {
    position: absolute;
    inset: 0 0 0 auto;
    width: min(336px, 100% - var(--rail));
    border-left: 1px solid var(--line);
    background: var(--paper);
    box-shadow: var(--shadow);
    z-index: 10;
  }
  /* Details of a job are beside the charts, where they cover no bars. */
  @media (width >= 1100px) {
    .body.with-details {
      grid-template-columns: var(--rail) minmax(0, 1fr) 336px;
    }
    .body.with-panel.with-details {
      grid-template-columns: var(--rail) var(--panel) minmax(0, 1fr) 336px;
    }
    .with-details aside {
      position: static;
      width: auto;
      box-shadow: none;
    }
  }
  aside.left {
    inset: 0 auto 0 var(--rail);
    border: 0;
    border-right: 1px solid var(--line);
  }
  main {
    overflow: auto;
    container-type: size;
    min-width: 0;
  }
  /** The charts leave space for two plots; the third plot and the numbers are below. */
  chart-section {
    min-height: max(360px, 100cqh - 150px);
  }
  plot-stack {
    --plot: var(--plot-low, 74px);
  }
  @media (height >= 1000px) {
    chart-section {
      min-height: 80cqh;
    }
    plot-stack {
      --plot: 9cqh;
    }
  }
  .below {
    border-top: 1px solid var(--line);
  }
  .numbers {
    display: flex;
    flex-wrap: wrap;
    gap: 24px;
    padding: 16px 12px 32px;
    border-top: 1px solid var(--line);
  }
  .numbers > * {
    flex: 1 1 420px;
    min-width: 0;
    max-width: 100%;
  }
  /** The table is as wide as its columns need, and fills a line if the plot does not fit beside it. */
  .numbers > metric-table {
    flex-basis: max(420px, var(--needed, 0px));
  }

  /** Only published experiments are printed directly; charts have a print page. */
  @media print {
    :host([beside]) {
      display: block;
      height: auto;
      overflow: visible;
    }
    :host([beside]) header,
    :host([beside]) notice-bar {
      display: none;
    }
  }

  @media (height < 560px) {
    chart-section {
      min-height: 320px;
    }
  }

  /** On medium screens the panels cover the charts. */
  @media (width < 1100px) {
    .body.with-panel {
      grid-template-columns: var(--rail) minmax(0, 1fr);
    }
    .panel {
      position: absolute;
      inset-block: 0;
      width: min(360px, 100% - var(--rail));
      background: var(--paper);
      z-index: 10;
      box-shadow: var(--shadow);
    }
    .panel {
      left: var(--rail);
    }
  }

  @media (width < 700px) {
    header {
      padding: 0;
      gap: 0;
    }
    header h1 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .title {
      font-size: 1rem;
      font-weight: 650;
    }
    .title .icon {
      display: none;
    }
    .body,
    .body.with-panel {
      display: flex;
      flex-direction: column;
      overflow: auto;
    }
    main {
      display: contents;
    }
    chart-section {
      order: 1;
      flex: none;
      min-height: 100%;
    }
    .rail {
      flex-direction: row;
      border: 0;
      border-top: 1px solid var(--line);
      padding: 0;
    }
    .rail button {
      flex: 1 1 0;
      min-height: 48px;
      padding: 4px 0;
      border-left: 0;
      border-top: 2px solid transparent;
    }
    .rail button[aria-expanded='true'] {
      border-top-color: var(--accent);
    }
    .panel {
      order: 3;
      position: static;
      width: auto;
      flex: none;
      border: 0;
      border-bottom: 1px solid var(--line);
      box-shadow: none;
      overflow: visible;
    }
    .below {
      order: 4;
    }
    aside,
    aside.left {
      position: fixed;
      inset: auto 0 0 0;
      width: auto;
      max-height: 30dvh;
      border: 0;
      border-top: 1px solid var(--edge);
      z-index: 20;
    }
  }
`;
