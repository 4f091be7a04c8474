/** @file The layout of a lesson above the charts, from a phone to a wall. */

import { css } from 'lit';

export const lessonStyle = css`
  :host {
    display: block;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    border-left: 3px solid var(--accent);
  }
  section {
    max-height: var(--lesson-height, 44dvh);
    overflow: auto;
    padding: 6px 8px 10px 12px;
  }
  /**
   * A shadow at the lower edge while it can be scrolled: the first layer moves with the text and covers the shadow at
   * the end.
   */
  section,
  :host([beside]) {
    background:
      linear-gradient(to top, var(--surface) 40%, transparent) bottom / 100% 36px no-repeat local,
      linear-gradient(to top, color-mix(in srgb, var(--ink) 30%, transparent), transparent) bottom / 100% 12px no-repeat scroll,
      var(--surface);
  }
  header {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  h2 {
    flex: 1;
    min-width: 0;
    margin: 0;
    font-size: 1rem;
    font-weight: 650;
  }
  h2 span {
    font-weight: 400;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    grid-template-rows: auto 1fr;
    gap: 0 32px;
    align-items: start;
  }
  .interactive {
    grid-area: 1 / 2 / 3 / 3;
  }
  .answer {
    grid-column: 1;
  }
  .columns.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  p {
    margin: 2px 0 6px;
    max-width: 78ch;
    line-height: 1.45;
  }
  .ask {
    font-weight: 600;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
  }
  .task .ask {
    display: flex;
    gap: 6px;
  }
  .task .ask svg {
    flex: none;
    color: var(--good);
  }
  summary {
    cursor: pointer;
    min-height: var(--control);
    align-content: center;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 2px 0 6px;
  }
  .choices button {
    white-space: normal;
    text-align: left;
    padding: 4px 10px;
  }
  .choices button[aria-pressed='true'] {
    border-color: var(--accent);
  }
  .choices svg {
    color: var(--good);
  }
  table {
    border-collapse: collapse;
    width: 100%;
    max-width: 560px;
  }
  caption {
    text-align: left;
    color: var(--ink-soft);
  }
  th {
    text-align: left;
    font-weight: 400;
    padding: 1px 12px 1px 0;
    overflow-wrap: break-word;
  }
  td {
    padding: 1px 0;
    white-space: nowrap;
  }
  td.value {
    text-align: right;
    padding-right: 12px;
  }
  td.bar {
    width: 45%;
  }
  .bar i {
    display: block;
    height: 8px;
    min-width: 1px;
    border-radius: 1px;
  }
  .step {
    white-space: nowrap;
    margin: 0 8px;
  }

  @media (width < 900px) {
    .columns {
      grid-template: none / minmax(0, 1fr);
    }
    .interactive {
      grid-area: auto;
    }
  }
  /** Beside its charts it is a separately scrolling column. */
  @media (width >= 720px) {
    :host([beside]) {
      border-bottom: 0;
      border-right: 1px solid var(--line);
    }
    :host([beside]) section {
      max-height: none;
      background: none;
    }
    :host([beside]) .columns {
      grid-template: none / minmax(0, 1fr);
    }
    :host([beside]) .interactive {
      grid-area: auto;
    }
    :host([beside]) header {
      flex-wrap: wrap;
    }
    :host([beside]) h2 {
      flex: 1 1 100%;
      order: 1;
    }
  }
  @media (width < 700px) {
    section {
      max-height: var(--lesson-height, none);
    }
    header {
      flex-wrap: wrap;
    }
    h2 {
      flex: 1 1 100%;
      order: 1;
    }
    header .step {
      flex: 1;
      margin-left: 0;
    }
  }
`;
