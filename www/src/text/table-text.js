/** @file Tables as text: comma-separated values and Markdown, for the clipboard and for files. */

/**
 * Formats rows as comma-separated values (RFC 4180, lines end with a line feed). A cell that a spreadsheet would run as a formula gets a
 * leading apostrophe, since names come from uploaded files.
 * @param {readonly (readonly (string | number | null | undefined)[])[]} rows
 * @returns {string}
 */
export function toCsv(rows) {
  return rows.map((row) => `${row.map(formatCsvCell).join(',')}\n`).join('');
}

/**
 * Formats rows as a Markdown table with the first row as its head. Columns of numbers are aligned to the right.
 * @param {readonly (readonly (string | number | null | undefined)[])[]} rows
 * @returns {string}
 */
export function toMarkdown(rows) {
  const [head, ...body] = rows;
  if (!head) return '';
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  const rule = head.map((_, at) => (body.some((row) => typeof row[at] === 'number') ? '---:' : '---'));
  return line(head.map(formatMarkdownCell)) + line(rule) + body.map((row) => line(row.map(formatMarkdownCell))).join('');
}

/** @param {string | number | null | undefined} cell */
function formatCsvCell(cell) {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {string | number | null | undefined} cell */
function formatMarkdownCell(cell) {
  if (cell === null || cell === undefined) return '';
  return String(cell)
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ');
}
