/**
 * @file The parts of the page that are loaded after its start: forms, dialogs, and parts that the first chart or the
 * state needs.
 */

import { html } from 'lit';
import { loadPart } from '../commands/part-loading.js';

/** @import { Page } from '../commands/page.js' */
/** @import { IconName } from '../elements/icons.js' */

/**
 * The panels that edit the scenario, each with the members it edits; the others are edited as text.
 * @type {{id: string, name: string, icon: IconName, members: string, roomy?: boolean, part: () => unknown}[]}
 */
export const FORMS = [
  { id: 'grid', name: 'Grid', icon: 'grid', members: 'platform', roomy: true, part: () => html`<grid-builder></grid-builder>` },
  {
    id: 'workload',
    name: 'Workload',
    icon: 'workload',
    members: 'workload background seed',
    part: () => html`<workload-picker></workload-picker>`,
  },
  {
    id: 'policy',
    name: 'Policy',
    icon: 'policy',
    members: 'system compare',
    roomy: true,
    part: () => html`<policy-picker></policy-picker>`,
  },
  { id: 'json', name: 'Scenario', icon: 'json', members: '', part: () => html`<scenario-editor></scenario-editor>` },
];

/** The dialogs, each loaded on first use. */
export const DIALOGS = {
  help: { what: 'The help', load: () => import('./help-dialog.js'), element: 'help-dialog' },
  tour: { what: 'The tour', load: () => import('./page-tour.js'), element: 'page-tour' },
  palette: { what: 'The list of commands', load: () => import('./command-palette.js'), element: 'command-palette' },
  examples: { what: 'The examples', load: () => import('../lessons/gallery-dialog.js'), element: 'gallery-dialog' },
  lessons: { what: 'The lessons', load: () => import('../lessons/lesson-dialog.js'), element: 'lesson-dialog' },
  share: { what: 'The forms', load: () => import('./form-elements.js'), element: 'share-dialog' },
};

/** Parts that are loaded after the first chart. @type {readonly {what: string, load: () => Promise<unknown>}[]} */
export const LATER_PARTS = [
  { what: 'The plots', load: () => import('../plot/plot-stack.js') },
  { what: 'The quick controls', load: () => import('../forms/quick-controls.js') },
  { what: 'The summary for screen readers', load: () => import('./live-summary.js') },
  { what: 'The drop area for files', load: () => import('./drop-overlay.js') },
  { what: 'The commands of forks', load: () => import('./fork-host.js') },
];

/** Parts that are loaded when a part of the state first needs them. */
export const ON_DEMAND_PARTS = /** @type {const} */ ([
  { when: 'inLesson', what: 'The lesson', load: () => import('../lessons/lesson-strip.js') },
  { when: 'inspecting', what: 'The details', load: () => import('../gantt/job-inspector.js') },
  { when: 'glossary', what: 'The glossary', load: () => import('../lessons/glossary-dialog.js') },
  { when: 'playing', what: 'The board', load: () => import('../play/play-dialog.js') },
  { when: 'columns', what: 'The columns of tables', load: () => import('../workload/column-dialog.js') },
  { when: 'region', what: 'The region panel', load: () => import('../gantt/region-panel.js') },
  { when: 'asked', what: 'The questions about files', load: () => import('./file-strip.js') },
  { when: 'logged', what: 'The summary of the file', load: () => import('./log-strip.js') },
  { when: 'replicated', what: 'The seeds', load: () => import('../study/seeds-line.js') },
  { when: 'complete', what: 'The replications', load: () => import('../study/spread-strip.js') },
  { when: 'complete', what: 'The print at rest', load: () => import('./print-watch.js') },
  { when: 'complete', what: 'The bounds', load: () => import('../optimum/optimum-panel.js') },
]);

/** Loads the forms on first use. */
export const loadForms = (/** @type {Page} */ page, /** @type {((sentence: string) => void)|undefined} */ tell = undefined) =>
  loadPart(page, 'The forms', () => import('./form-elements.js'), tell);
