/** @file The layout of the page, from a phone to a wall. */

import { css } from 'lit';

export const appStyle = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
    height: 100dvh;
    overflow: hidden;
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
  .name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--ink-soft);
  }
  .theme {
    border-color: transparent;
    background: none;
  }
  .theme:hover {
    background: var(--hover);
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
  papers-view,
  study-view,
  .absent {
    grid-row: 2 / -1;
    min-height: 0;
    padding: 16px;
  }
  .body {
    --panel: 336px;
    display: grid;
    grid-template: minmax(0, 1fr) / 64px minmax(0, 1fr);
    min-height: 0;
  }
  .body.roomy {
    --panel: clamp(336px, 26vw, 620px);
  }
  .body.with-panel {
    grid-template-columns: 64px var(--panel) minmax(0, 1fr);
  }
  .body.with-aside {
    grid-template-columns: 64px minmax(0, 1fr) 336px;
  }
  .body.with-panel.with-aside {
    grid-template-columns: 64px var(--panel) minmax(0, 1fr) 336px;
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
    font-size: 0.6875rem;
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
  aside {
    border-left: 1px solid var(--line);
  }
  main {
    overflow: auto;
    container-type: size;
    min-width: 0;
  }
  /* The charts leave a strip of the plots in sight, so that the page shows that it goes on. */
  chart-section {
    min-height: max(360px, calc(100cqh - 142px));
  }
  .below {
    border-top: 1px solid var(--line);
  }
  .numbers {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
    gap: 24px;
    padding: 16px 12px 32px;
    border-top: 1px solid var(--line);
  }
  .numbers > * {
    min-width: 0;
  }

  /* On paper only the published experiments are worth their ink; charts are exported. */
  @media print {
    :host([papers]) {
      display: block;
      height: auto;
      overflow: visible;
    }
    :host([papers]) header,
    :host([papers]) notice-bar {
      display: none;
    }
  }

  @media (height < 560px) {
    chart-section {
      min-height: 320px;
    }
  }

  /* Between phone and desk the panels lie over the charts. */
  @media (width < 1100px) {
    .body.with-panel,
    .body.with-aside,
    .body.with-panel.with-aside {
      grid-template-columns: 64px minmax(0, 1fr);
      position: relative;
    }
    .panel,
    aside {
      position: absolute;
      inset-block: 0;
      width: min(360px, 100% - 64px);
      background: var(--paper);
      z-index: 10;
      box-shadow: var(--shadow);
    }
    .panel {
      left: 64px;
    }
    aside {
      right: 0;
    }
  }

  @media (width < 700px) {
    header {
      padding-left: 10px;
      gap: 0;
    }
    header button span,
    header .wide,
    h1 + .name {
      display: none;
    }
    h1 {
      flex: 1;
      margin-right: 0;
    }
    /* Where fingers need wide buttons, the sign stands for the name. */
    @media (width < 440px) and (pointer: coarse) {
      h1 {
        font-size: 0;
      }
      /* From the charts "20 seeds" leads there, too. */
      button[aria-label='Study'][aria-pressed='false'] {
        display: none;
      }
    }
    .body,
    .body.with-panel,
    .body.with-aside,
    .body.with-panel.with-aside {
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
      min-height: max(340px, 58dvh);
    }
    .rail {
      order: 2;
      flex: none;
      flex-direction: row;
      border: 0;
      border-block: 1px solid var(--line);
      padding: 0;
      position: sticky;
      top: 0;
      z-index: 4;
      background: var(--paper);
    }
    .rail button {
      flex: 1;
      border-left: 0;
      border-bottom: 2px solid transparent;
    }
    .rail button[aria-expanded='true'] {
      border-bottom-color: var(--accent);
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
    aside {
      position: fixed;
      inset: auto 0 0 0;
      width: auto;
      max-height: 60dvh;
      border: 0;
      border-top: 1px solid var(--edge);
      z-index: 20;
    }
  }
`;
