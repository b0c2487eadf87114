/** A value of a cell. */
export type Cell = string | number | boolean | null;

/**
 * A table program runs a cell that begins so as a formula, which may call other programs or send the table away, and
 * a customer who chooses a name or an id writes into such a cell. A cell also begins behind a semicolon, a tab
 * or a line break: where the comma is the decimal sign, table programs part the file there, whatever its quotes say.
 */
const SIGNS = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';
const SKIPPED = `['"\\s\\u200b\\ufeff]*`;
const FIRST = `${SKIPPED}[${SIGNS}\\t\\r\\n]`;
const INNER = `${SKIPPED}[${SIGNS}]`;
const INNER_OPEN = new RegExp(`([;\\t\\r\\n])(?=${INNER})`, 'g');
const INNER_CLOSED = new RegExp(`([;\\t\\r\\n])'(?=${INNER})`, 'g');
const FIRST_OPEN = new RegExp(`^(?=${FIRST})`);
const FIRST_CLOSED = new RegExp(`^'(?=${FIRST})`);

/**
 * The text with a quote in front of what could be a formula: table programs then show it as it is. Reading takes one
 * quote away again (`plainOf`), so nothing is lost.
 */
export const harmless = (text: string): string => text.replace(INNER_OPEN, "$1'").replace(FIRST_OPEN, "'");

/** What stood in the cell before. */
export const plainOf = (text: string): string => text.replace(FIRST_CLOSED, '').replace(INNER_CLOSED, '$1');

/** A cell by RFC 4180. Numbers of ours are numbers, also below zero: they cannot call anything. */
export function cellOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = harmless(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** A byte order mark. */
export const BOM = '\ufeff';
