/** @file The style of what replaces the decision bar: the effect of an edit, or of a fork, beside its heading. */

import { css } from 'lit';

export const effectStyle = css`
  .when {
    flex: none;
    width: max(var(--gutter) - 28px, 17ch);
  }
  h2 {
    margin: 0;
    font-size: inherit;
    font-weight: 600;
    color: var(--accent);
  }
  b {
    font-weight: 600;
  }
`;
