/** @file The colour of the icon in front of a message, by its severity. */

import { css } from 'lit';

export const severityStyle = css`
  .good > svg {
    color: var(--good);
  }
  .warning > svg {
    color: var(--warn);
  }
  .error > svg {
    color: var(--bad);
  }
`;
