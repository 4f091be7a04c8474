/**
 * @file Everything that can be done to the page. These functions are the only writers of the store; buttons, keys,
 * links and files all end here.
 */

export { openGlossary } from './commands/glossary.js';
export { addFile, addFiles, chooseFile, openUrl, pasteText, runAs, together } from './commands/intake.js';
export { addressFragment, openExample, openLink, shareLink } from './commands/links.js';
export {
  fit,
  focusPane,
  follow,
  hover,
  markDecision,
  pan,
  select,
  selectNeighbour,
  setColour,
  setFolded,
  setQuery,
  setRegion,
  setTheme,
  setView,
  showSubject,
  step,
  stepHit,
  tellShown,
  zoom,
  zoomVertically,
} from './commands/look.js';
export { begin, dismissNotice, forgetFileTrouble, notice } from './commands/notices.js';
export { moves, pause, play, reducedMotion, restart, seek, seekEnd, setFollow, setSeen, setSpeed, toggle } from './commands/player.js';
export { ask, askView, cancelRuns, engineFrame, runAgain } from './commands/runs.js';
export { save, saveScenario } from './commands/save.js';
export { changeSystem, patchScenario, patchScenarioAll, redo, revert, setScenario, undo } from './commands/scenario.js';
export { start } from './commands/start.js';
export { describeStudy, openPapers, openStudy, replicate, showCharts, tellSeeds, toggleBeside } from './commands/study.js';
export { chooseInView } from './commands/views.js';
