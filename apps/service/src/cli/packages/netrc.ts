interface Word {
  text: string;
  start: number;
  end: number;
}

/** Words of a .netrc with their places; the bodies of macros are left out. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  // A line that begins with # is a comment.
  const pattern = /^[ \t]*#.*$|\S+/gm;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0].trimStart().startsWith('#') && /(^|\n)[ \t]*$/.test(text.slice(0, match.index))) continue;
    const word = { text: match[0], start: match.index, end: pattern.lastIndex };
    words.push(word);
    if (word.text !== 'macdef') continue;
    // A macro ends at the first empty line.
    const end = /\n[ \t]*\r?\n/.exec(text.slice(word.end));
    pattern.lastIndex = end ? word.end + end.index + end[0].length : text.length;
  }
  return words;
}

const BEGINS = new Set(['machine', 'default', 'macdef']);

interface Entry {
  machine: string | null;
  start: number;
  end: number;
  fields: Record<string, string>;
}

/** Entries in their order. `machine` is null for the default entry, which stands for every other machine. */
function entriesOf(text: string): Entry[] {
  const words = wordsOf(text);
  const entries: Entry[] = [];
  for (let i = 0; i < words.length; ) {
    const { text: word, start } = words[i]!;
    const named = word === 'machine';
    if (!named && word !== 'default') {
      i++;
      continue;
    }
    const entry: Entry = { machine: named ? (words[i + 1]?.text ?? '') : null, start, end: 0, fields: {} };
    i += named ? 2 : 1;
    // Fields come in pairs, so that a password may be the word `machine`.
    for (; i < words.length && !BEGINS.has(words[i]!.text); i += 2)
      entry.fields[words[i]!.text] = words[i + 1]?.text ?? '';
    entry.end = words[Math.min(i, words.length) - 1]!.end;
    entries.push(entry);
  }
  return entries;
}

/** The fields of a machine, or of the default entry; null where there is neither. */
export const machineIn = (text: string, machine: string): Pick<Entry, 'machine' | 'fields'> | null =>
  // Programs take the first that fits.
  entriesOf(text).find((each) => each.machine === machine || each.machine === null) ?? null;

const isOurs = ({ fields }: Entry): boolean =>
  fields.login === 'token' && fields.password !== undefined && fields.password.startsWith('pkg_');

/** The text of a .netrc without our entry of a machine. */
export function withoutMachine(text: string, machine: string): string {
  const found = entriesOf(text).find((each) => each.machine === machine);
  if (!found || !isOurs(found)) return text;
  return text.slice(0, found.start) + text.slice(found.end).replace(/^[ \t]*\r?\n/, '');
}

/**
 * The text of a .netrc with the entry of one machine. Null when the machine has an entry of another login, which
 * another program may need.
 */
export function withMachine(text: string, machine: string, entry: string): string | null {
  const entries = entriesOf(text);
  const found = entries.find((each) => each.machine === machine);
  if (found) {
    if (!isOurs(found)) return null;
    return text.slice(0, found.start) + entry.trimEnd() + text.slice(found.end);
  }
  // What follows the default entry is never read.
  const before = entries.find((each) => each.machine === null)?.start ?? text.length;
  const [head, tail] = [text.slice(0, before), text.slice(before)];
  return `${head}${head === '' || head.endsWith('\n') ? '' : '\n'}${entry}${tail}`;
}
