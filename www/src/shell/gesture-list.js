/**
 * @file Mouse and touch gestures and keys on charts, for the help and the reference page: not needed by the first view.
 */

/** Mouse and touch gestures. */
export const GESTURES = [
  ['Ctrl wheel, pinch', 'Zoom time at the pointer'],
  ['Ctrl Shift wheel', 'Zoom rows at the pointer'],
  ['Wheel, Shift wheel', 'Move rows, move time'],
  ['Drag', 'Move both'],
  ['Drag on the ruler', 'Zoom to a time span'],
  ['Shift drag, long press on idle nodes and drag', 'Select a region for its statistics'],
  ['Click, double click', 'Details of a bar, zoom to it'],
  ['Right click', 'Decide otherwise'],
  ['Arrow keys on a chart', 'From bar to bar; Enter opens the details'],
  ['Drag an edge of a bar', 'Edit its runtime (right) or its nodes (below)'],
  ['Drag a selected bar', 'Edit its submit time'],
  ['Alt \u2190 \u2192, Alt \u2191 \u2193', 'Edit runtime and nodes of the selected bar'],
  ['Alt Shift \u2190 \u2192', 'Edit its submit time; Escape cancels'],
];
