import { relative } from 'node:path';
import { type CanaryClass, CLASSES, formsOf, type Person, vectorBytes } from './canaries.ts';
import { Finder, type Pattern } from './finder.ts';
import { filesBelow, opensWith, type SealedRecord, type WrappedKey } from './sealed.ts';

/** Everything that a search looks for. */
export interface Wanted {
  people: readonly Person[];
  /** Templates as they are kept, before they are sealed. */
  vectors: readonly Float32Array[];
  keys: readonly WrappedKey[];
  records: readonly SealedRecord[];
  /** Perceptual hashes of frames, which the database compares and so keeps in clear until they are deleted. */
  prints: readonly Buffer[];
}

export interface Found {
  /** Canaries in the clear: how many of each class, and in which files. */
  raw: Map<CanaryClass, { count: number; files: Set<string> }>;
  /** How many canaries of each class were looked for. */
  canaries: Map<CanaryClass, number>;
  wrapped: number;
  prints: number;
  /** Sealed records that lie there, and those of them that open with what lies there. */
  sealed: number;
  opened: Map<string, number>;
  /** Bytes by part of the folder. */
  bytes: Map<string, number>;
  took_s: number;
}

const PARTS: readonly [name: string, pattern: RegExp][] = [
  ['write-ahead log', /(^|\/)pg_wal\//],
  ['database files', /^postgres\//],
  ['frames', /^frames\//],
  ['ledger', /^data-keys\/erasures\//],
  ['key store', /^data-keys\//],
  ['exports', /^exports\//],
  ['logs', /\.log(\.1)?$/],
];
const partOf = (name: string) => PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other files';

type Owner =
  | { kind: 'canary'; class: CanaryClass }
  | { kind: 'print' }
  | { kind: 'key'; index: number }
  | { kind: 'record'; record: SealedRecord };

/** The patterns of everything wanted, and what each of them belongs to. */
function patternsOf({ people, vectors, keys, records, prints }: Wanted) {
  const owners: Owner[] = [];
  const patterns: Pattern[] = [];
  const add = (owner: Owner, forms: readonly Pick<Pattern, 'bytes' | 'text'>[]) => {
    const index = owners.push(owner) - 1;
    for (const form of forms) patterns.push({ owner: index, ...form });
  };
  for (const person of people) {
    const forms = formsOf(person);
    for (const name of CLASSES) for (const each of forms[name]) add({ kind: 'canary', class: name }, each);
  }
  for (const vector of vectors) {
    const bytes = vectorBytes(vector);
    add({ kind: 'canary', class: 'template' }, [{ bytes, text: false }]);
  }
  for (const bytes of prints) add({ kind: 'print' }, [{ bytes, text: false }]);
  for (const [index, { wrapped }] of keys.entries())
    add({ kind: 'key', index }, [{ bytes: wrapped.subarray(3), text: false }]);
  for (const record of records)
    add({ kind: 'record', record }, [{ bytes: record.head.subarray(1), text: false }]);
  return { owners, patterns };
}

/** Makes the search once; it then runs over any number of folders. */
export function openSearch(wanted: Wanted): (folder: string, root: Buffer) => Found {
  const { owners, patterns } = patternsOf(wanted);
  const finder = new Finder(patterns);
  const canaries = new Map<CanaryClass, number>();
  for (const owner of owners)
    if (owner.kind === 'canary') canaries.set(owner.class, (canaries.get(owner.class) ?? 0) + 1);
  return (folder, root) => {
    const began = performance.now();
    const places = new Map<number, Set<string>>();
    const bytes = new Map<string, number>();
    for (const path of filesBelow(folder)) {
      const name = relative(folder, path);
      const size = finder.searchFile(path, (owner) => {
        const files = places.get(owner) ?? new Set();
        places.set(owner, files.add(name));
      });
      bytes.set(partOf(name), (bytes.get(partOf(name)) ?? 0) + size);
    }
    const result = judged(wanted, owners, places, root);
    return { ...result, canaries, bytes, took_s: (performance.now() - began) / 1_000 };
  };
}

function judged(wanted: Wanted, owners: readonly Owner[], places: Map<number, Set<string>>, root: Buffer) {
  const raw: Found['raw'] = new Map();
  const keys = new Map<number, WrappedKey>();
  const records: SealedRecord[] = [];
  let prints = 0;
  for (const [index, files] of places) {
    const owner = owners[index]!;
    if (owner.kind === 'print') prints++;
    else if (owner.kind === 'key') keys.set(owner.index, wanted.keys[owner.index]!);
    else if (owner.kind === 'record') records.push(owner.record);
    else {
      const found = raw.get(owner.class) ?? { count: 0, files: new Set() };
      for (const file of files) found.files.add(file);
      raw.set(owner.class, { ...found, count: found.count + 1 });
    }
  }
  return { raw, prints, wrapped: keys.size, sealed: records.length, opened: opensWith(root, records, keys) };
}
