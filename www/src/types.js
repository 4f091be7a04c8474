/**
 * @file The shapes that cross the page: what the engine returns, what the store holds.
 * Types only; the types of the wasm package are generated, these add what its plain objects hold.
 */

/**
 * A sentence for people about one thing in their input.
 * @typedef {object} Diagnostic
 * @property {'error'|'warning'|'note'} severity
 * @property {string} [file]
 * @property {number} [line]
 * @property {string} [place] JSON pointer or field
 * @property {string} message what was found and what is allowed
 * @property {string} [hint] what to do
 * @property {{label: string, run: () => void}} [action] the one click that helps; only what the page itself says has one
 */

/**
 * @typedef {object} Parameter
 * @property {string} id
 * @property {string} name
 * @property {string} doc
 * @property {string} unit
 * @property {'number'|'integer'|'bool'|'choice'|'table'} type
 * @property {number} [min] of a table: rows
 * @property {number} [max]
 * @property {any} default of a table: the cells of each row
 * @property {Parameter[]} [columns] of a table
 * @property {[string, string][]} [options] id and meaning of each choice
 */

/** @typedef {'jobs'|'workflows'|'grid-jobs'|'master-worker'|'absences'} Work the kinds of work; absences of machines can only happen beside it */

/**
 * @typedef {object} Role
 * @property {string} id
 * @property {string} name
 * @property {string} doc
 * @property {string} family
 * @property {string} default
 */

/**
 * One thing a user can choose.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {string} family
 * @property {string} summary
 * @property {string} source
 * @property {Parameter[]} parameters
 * @property {Role[]} [roles]
 * @property {Work} [accepts]
 * @property {Work[]} [takes] all the work a system can be given
 * @property {'jobs'|'absences'} [background] what can happen on a system's clusters past it: local jobs, absences of machines
 * @property {Work} [makes]
 * @property {{id: string, when?: [string, string]}[]} [quick] the parameters of a generator that are worth a slider beside the charts, `when` another one has this value
 * @property {string} [unit]
 * @property {string} [formula]
 * @property {'lower'|'higher'} [better]
 * @property {readonly Work[]} [of] the kinds of work a metric measures; none for any
 */

/**
 * @typedef {object} Catalog
 * @property {string} engine
 * @property {{id: string, name: string, summary: string}[]} families
 * @property {Entry[]} entries
 */

/**
 * @typedef {object} Platform
 * @property {{name: string, nodes: number, speed: number, machines?: import('./scenario/machine-types.js').Machine[]}[]} clusters
 * @property {{bandwidth_mb_s: number[][], latency_ms: number[][]}} network
 */

/**
 * What `check` says of a scenario's text.
 * @typedef {object} Checked
 * @property {Scenario|null} scenario canonical, with defaults filled in
 * @property {string} text canonical pretty JSON
 * @property {{name: string, system: object}[]} variants
 * @property {Work} accepts
 * @property {Platform|null} platform
 * @property {Diagnostic[]} diagnostics
 */

/**
 * A canonical scenario. Its inside is the engine's matter; the page touches what is listed.
 * @typedef {object} Scenario
 * @property {number} version
 * @property {string} name
 * @property {number} seed
 * @property {any} platform
 * @property {any[]} workload
 * @property {any[]} background
 * @property {any} system
 * @property {any[]} compare
 * @property {string[]} measures
 */

/**
 * A scenario with changes applied.
 * @typedef {object} Changed
 * @property {string} text
 * @property {Diagnostic[]} diagnostics
 */

/**
 * How one result compares with another.
 * @typedef {object} Comparison
 * @property {boolean} identical
 * @property {number|null} since_s
 * @property {string} text
 */

/**
 * What a link carries: a scenario, or the name of an example with changes.
 * @typedef {object} Decoded
 * @property {string|null} [scenario]
 * @property {Digest[]} [results]
 * @property {string} [engine]
 * @property {Diagnostic[]} [diagnostics]
 * @property {string} [example]
 * @property {Record<string, string>} [overrides]
 */

/**
 * What `inspect` says of a file.
 * @typedef {object} FileReport
 * @property {string|null} format
 * @property {string} sha256
 * @property {number} bytes
 * @property {Work|null} makes
 * @property {number} jobs
 * @property {number|null} processors
 * @property {{label: string, value: string}[]} facts
 * @property {Diagnostic[]} diagnostics
 */

/**
 * @typedef {object} KnownFile
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {FileReport} report
 */

