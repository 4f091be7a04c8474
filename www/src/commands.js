/**
 * @file All commands of the page. These functions are the only writers of the store; buttons, keys, links and files
 * call them.
 */

export {
  closeLog,
  fitWindow,
  focusPane,
  followTask,
  hoverSubject,
  markDecision,
  panCharts,
  selectHit,
  selectNeighbour,
  selectSubject,
  setColour,
  setDisplayedSpan,
  setFolded,
  setQuery,
  setRegion,
  setTheme,
  setWindow,
  stepPlayhead,
  swapFoldedPane,
  toggleFoldedPane,
  zoomInRows,
  zoomInTime,
  zoomToSubject,
} from './commands/chart-view.js';
export { closeColumns, openColumns } from './commands/columns.js';
export {
  addFile,
  addFiles,
  chooseFile,
  mergeWork,
  openPlatformFile,
  openTable,
  openUrl,
  pasteText,
  runAs,
} from './commands/deferred-file-commands.js';
export { saveFile, saveScenario } from './commands/file-download.js';
export { openGlossary } from './commands/glossary.js';
export { addressFragment, createShareLink, openExample, openLink } from './commands/links.js';
export { beginTask, clearFileErrors, dismissNotice, showNotice } from './commands/notices.js';
export { startPage } from './commands/page-start.js';
export { openPlay } from './commands/play.js';
export {
  isMoving,
  pause,
  play,
  prefersReducedMotion,
  restart,
  seek,
  seekEnd,
  setFollow,
  setSpeed,
  setVisible,
  togglePlayback,
} from './commands/player.js';
export { askRun, askView, cancelRuns, requestFrame, runAgain } from './commands/runs.js';
export { patchScenario, patchScenarioAll, redo, revert, setScenario, undo } from './commands/scenario.js';
export { chooseInView } from './commands/special-views.js';
export { describeStudy, openPapers, openStudy, replicate, setSeedResults, setSpread, showCharts, toggleScreen } from './commands/study.js';
