import type { Finding } from '../system/finding.ts';

/** Rows as aligned columns, two spaces apart, indented by two; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows
    .map(
      (row) =>
        indent + row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join('  '),
    )
    .join('\n');
}

/** A table with a heading, or a sentence when there is nothing to show. */
export const table = (head: string[], rows: string[][], empty: string): string =>
  rows.length === 0 ? empty : columns([head.map((word) => word.toUpperCase()), ...rows], '');

/** What a doctor found, and whether all of it is well. */
export const findingsText = (findings: readonly Finding[]): string =>
  `${columns(
    findings.map(({ name, ok, says }) => [ok ? 'ok ' : 'BAD', name, says]),
    '',
  )}\n\n${findings.every(({ ok }) => ok) ? 'All is well.' : 'Not all is well: see the lines marked BAD.'}`;

/** The decision in a row of a list, marked where its signed record says otherwise. */
export const shownDecision = (row: { decision: string | null; record_contradicted: boolean }): string =>
  `${row.decision ?? '-'}${row.record_contradicted ? ' (record contradicted)' : ''}`;

/** Names and values, one per line. */
export const facts = (values: Record<string, unknown>): string =>
  columns(
    Object.entries(values).map(([name, value]) => [name, plain(value)]),
    '',
  );

/** A value in words. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
