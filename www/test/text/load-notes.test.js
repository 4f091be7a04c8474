import { expect, it } from 'vitest';
import { loadNotes } from '../../src/text/load-notes.js';

/** @import { Variant } from '../../src/types.js' */

it('the note on the load of a log appears once', () => {
  const diagnostics = [
    {
      severity: 'note',
      message: 'offered load of the log scaled by 1.2: gaps between submissions divided by 1.2',
      place: '/workload/0/parameters/load_factor',
    },
    { severity: 'note', message: 'all submit times were shifted by 5 s', place: '' },
  ];
  const variant = /** @type {Variant} */ (/** @type {unknown} */ ({ layout: { diagnostics } }));
  expect(loadNotes([variant, variant, { layout: null }])).toEqual([
    'Offered load of the log scaled by 1.2: gaps between submissions divided by 1.2.',
  ]);
  expect(loadNotes([])).toEqual([]);
});
