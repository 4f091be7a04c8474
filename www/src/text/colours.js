/** @file What the colours of the charts can say. */

/** @import { Colour } from '../engine/types.js' */

/** What people call it, in the order of lists. @type {Record<Colour, string>} */
export const COLOURS = {
  wait: 'wait', kind: 'kind', use: 'use of nodes', group: 'group or workflow', user: 'user', size: 'size', slowdown: 'slowdown', status: 'state', reason: 'reason', job: 'number',
};
