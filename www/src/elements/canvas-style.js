/** @file The style of a canvas that fills its box. */

import { css } from 'lit';

export const canvasStyle = css`
  canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
`;