/** @typedef {{whole: string, parts: string[]}} Digest parts: one of each sixteenth of the run's time */

/**
 * @typedef {object} Layout
 * @property {string} name
 * @property {Work} accepts
 * @property {import('./scenario/machine-types.js').Band[]} bands
 * @property {number} rows
 * @property {number} subjects
 * @property {number} from_s
 * @property {Diagnostic[]} diagnostics
 */

/**
 * @typedef {object} Progress
 * @property {boolean} done
 * @property {number} now_s how far the engine has computed
 * @property {number} events
 * @property {number} ended
 * @property {number} subjects
 * @property {number} end_s last known end, for the axis
 */

/**
 * @typedef {object} Report
 * @property {ReportRow[]} rows
 * @property {Digest} [digest] of a whole run that is done
 * @property {boolean} complete
 */

/**
 * @typedef {object} ReportRow
 * @property {string} id
 * @property {string} name
 * @property {string} unit
 * @property {number|null} value
 * @property {{mean: number, median: number, p90: number, p95: number, p99: number, max: number, min: number, count: number}} [statistics]
 */

/**
 * One system of a scenario and its run.
 * @typedef {object} Variant
 * @property {string} name
 * @property {any} system
 * @property {'idle'|'loading'|'running'|'done'|'failed'|'cancelled'} status
 * @property {Progress|null} progress
 * @property {Layout|null} layout
 * @property {Report|null} report set when done
 * @property {Digest|null} digest set when done
 * @property {number} seconds wall time of the run
 * @property {string|null} error a sentence, when failed
 * @property {Table[]} tables those that its system declares, as far as it is computed
 * @property {Record<string, any>} views what each special view has to show of it, as far as it is computed, by the id of the view; nothing where there is nothing
 */

/**
 * A table that a system declares.
 * @typedef {object} Table
 * @property {string} id
 * @property {string} name
 * @property {string} doc
 * @property {number} rows so far
 * @property {boolean} is_part whether its rows are parts of those of another table
 * @property {{id: string, name: string, unit: string, doc: string, cells: 'subject'|'group'|'count'|'flag'|'time'|'span'|'number'|'rows'}[]} columns
 */

/**
 * What stands in a table that a system declares.
 * @typedef {object} TableRows
 * @property {Record<string, Float64Array>} columns by their ids; times in seconds, NaN for what is not known yet
 * @property {Record<string, string[]>} names of the subjects and groups in a column
 * @property {string[]} because why each row is as it is; empty where nothing is said
 */

/** @typedef {'job'|'user'|'group'|'kind'|'size'|'wait'|'slowdown'|'status'|'reason'} Colour */
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
 * What a picture is asked for.
 * @typedef {object} View
 * @property {number} from_s
 * @property {number} to_s
 * @property {number} first_row
 * @property {number} rows
 * @property {number} width device pixels
 * @property {number} height device pixels
 * @property {number} [scale] device pixels for each CSS pixel, 1 if left out
 * @property {number} now_s playhead; bars are clipped at it
 * @property {Colour} colour
 * @property {'light'|'dark'|'projector'} theme
 * @property {number} selected subject or -1
 * @property {string} query others are dimmed; empty for none
 */

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {Box & {text: string, light: boolean}} Label */

/**
 * Something that happened to a job at an instant, where it is seen: device pixels, the middle of its bar.
 * @typedef {object} MarkSpot
 * @property {number} x
 * @property {number} y
 * @property {string} kind grow, shrink, preempt, ..
 * @property {number} subject
 * @property {number} value how much: nodes gained or given back
 */

/** @typedef {'works'|'prepares'|'suspended'|'waits'|'copies'|'lost'|'away'} Phase */

/**
 * What the system looks like at one moment.
 * @typedef {object} Moment
 * @property {number} queued
 * @property {number} running
 * @property {number} busy nodes
 * @property {number} nodes
 * @property {number[]} first_queued
 * @property {number|null} [mean_wait_s] of the jobs started so far
 * @property {{name: string, look: 'solid'|'hatched'|'pale', counts: boolean}[]} kinds of what there is to see
 * @property {{id: Phase, name: string}[]} phases that occurred, in the order of legends
 */

/**
 * What `series` answers with: means over stretches of time.
 * @typedef {object} Series
 * @property {Float64Array} time
 * @property {Float64Array} queued
 * @property {Float64Array} running
 * @property {Float64Array} busy share of all nodes
 * @property {{name: string, busy: Float64Array}[]} by_kind the same for each kind, if there are several
 */

