/**
 * @file Everything that can be done to the page. These functions are the only writers of the store; buttons, keys,
 * links and files all end here.
 */

export { setScenario, patchScenario, patchScenarioAll, undo, redo, revert } from './commands/scenario.js';
export { addFile, addFiles, chooseFile, openUrl, pasteText, runAs, together } from './commands/intake.js';
export { addressFragment, openLink, openExample, shareLink } from './commands/links.js';
export { moves, play, pause, reducedMotion, toggle, seek, seekEnd, restart, setSeen, setSpeed, setFollow } from './commands/player.js';
export {
  setRegion, setView, zoom, zoomVertically, pan, fit, setFolded, tellShown, select, follow, hover, markDecision, focusPane, showSubject, setQuery, stepHit, selectNeighbour, step, setColour, setTheme,
} from './commands/look.js';
export { chooseInView } from './commands/views.js';
export { ask, cancelRuns, engineFrame, runAgain } from './commands/runs.js';
export { notice, dismissNotice, forgetFileTrouble, begin } from './commands/notices.js';
export { save, saveScenario } from './commands/save.js';
export { start } from './commands/start.js';
export { openStudy, awaitFiles, closeStudy, toggleStudy, nameStudy, replicate, tellSeeds } from './commands/study.js';
export { openGlossary } from './commands/glossary.js';
export { openPapers, closePapers, togglePapers } from './commands/papers.js';
