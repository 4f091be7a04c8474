/** @file The interface of a special view. Types only. */

/** @import { TemplateResult } from 'lit' */
/** @import { Page } from '../commands/page.js' */
/** @import { Engine, Method } from '../run/run-protocol.js' */
/** @import { Layout, Table } from '../engine/types.js' */

/**
 * Draws over a picture, below all other parts.
 * @typedef {(context: CanvasRenderingContext2D, height: number) => void} Under
 *
 * An element above a chart, drawn with each of its frames.
 * @typedef {HTMLElement & {showFrame: (view: import('../engine/types.js').View, look: StripLook, frame: import('../run/run-protocol.js').Frame) => Under|undefined}} Strip
 *
 * Asks the engine of a run.
 * @typedef {<M extends Method>(method: M, ...values: Parameters<Engine[M]>) => Promise<ReturnType<Engine[M]>>} Ask
 * @typedef {object} StripLook
 * @property {number} scale device pixels per CSS pixel
 * @property {number} size of the text, CSS pixels
 * @property {Record<string, string>} colours of the tokens
 */

/**
 * A view of data that only some systems have.
 * @typedef {object} SpecialView
 * @property {string} id the name of its folder, of its panel, and of its part in the address of an embed
 * @property {string} name
 * @property {string} icon the SVG path of its drawing, in a square of 24 units
 * @property {readonly string[]|'rest'|'run'} needs the tables of a run that it shows, or all tables that no other view
 *   shows; or it queries the run itself, independently of tables
 * @property {(ask: Ask, tables: readonly Table[], page: Page, layout: Layout|null|undefined) => Promise<unknown>} [fetchData]
 *   fetches data of the view for a run with these tables and this layout, and loads the code of its strip;
 *   null if the run has none; a view without this function is always available
 * @property {boolean} [opens] whether its panel opens automatically if a run has data for it
 * @property {boolean} [roomy] whether its panel is wider in wide windows
 * @property {() => TemplateResult} panel
 * @property {{name: string, part: (variant: number) => TemplateResult}} [strip] the part above each chart whose run has
 *   data for it: an element with `showFrame` and the class `strip`; without a name, it also takes the room of the name
 * @property {() => TemplateResult} [under] the part below all charts, on their time axis, if any run has data for it
 * @property {(page: Page, tell?: (sentence: string) => void) => Promise<unknown>} load fetches the code of the panel
 */

export {};