/**
 * One that waits for nodes at a moment: what `queue` answers with, a list of these.
 * @typedef {object} Waiting
 * @property {number} id
 * @property {string} name
 * @property {number} nodes
 * @property {string} kind
 * @property {number} waits_s
 * @property {string} reason the last decision about it in words; may be empty
 */

/**
 * @typedef {object} Reason
 * @property {number} time_s
 * @property {string} rule
 * @property {string} text
 * @property {Candidate[]} candidates
 */

/**
 * A cluster that could have been chosen.
 * @typedef {object} Candidate
 * @property {string} cluster
 * @property {number|null} score in the unit of the rule; null if it was not possible
 * @property {boolean} chosen
 * @property {number|null} idle nodes free to be taken; null where that was not looked at
 * @property {number} taken nodes taken there
 */

/**
 * All there is to know about one job or task.
 * @typedef {object} Card
 * @property {number} id
 * @property {string} name
 * @property {string} kind
 * @property {number} number
 * @property {number|string|null} user
 * @property {number|string|null} group
 * @property {string|null} group_name
 * @property {string} status
 * @property {Phase|null} phase what it does with the nodes it holds; null if it holds none
 * @property {number} submit_s
 * @property {number|null} eligible_s
 * @property {number|null} placed_s when it was given the nodes on which it starts up
 * @property {number|null} startup_s
 * @property {number|null} start_s
 * @property {number|null} end_s
 * @property {number|null} wait_s
 * @property {number|null} run_s
 * @property {number|null} estimate_s
 * @property {number} nodes
 * @property {string|null} cluster
 * @property {string} rows
 * @property {number|null} slowdown
 * @property {Reason[]} reasons
 * @property {number[]} parents
 * @property {number[]} children
 * @property {{from: string, to: string, bytes: number, start_s: number, end_s: number}[]} transfers
 * @property {string} machines it holds, by their names; empty if they have none
 * @property {{label: string, value: string}[]} facts of a machine
 * @property {{cluster: string, nodes: number, rows: string}[]} components where it is, or was last
 * @property {{time_s: number, nodes: number, phase: Phase}[]} sizes what it held from each time on
 * @property {{time_s: number, kind: string, text: string, value: number}[]} marks what happened to it, in words
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
 * @typedef {object} State
 * @property {Catalog|null} catalog
 * @property {string} text the scenario's JSON as edited
 * @property {Scenario|null} scenario the last good one, canonical
 * @property {Diagnostic[]} diagnostics
 * @property {Platform|null} platform
 * @property {Work} accepts
 * @property {Variant[]} variants
 * @property {Map<string, KnownFile>} files by SHA-256
 * @property {Window & {fitted: boolean}} view fitted: follows the whole run
 * @property {number} playhead_s
 * @property {Shown|null} shown what the charts show, a little after what they are asked for; null when there is no chart
 * @property {boolean} playing
 * @property {number} speed simulated seconds a second; 0 lets the player choose
 * @property {boolean} follow the window moves with the playhead
 * @property {number} selected subject or -1
 * @property {number} hovered subject or -1
 * @property {string} query
 * @property {{subjects: Uint32Array, at: number, error: string}} hits of the query; at is the current one
 * @property {Colour} colour
 * @property {Theme} theme
 * @property {OpenedLink & {canonical: string, verdicts: Verdict[]}} link the link last opened, and the scenario it brought as the engine wrote it
 * @property {string} unopened why what the address asks for is not shown; empty when it is
 * @property {Task[]} busy
 * @property {Notice|null} notice
 * @property {string} title what the author of the scenario calls it; empty once it has become another one
 * @property {{canonical: string, name: string}} authored the scenario that was opened last, as the engine wrote it, and its name
 * @property {{canonical: string, question: string, asks: string}} example the example that was opened last, as the engine wrote it, what it asks, and about which measure
 * @property {string} question what the example or lesson on screen asks; empty for none
 * @property {string} asks the measure that the question is about, with `/max` behind it for its largest value; empty for none
 * @property {OpenLesson|null} lesson
 * @property {string} measure the measure a lesson looks at; empty for none
 * @property {Record<string, any>} choices what the reader has chosen in each special view, by its id
 * @property {string} failure why nothing can run at all; empty when all is well
 * @property {boolean} embedded
 * @property {import('./address/papers.js').PapersPlace & {open: boolean}} papers whether the published experiments are shown instead of the charts, and which
 */

export {};
