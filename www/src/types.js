/**
 * @file The types of the page: the content of the store. The arguments and results of the engine are in
 * `engine/types.d.ts`. Types only.
 */

/** @import { Catalog, Colour, Digest, FileReport, Judgement, Layout, Piece, Platform, Progress, Region, Report, Table, Told, WorkKind } from './engine/types.js' */
/** @import { ScenarioDocument } from './scenario/types.js' */

/**
 * A sentence for people about one thing in their input. Those of the page may have an action that helps.
 * @typedef {import('./engine/types.js').Diagnostic & {action?: {label: string, run: () => void}}} Diagnostic
 */

/**
 * @typedef {object} KnownFile
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {FileReport} report
 */

/**
 * One system of a scenario and its run.
 * @typedef {object} Variant
 * @property {string} name
 * @property {object} system as in its scenario
 * @property {'idle'|'loading'|'running'|'done'|'failed'|'cancelled'} status
 * @property {Progress|null} progress
 * @property {Layout|null} layout
 * @property {Report|null} report set when done
 * @property {Digest|null} digest set when done
 * @property {number} seconds wall time of the run
 * @property {string|null} error a sentence, when failed
 * @property {Table[]} tables those that its system declares, as far as it is computed
 * @property {boolean} [compared] its pictures say how it differs from the first variant
 * @property {boolean} [otherWork] the first variant did other work, so that there is no difference to say
 * @property {Record<string, any>} views what each special view has to show of it, as far as it is computed, by the id of the view; nothing where there is nothing
 */

/**
 * A table whose columns are chosen in a dialog. With a pointer it is a file of the scenario, read with these settings.
 * @typedef {{name: string, bytes: Uint8Array, pointer?: string, settings?: import('./engine/types.js').Settings}} OpenedColumns
 */

/** @typedef {'auto'|'light'|'dark'|'projector'} Theme */

/**
 * The window of time and rows on screen, shared by all charts.
 * @typedef {object} Window
 * @property {number} from_s
 * @property {number} to_s
 * @property {number} first_row may be fractional
 * @property {number} rows may be fractional
 */

/**
 * The moment and the span of time that all charts show, as of their last pictures.
 * @typedef {object} Shown
 * @property {number} now_s
 * @property {number} from_s
 * @property {number} to_s
 */

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {string} label what is being done
 * @property {number|null} fraction null when unknown
 * @property {(() => void)|null} cancel
 */

/**
 * @typedef {object} Notice
 * @property {number} id
 * @property {string} text
 * @property {'info'|'good'|'warning'|'error'} kind
 * @property {{label: string, run: () => void}|null} action the one click that helps
 */

/**
 * How a run compares with the result its link promised.
 * @typedef {object} Verdict
 * @property {string} name of the variant
 * @property {boolean} same
 * @property {string} text
 */

/**
 * A lesson on screen.
 * @typedef {object} OpenLesson
 * @property {string} id
 * @property {import('./scenario/lesson.js').Lesson} lesson
 * @property {number} step from 0
 * @property {number[]} answers the choice made at each step, -1 for none
 * @property {readonly number[]} [revised] the steps whose choice was changed after the answer was shown
 * @property {string} canonical the scenario of the step as the engine wrote it
 */

/**
 * The link that the scenario was opened with.
 * @typedef {object} OpenedLink
 * @property {Digest[]} results what its maker got, one of each variant; may be empty
 * @property {string} engine the version of the engine that got them
 * @property {string} fragment as it was opened, without #; empty if the scenario came another way
 * @property {string} example the id of the example it names, if it asks for no changes; else empty
 */

/**
 * What many seeds say of a variant, by metric: the mean, and the ends of the 95 % interval of its paired difference to the first; of all
 * variants: the number of seeds with values of each, the number of those in which this variant has the lowest value, and 1 if it differs
 * significantly from each other variant; `apart2` is 1 if it differs significantly from the variant with index 2.
 * @typedef {Record<string, {seeds: number|null, low: number|null, high: number|null, runs: number, lowest: number, certain: number} & Record<`apart${number}`, number|null>>} SeedFacts
 */

/**
 * The values of replications of the scenario on screen.
 * @typedef {object} Spread
 * @property {'seeds'|'weeks'|'days'|'none'|'offered'} kind what the replications are; none: there are none; offered: they run on request
 * @property {readonly number[]} seeds the seed of each replication; empty for weeks and days
 * @property {number} total how many replications there are or will be
 * @property {Record<string, (number|null)[][]>} values by metric, then by variant: a value for each replication, null while it is unknown
 * @property {Record<string, ({size: number, interval: import('./engine/types.js').Interval}|null)[]>} [independent] of weeks and days: by metric, then
 *   by variant, the mean with the interval of batches of `size` weeks or days; null where those depend on each other
 * @property {SeedFacts[]} facts of weeks and days: counts of each variant, by metric; empty for seeds, whose facts are in `replicated`
 * @property {string} note why there are none; empty otherwise
 * @property {number} seconds expected time of all runs, if they are offered
 */

/**
 * Whom a decision is about.
 * @typedef {object} Marked
 * @property {readonly number[]} decided subjects
 * @property {{id: number, title: string}|null} behind the job that prevents the start, or was overtaken
 */

/**
 * An edit of a job under way or made last, and the effect of all edits.
 * @typedef {object} Touch
 * @property {import('./scenario/job-edits.js').Change|null} change null when the effect of all edits is shown
 * @property {boolean} held whether its value still changes
 * @property {boolean} dragged whether a pointer changes it
 * @property {boolean} preview whether the runs on screen are older than the value
 * @property {readonly (Report|null)[]} reports of each variant before it
 * @property {readonly import('./scenario/edit-effects.js').Effect[]} effects of it on each variant; empty before the first run
 * @property {readonly import('./scenario/edit-effects.js').Effect[]|null} total of all edits on each variant; null while it is not known
 */

