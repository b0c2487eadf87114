/** The part of a line of .npmrc or .properties that names the setting. */
export const nameIn = (line: string): string => line.slice(0, line.indexOf('='));

/** The text of a file with these `name=value` lines: in place of those of the same names, else at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const rows = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const line of lines) {
    const name = nameIn(line);
    const same = (row: string) =>
      row.trimStart().startsWith(name) && /^\s*=/.test(row.trimStart().slice(name.length));
    const at = rows.findIndex(same);
    if (at < 0) rows.push(line);
    else rows[at] = line;
    // The last one of several would count.
    for (let i = rows.length - 1; i > at && at >= 0; i--) if (same(rows[i]!)) rows.splice(i, 1);
  }
  return rows.join(end) + end;
}
