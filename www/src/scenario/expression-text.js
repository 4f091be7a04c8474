/** @file The text of a custom policy, `name: expression # reason`, in its three parts. The engine reads the expression itself. */

/**
 * @typedef {object} ExpressionParts
 * @property {string} name
 * @property {string} formula
 * @property {string} reason
 */

/**
 * The parts of a text, split as in the engine: the reason begins at the first `#`, the name ends at the first colon
 * before it.
 * @param {string} text
 * @returns {ExpressionParts}
 */
export function splitExpression(text) {
  const hash = text.indexOf('#');
  const [before, reason] = hash < 0 ? [text, ''] : [text.slice(0, hash), text.slice(hash + 1)];
  const colon = before.indexOf(':');
  return { name: before.slice(0, Math.max(0, colon)).trim(), formula: before.slice(colon + 1).trim(), reason: reason.trim() };
}

/**
 * The text of these parts.
 * @param {ExpressionParts} parts
 */
export function joinExpression({ name, formula, reason }) {
  return `${name ? `${name}: ` : ''}${formula}${reason ? ` # ${reason}` : ''}`;
}

/**
 * A message about a text with its columns counted from the start of the formula.
 * @param {string} message
 * @param {string} text
 */
export function formulaColumns(message, text) {
  const { name, formula } = splitExpression(text);
  const before = [...joinExpression({ name, formula: '', reason: '' })].length;
  const hash = text.indexOf('#');
  const start = [...text.slice(0, Math.max(0, text.indexOf(formula, (hash < 0 ? text : text.slice(0, hash)).indexOf(':') + 1)))].length;
  return message.replace(/\bcolumn (\d+)/u, (_, column) => `column ${Math.max(1, Number(column) - (formula ? start : before))}`);
}

/**
 * The message of a run about values that are not numbers or all infinite, as a sentence for the field.
 * @param {string} message
 * @returns {string} empty for other messages
 */
export function invalidValuesText(message) {
  const found = /is not a number for (\d+ of \d+ \w+); (.+?)\.?$/u.exec(message);
  if (found) return `Not a number for ${found[1]}: ${found[2]}.`;
  const infinite = /is infinite for (all \d+ \w+); (.+?)\.?$/u.exec(message);
  return infinite ? `Infinite for ${infinite[1]}: ${infinite[2]}.` : '';
}

/** Orders of a queue to start from, each with its expression. @type {readonly (readonly [string, string])[]} */
export const QUEUE_ORDERS = [
  ['First come, first served', 'submit'],
  ['Shortest job first', 'estimate'],
  ['Smallest area first', 'nodes * estimate'],
  ['Largest job first', '-nodes'],
  ['Long wait for its length first (WFP3)', '-pow(wait / max(estimate, 1), 3) * nodes'],
];
