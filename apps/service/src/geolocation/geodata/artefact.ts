import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** One compiled data file, as `manifest.json` describes it. */
export interface Artefact {
  /** File name inside the data directory. Brotli-compressed. */
  file: string;
  /** Package and version that the file was compiled from. */
  source: { package: string; version: string };
  licence: string;
  attribution: string;
  /** Day (or year) of the data itself; null when the source does not state one. */
  data_date: string | null;
  /** SHA-256 of the file as stored, lower-case hex. */
  sha256: string;
  bytes: number;
  /** Error of the borders, 95 %, in metres. Only boundary packs have one. */
  boundary_error_m?: number;
  counts: Record<string, number>;
  /** What the file was made from, where it has several sources with terms of their own. */
  parts?: ArtefactPart[];
}

export interface ArtefactPart {
  /** ISO 3166-1 code of the country that the part draws. */
  country: string;
  /** Where its file came from, at which commit, and the SHA-256 of the file that is compiled. */
  source: string;
  commit: string;
  sha256: string;
  data_date: string;
  licence: string;
  /** The licence's own page, where the licence asks to name it. */
  licence_url?: string;
  attribution: string;
}

export interface Manifest {
  format: 1;
  artefacts: Record<string, Artefact>;
  /** Data that reach the service as a library instead of a file, named here for attribution. */
  libraries: Record<string, { package: string; version: string; licence: string; attribution: string }>;
}

export const BUNDLED_DATA = fileURLToPath(new URL('../../../data/', import.meta.url));

/** Name of the artefact with the operator's own borders, which few data have. */
export const OWN_BORDERS = 'own_borders';

/** Versions of borders to compare with those of a decision, which may have used borders that are not here now. */
export const ownOrNone = (versions: Record<string, string>): Record<string, string> => ({
  [OWN_BORDERS]: '',
  ...versions,
});

/** Reads `manifest.json`. Throws when it is absent, is not JSON, or has another format. */
export function readManifest(data_dir: string = BUNDLED_DATA): Manifest {
  const manifest = JSON.parse(readFileSync(`${data_dir}/manifest.json`, 'utf8')) as Manifest;
  if (manifest.format !== 1 || !manifest.artefacts)
    throw new Error(`${data_dir}/manifest.json: unknown format`);
  return manifest;
}

/**
 * The unpacked bytes of one artefact. The digest is compared before a byte is interpreted: corrupt databases
 * are known to open and answer, so a successful read proves nothing.
 */
export const readArtefact = (manifest: Manifest, name: string, data_dir: string = BUNDLED_DATA): Buffer =>
  packedArtefact(manifest, name, data_dir)();

/** The same in two steps: the file is read and compared now, and unpacked by the call of what is returned. */
export function packedArtefact(manifest: Manifest, name: string, data_dir: string): () => Buffer {
  const artefact = manifest.artefacts[name];
  if (!artefact) throw new Error(`the data manifest has no artefact named ${name}`);
  const stored = readFileSync(`${data_dir}/${artefact.file}`);
  const digest = createHash('sha256').update(stored).digest('hex');
  if (digest !== artefact.sha256) {
    throw new Error(`${artefact.file}: SHA-256 is ${digest}, the manifest says ${artefact.sha256}`);
  }
  // Output in one piece: by default it comes in pieces of 16 KB, which takes twice the time.
  const chunkSize = Math.max(LEAST_PIECE, MOST_UNPACKED * stored.length);
  return () => brotliDecompressSync(stored, { chunkSize });
}

/** What was made of artefacts, by their digests, as long as something uses it. */
const MADE = new Map<string, WeakRef<object>>();

/**
 * Makes something of these artefacts, unless what was made of the same bytes is still in use: most of a new
 * snapshot's files are often those of the one before. Their digests are compared each time. Every call for the same
 * artefacts must pass the same `make`.
 */
export function madeOf<T extends object>(
  manifest: Manifest,
  names: readonly string[],
  data_dir: string,
  make: (...unpacked: Buffer[]) => T,
): T {
  const packed = names.map((name) => packedArtefact(manifest, name, data_dir));
  const key = names.map((name) => `${name} ${manifest.artefacts[name]!.sha256}`).join();
  const known = MADE.get(key)?.deref() as T | undefined;
  const made = known ?? make(...packed.map((unpack) => unpack()));
  if (!known) MADE.set(key, new WeakRef(made));
  return made;
}

/** How many times larger an artefact is without its compression; memory that is not used is never touched. */
const MOST_UNPACKED = 6;
const LEAST_PIECE = 65_536;
