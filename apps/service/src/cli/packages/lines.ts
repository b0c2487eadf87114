/** The part of a line of .npmrc or .properties that names the setting. */
export const nameIn = (line: string): string => line.slice(0, line.indexOf('='));

const isSame = (row: string, name: string): boolean =>
  row.trimStart().startsWith(name) && /^\s*=/.test(row.trimStart().slice(name.length));

/** The text without the lines that `withLines` put there: of the same name, and of a value that is ours. */
export function withoutLines(text: string, lines: readonly string[]): string {
  const ours = (row: string) =>
    lines.some((line) => {
      const [value, own] = [row, line].map((each) => each.slice(each.indexOf('=') + 1).trim());
      return isSame(row, nameIn(line)) && (value === own || (/^pkg_/.test(own!) && /^pkg_/.test(value!)));
    });
  return text
    .split(/(?<=\n)/)
    .filter((row) => !ours(row))
    .join('');
}

/** The text of a file with these `name=value` lines: in place of those of the same names, else at its end. */
export function withLines(text: string, lines: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const rows = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const line of lines) {
    const name = nameIn(line);
    const same = (row: string) => isSame(row, name);
    const at = rows.findIndex(same);
    if (at < 0) rows.push(line);
    else rows[at] = line;
    // The last one of several would count.
    for (let i = rows.length - 1; i > at && at >= 0; i--) if (same(rows[i]!)) rows.splice(i, 1);
  }
  return rows.join(end) + end;
}
