/**
 * @file The types of the page: the content of the store. The arguments and results of the engine are in
 * `engine/types.d.ts`. Types only.
 */

/** @import { Catalog, Colour, Digest, FileReport, Judgement, Layout, Piece, Platform, Progress, Region, Report, Table, Told, WorkKind } from './engine/types.js' */
/** @import { ScenarioDocument } from './scenario/types.js' */

/**
 * A sentence for users about one part of their input. Sentences of the page may have an action that helps.
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
 * @property {object} system the system in its scenario
 * @property {'idle'|'loading'|'running'|'done'|'failed'|'cancelled'} status
 * @property {Progress|null} progress
 * @property {Layout|null} layout
 * @property {Report|null} report known after the end of the run
 * @property {Digest|null} digest known after the end of the run
 * @property {number} seconds wall time of the run
 * @property {string|null} error a sentence, when failed
 * @property {Table[]} tables the tables that its system declares, as far as computed
 * @property {boolean} [compared] whether its pictures show differences from the first variant
 * @property {boolean} [otherWork] whether the first variant had other work, so that there is no difference
 * @property {Record<string, any>} views data for each special view, as far as computed, by the id of the view;
 *   undefined for none
 */

/**
 * A table whose columns are chosen in a dialog. A table with a pointer is a file of the scenario, read with these
 * settings.
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
 * The moment and the span of time that all charts show, in their last pictures.
 * @typedef {object} Shown
 * @property {number} now_s
 * @property {number} from_s
 * @property {number} to_s
 */

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {string} label the current work
 * @property {number|null} fraction null when unknown
 * @property {(() => void)|null} cancel
 */

/**
 * @typedef {object} Notice
 * @property {number} id
 * @property {string} text
 * @property {'info'|'good'|'warning'|'error'} kind
 * @property {{label: string, run: () => void}|null} action an action that helps
 */

/**
 * The comparison of a run with the result in its link.
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
 * @property {number[]} answers the choice at each step, -1 for none
 * @property {readonly number[]} [revised] the steps whose choice was changed after the answer was shown
 * @property {string} canonical the scenario of the step as written by the engine
 */

/**
 * The link of the opened scenario.
 * @typedef {object} OpenedLink
 * @property {Digest[]} results the results of its author, one for each variant; may be empty
 * @property {string} engine the version of the engine that computed them
 * @property {string} fragment the fragment of the link without #; empty if the scenario has another origin
 * @property {string} example the id of its example, if it is unchanged; otherwise empty
 */

/**
 * The results of many seeds for a variant, by metric: the mean, and the ends of the 95 % interval of its paired
 * difference from the first. They include the number of seeds with values of all variants, and the number of these in
 * which this variant has the lowest value. One more fact is 1 if the variant differs significantly from each other
 * variant; `apart2` is 1 if it differs significantly from the variant with index 2.
 * @typedef {Record<string, {seeds: number|null, low: number|null, high: number|null, runs: number, lowest: number, certain: number} & Record<`apart${number}`, number|null>>} SeedFacts
 */

/**
 * The values of replications of the scenario on screen.
 * @typedef {object} Spread
 * @property {'seeds'|'weeks'|'days'|'none'|'offered'} kind the type of replications; none: there are none; offered:
 *   they run on request
 * @property {readonly number[]} seeds the seed of each replication; empty for weeks and days
 * @property {number} total the number of replications, including future ones
 * @property {Record<string, (number|null)[][]>} values by metric, then by variant: a value for each replication, null
 *   if it is unknown
 * @property {Record<string, ({size: number, interval: import('./engine/types.js').Interval}|null)[]>} [independent] for
 *   weeks and days: by metric, then by variant, the mean with the interval of batches of `size` weeks or days; null if
 *   they depend on each other
 * @property {SeedFacts[]} facts for weeks and days: counts of each variant, by metric; empty for seeds, whose facts are
 *   in `replicated`
 * @property {string} note the reason why there are none; empty otherwise
 * @property {number} seconds expected time of all runs, if they are offered
 */

/**
 * The subjects of a decision.
 * @typedef {object} Marked
 * @property {readonly number[]} decided the decided subjects
 * @property {{id: number, title: string}|null} behind the job that prevents the start, or was overtaken
 */

/**
 * The current or last edit of a job, and the effect of all edits.
 * @typedef {object} Touch
 * @property {import('./scenario/job-edits.js').Change|null} change null if the effect of all edits is shown
 * @property {boolean} held whether its value is still changing
 * @property {boolean} dragged whether the pointer is changing it
 * @property {boolean} preview whether the runs on screen are older than the value
 * @property {readonly (Report|null)[]} reports of each variant before the edit
 * @property {readonly import('./scenario/edit-effects.js').Effect[]} effects of the edit on each variant; empty before
 *   the first run
 * @property {readonly import('./scenario/edit-effects.js').Effect[]|null} total the effect of all edits on each
 *   variant; null if unknown
 */

