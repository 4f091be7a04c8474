/** @file The states of an open study with their data. Types only. */

/** @import { StudySummary } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Diagnostic } from '../types.js' */
/** @import { PublishedStudy } from './study-library.js' */
/** @import { StudyTask } from './run-queue.js' */

/**
 * The open study.
 * @typedef {object} Subject
 * @property {StudyDocument} doc in its edited form
 * @property {string} name of the file on the site; empty after a change
 * @property {boolean} quick whether fewer seeds or values run
 * @property {{result: string, engine: string}} promised the digest from a link, and the engine that computed it; empty
 *   for none
 * @property {PublishedStudy|undefined} published the published experiment, if the study is one or was made from one
 * @property {boolean} changed whether it is a changed published experiment
 * @property {readonly string[]} messages about the file of results that contained it
 */

/**
 * The state of a study. Each event leads to one state:
 *
 *     open     -> loading       closed, if no study is requested
 *     take     -> preparing     the text has been read, the document edited, or Quick switched on or off
 *     prepare  -> ready         the engine knows the runs; stored ones are restored, or the first ones made to estimate the rest
 *     refuse   -> refused       the text cannot be read, a file is missing, or the engine reports errors
 *     cancel   -> ready         the estimate is cancelled
 *
 * Only the state that requested an answer may use it: each step compares `state` with the one it began in.
 * @typedef {{kind: 'closed'}|{kind: 'loading'}|Preparing|Refused|Ready} StudyState
 */

/** @typedef {{kind: 'preparing', before: Ready|undefined}} Preparing before: results of the document before the edit, shown until there are new ones */

/**
 * @typedef {object} Refused
 * @property {'refused'} kind
 * @property {readonly string[]} reasons as sentences
 * @property {'none'|'retry'|'file'} remedy retry: a part of the engine, or memory for it, is missing; file: a file is
 *   missing
 * @property {readonly NonNullable<Diagnostic['action']>[]} fetches ways to fetch the missing files
 */

/**
 * @typedef {object} Ready
 * @property {'ready'} kind
 * @property {{text: string, digest: string, count: number, settings: string[][][]}} opened its text as written by the
 *   engine, the digest of this text, the number of runs, and the settings of the axes of each part
 * @property {StudySummary} shape its axes and measures, known before the first run
 * @property {StudyTask} work
 * @property {boolean} restored whether runs were made in this browser before
 * @property {{running: boolean, runs: number, seconds: number, bytes: number}} trial first runs: how many, and the estimated time and memory of all runs; NaN if unknown
 * @property {{at: number, ended: number}} stored the time of the last write to the storage, and the number of outcomes
 *   in it
 */

export {};