/**
 * @typedef {object} State
 * @property {Catalog|null} catalog
 * @property {string} text the scenario's JSON as edited
 * @property {boolean} shaped whether forms can show the text, though it may be invalid
 * @property {ScenarioDocument|null} scenario the last good one, as the engine wrote it
 * @property {string} canonical the same as compact text, made once: equal for equal scenarios, because the engine writes them in one way
 * @property {Diagnostic[]} diagnostics
 * @property {Platform|null} platform
 * @property {WorkKind|null} work what the scenario's first system runs
 * @property {Variant[]} variants
 * @property {Map<string, KnownFile>} files by SHA-256
 * @property {string} openedLog SHA-256 of the log that was opened last, of which there is a summary above the charts; empty for none
 * @property {{name: string, platform: string, diagnostics: readonly Diagnostic[]}|null} platformFile the file from which a platform was read last: the platform as text, and the approximations
 * @property {Window & {fitted: boolean}} view fitted: follows the whole run
 * @property {number} playhead_s
 * @property {Shown|null} shown what the charts show, a little after what they are asked for; null when there is no chart
 * @property {boolean} playing
 * @property {number} speed simulated seconds a second; 0 lets the player choose
 * @property {boolean} stops whether playing stops where something is worth seeing
 * @property {boolean} follow the window moves with the playhead
 * @property {number} selected subject or -1
 * @property {boolean} outlined whether the selected one was come to by a step: it is outlined, and its details are open only once they are asked for
 * @property {number} hovered subject or -1
 * @property {number} followed the task whose way down through queues is shown, the same in all variants; -1 for the one that moved most in each
 * @property {readonly Marked[]} decision by variant, whom the decision at the playhead is about; empty where none is marked
 * @property {Region|null} region the selected part of the charts; the same in all variants
 * @property {boolean} choosing whether the next drag on a chart chooses such a part, or one is being chosen
 * @property {number} pane the variant whose chart was looked at last: what speaks of few of many speaks of it
 * @property {string} query
 * @property {{subjects: Uint32Array, at: number, error: string}} hits of the query; at is the current one
 * @property {Colour|''} colour what the colours of bars show; empty for the most informative choice of each run
 * @property {boolean} folded whether rows that nobody used are left out of pictures
 * @property {readonly number[]} foldedPanes the variants whose charts are folded to a strip
 * @property {{window: {from_s: number, to_s: number}|null, colour: Colour|'', before: Colour|''}|null} opening the view with which the example opened; null for the usual one. window: null for the whole run; colour: what colours say until another scenario is opened; before: what they said before
 * @property {boolean} difference whether pictures say how variants differ from the first one
 * @property {Theme} theme
 * @property {boolean} dark whether the system prefers dark colours
 * @property {OpenedLink & {canonical: string, verdicts: Verdict[]}} link the link last opened, and the scenario it brought as the engine wrote it
 * @property {string} unopened why what the address asks for is not shown; empty when it is
 * @property {Task[]} busy
 * @property {Notice|null} notice
 * @property {string} title what the author of the scenario calls it; empty once it has become another one
 * @property {{canonical: string, name: string}} authored the scenario that was opened last, as the engine wrote it, and its name
 * @property {Told} comparison sentences about the comparison on screen: a question and its answer, each empty for none
 * @property {Judgement|null} judged what is true of the prediction that the lesson asks for; null until it is known
 * @property {Piece[]} stepTexts sentences of the step of the lesson about the results; empty while none of them is true
 * @property {OpenLesson|null} lesson
 * @property {string} measure the measure a lesson looks at; empty for none
 * @property {Record<string, any>} choices what the reader has chosen in each special view, by its id
 * @property {string} failure why nothing can run at all; empty when all is well
 * @property {boolean} embedded
 * @property {boolean} inView whether the page can be seen, as far as is known
 * @property {''|'papers'|'study'} beside what is shown instead of the charts, if anything: the list of studies or the sheet of a published experiment, or a study
 * @property {import('./address/papers.js').PapersPlace} paper the published experiment that was read last
 * @property {{text: string, fragment: string, turn: number, awaits: {name: string, sha256: string}[], results: boolean}} study the study that was opened last: its text, or how the address names it; results: the text is that of results; turn: how many were opened; awaits: the files that it waits for
 * @property {{canonical: string, text: string, asked: boolean, means: Record<string, string[]>, facts: SeedFacts[]}|null} replicated the scenario on screen repeated with other seeds: the scenario as the engine wrote it, the study, whether a lesson asks for it, by metric what its runs say of each variant in words, and once all are in, in numbers
 * @property {Spread|null} spread the values of replications of the scenario on screen; null before it is at rest
 * @property {readonly import('./scenario/glossary.js').GlossaryTerm[]} terms the terms of the glossary; empty until one is opened
 * @property {OpenedColumns|null} columns the table whose columns are chosen in a dialog; null while it is closed
 * @property {Touch|null} touch the edit of a job under way or made last, and the effect of all edits; null without edits
 * @property {boolean} boardOnly whether the embed was opened with a board, which has no runs of the page
 * @property {string|null} play the fragment of the board that is scheduled by hand, without #; null while none is open
 * @property {readonly import('./address/play.js').PlayPlace[]} played the last choices on each board of this visit, the latest board first
 * @property {string|null} glossary the term that the open glossary shows, empty for all; null while it is closed
 */

export {};