/**
 * @typedef {object} State
 * @property {Catalog|null} catalog
 * @property {string} text the edited JSON of the scenario
 * @property {boolean} shaped whether forms can show the text, though it may be invalid
 * @property {ScenarioDocument|null} scenario the last valid scenario, as written by the engine
 * @property {string} canonical the scenario as compact text, which is equal for equal scenarios, because the engine
 *   writes them in one form
 * @property {Diagnostic[]} diagnostics
 * @property {Platform|null} platform
 * @property {WorkKind|null} work the kind of work of the scenario's first system
 * @property {Variant[]} variants
 * @property {Map<string, KnownFile>} files the files by SHA-256
 * @property {string} openedLog SHA-256 of the last opened log, whose summary is above the charts; empty for none
 * @property {{name: string, platform: string, diagnostics: readonly Diagnostic[]}|null} platformFile the last file with
 *   a platform: the platform as text, and the approximations
 * @property {Window & {fitted: boolean}} view fitted: follows the whole run
 * @property {number} playhead_s
 * @property {Shown|null} shown the view shown by the charts, slightly later than the requested one; null without charts
 * @property {boolean} playing
 * @property {number} speed simulated seconds per second; 0 lets the player choose
 * @property {boolean} stops whether playback stops at interesting moments
 * @property {boolean} follow whether the window moves with the playhead
 * @property {number} selected subject or -1
 * @property {boolean} outlined whether a step selected the subject: it is then outlined, and its details open only on
 *   request
 * @property {number} hovered subject or -1
 * @property {number} followed the task whose path through queues is shown, the same in all variants; -1 for the one
 *   that moved most in each
 * @property {readonly Marked[]} decision by variant, the subjects of the decision at the playhead; empty if none is
 *   marked
 * @property {Region|null} region the selected part of the charts; the same in all variants
 * @property {boolean} choosing whether the next drag on a chart selects such a part, or a selection is in progress
 * @property {number} pane the variant whose chart was used last: parts of the page about a few of many variants show it
 * @property {string} query
 * @property {{subjects: Uint32Array, at: number, error: string}} hits the hits of the query; at is the current one
 * @property {Colour|''} colour the colouring of bars; empty for the most informative one of each run
 * @property {boolean} folded whether pictures omit unused rows
 * @property {readonly number[]} foldedPanes the variants whose charts are folded to a strip
 * @property {{window: {from_s: number, to_s: number}|null, colour: Colour|'', before: Colour|''}|null} opening the
 *   first view of the example; null for the default. window: null for the whole run; colour: the colouring until
 *   another scenario is opened; before: the previous colouring
 * @property {boolean} difference whether pictures show differences from the first variant
 * @property {Theme} theme
 * @property {boolean} dark whether the system prefers dark colours
 * @property {OpenedLink & {canonical: string, verdicts: Verdict[]}} link the last opened link, and its scenario as
 *   written by the engine
 * @property {string} unopened the reason why the content of the address is not shown; empty if it is
 * @property {Task[]} busy
 * @property {Notice|null} notice
 * @property {string} title the title by the scenario's author; empty after an edit that it may not fit
 * @property {{canonical: string, name: string}} authored the last opened scenario, as written by the engine, and its
 *   name
 * @property {Told} comparison sentences about the comparison on screen: a question and its answer, each empty for none
 * @property {Judgement|null} judged the correct choices and the answer of the prediction in the lesson; null until they
 *   are known
 * @property {Piece[]} stepTexts the step's sentences about the results; empty while none of them is true
 * @property {OpenLesson|null} lesson
 * @property {string} measure the measure of a lesson; empty for none
 * @property {Record<string, any>} choices the reader's choices in each special view, by its id
 * @property {string} failure the reason why nothing can run; empty for none
 * @property {boolean} embedded
 * @property {boolean} inView whether the page is visible, as far as known
 * @property {''|'papers'|'study'} beside the content shown instead of the charts, if any: the list of studies, the
 *   sheet of a published experiment, or a study
 * @property {import('./address/papers.js').PapersPlace} paper the last published experiment on screen
 * @property {{text: string, fragment: string, turn: number, awaits: {name: string, sha256: string}[], results: boolean}} study
 *   the last opened study: its text, or its name in the address; results: whether the text is a file of results; turn:
 *   the number of opened studies; awaits: the missing files
 * @property {{canonical: string, text: string, asked: boolean, means: Record<string, string[]>, facts: SeedFacts[]}|null} replicated
 *   the scenario on screen repeated with other seeds: the scenario as written by the engine, the study,
 *   whether a lesson requests it, and by metric the results for each variant in words and, after all runs, in numbers
 * @property {Spread|null} spread the values of replications of the scenario on screen; null before the page is at rest
 * @property {readonly import('./scenario/glossary.js').GlossaryTerm[]} terms the terms of the glossary; empty before
 *   the glossary is first opened
 * @property {OpenedColumns|null} columns the table whose columns are chosen in a dialog; null if it is closed
 * @property {Touch|null} touch the current or last edit of a job, and the effect of all edits; null without edits
 * @property {boolean} boardOnly whether the embed shows only a board, which has no runs of the page
 * @property {string|null} play the fragment of the open board for scheduling by hand, without #; null for none
 * @property {readonly import('./address/play.js').PlayPlace[]} played the last choices on each board in this visit, the
 *   latest board first
 * @property {string|null} glossary the term that the open glossary shows, empty for all; null if it is closed
 */

export {};
