import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isAlive, type ProcessIdentity } from '../../data-folder/process-identity.ts';
import { type Artefact, BUNDLED_DATA, type Manifest, OWN_BORDERS, readManifest } from './artefact.ts';
import { missingArtefacts } from './geography.ts';
import { type Network, openNetwork } from './network/network.ts';
import { openPlaces, type Places } from './places/places.ts';
import { type FailedSentinel, proveSentinels, type SentinelReport } from './sentinels.ts';
import { currentSnapshot, geoFolder, type InstallStep, install, prune, snapshotName } from './snapshots.ts';

/** Thrown when the new data are not good enough; the old data stay in use. */
export class UpdateRefused extends Error {
  readonly reasons: string[];
  constructor(message: string, reasons: string[]) {
    super(message);
    this.reasons = reasons;
  }
}

export interface Update {
  data_dir: string;
  now_ms: number;
  /** Verifies only; the data in use stay. */
  dry_run: boolean;
  say(step: string): void;
  /**
   * Compiles data into `output`; `work` is an empty folder that is removed afterwards. `used` has the data in use,
   * `current` those installed last: an older version may have made them, so that some are missing.
   */
  build(work: string, output: string, installed: { used: string; current: string }): Promise<void>;
  /** Replaced in tests, which have no real data. */
  open?(folder: string): { places: Places; network: Network };
  prove?(places: Places, network: Network): SentinelReport;
  at?(step: InstallStep): void;
}

export interface UpdateReport {
  outcome: 'updated' | 'unchanged' | 'proved';
  /** The snapshot in use afterwards. */
  snapshot: string;
  artefacts: Record<
    string,
    Pick<Artefact, 'source' | 'attribution' | 'data_date' | 'bytes'> & { changed: boolean }
  >;
  sentinels: { places: number; addresses: number; moved: FailedSentinel[] };
}

/** Builds, verifies, swaps. Whatever fails or is refused on the way, the data in use stay unchanged. */
export async function updateData(update: Update): Promise<UpdateReport> {
  const { data_dir, now_ms, say } = update;
  const folder = geoFolder(data_dir);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const unlock = lock(join(folder, 'update.lock'), now_ms);
  const work = join(folder, `work-${randomUUID()}`);
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith('work-')) rmSync(join(folder, name), { recursive: true, force: true });
    prune(data_dir);
    const output = join(work, 'built');
    mkdirSync(output, { recursive: true, mode: 0o755 });
    const sources = join(work, 'sources');
    mkdirSync(sources, { mode: 0o700 });
    const { name, folder: current } = currentSnapshot(data_dir);
    const used = missingArtefacts(current).length > 0 ? BUNDLED_DATA : current;
    await update.build(sources, output, { used, current });
    say('Proving the new data with known answers …');
    const [before, after] = [readManifest(used), readManifest(output)];
    const sentinels = prove(update, output, before, after);
    const report = { artefacts: compare(before, after), sentinels };
    if (Object.values(report.artefacts).every(({ changed }) => !changed))
      return { outcome: 'unchanged', snapshot: name, ...report };
    if (update.dry_run) return { outcome: 'proved', snapshot: name, ...report };
    const digest = createHash('sha256')
      .update(readFileSync(join(output, 'manifest.json')))
      .digest('hex');
    const snapshot = snapshotName(now_ms, digest);
    install(data_dir, output, snapshot, update.at);
    return { outcome: 'updated', snapshot, ...report };
  } finally {
    rmSync(work, { recursive: true, force: true });
    unlock();
  }
}

function prove(update: Update, output: string, before: Manifest, after: Manifest) {
  const wrong = [...older(before, after), ...shrunk(before, after)];
  if (wrong.length > 0) throw new UpdateRefused('The new data are worse than those in use.', wrong);
  const { places, network } = update.open?.(output) ?? {
    places: openPlaces(output),
    network: openNetwork(output),
  };
  const report = (update.prove ?? proveSentinels)(places, network);
  const { failed_places, failed_addresses } = report;
  if (!report.ok)
    throw new UpdateRefused(
      `The new data give wrong answers for ${failed_places.length} of ${report.places} known places ` +
        `and ${failed_addresses.length} of ${report.addresses} known addresses.`,
      [...failed_places, ...failed_addresses].map(
        ({ of, expected, found }) => `${of}: ${found} instead of ${expected}`,
      ),
    );
  return { places: report.places, addresses: report.addresses, moved: failed_addresses };
}

/** A registry that offers older data than before is misled or misleading. The operator chooses borders of their own. */
const older = (before: Manifest, after: Manifest): string[] =>
  compiled(after).flatMap(([name, { data_date }]) => {
    const was = before.artefacts[name]?.data_date ?? null;
    return was !== null && data_date !== null && data_date < was
      ? [`${name}: data of ${data_date}, older than ${was}`]
      : [];
  });

/** Half a file can still be valid, so a much smaller one is refused. */
const KEPT = 0.8;
const shrunk = (before: Manifest, after: Manifest): string[] =>
  compiled(before).flatMap(([name, { counts }]) =>
    Object.entries(counts).flatMap(([what, was]) => {
      const now = after.artefacts[name]?.counts[what] ?? 0;
      return now < KEPT * was ? [`${name}: ${now} ${what}, ${was} before`] : [];
    }),
  );

const compiled = ({ artefacts }: Manifest) =>
  Object.entries(artefacts).filter(([name]) => name !== OWN_BORDERS);

/** What is in one of the two. A data set that is no longer there has no bytes. */
const compare = (before: Manifest, after: Manifest): UpdateReport['artefacts'] =>
  Object.fromEntries(
    Object.entries({ ...before.artefacts, ...after.artefacts }).map(
      ([name, { source, attribution, data_date, sha256 }]) => [
        name,
        {
          source,
          attribution,
          data_date,
          bytes: after.artefacts[name]?.bytes ?? 0,
          changed: !(name in after.artefacts) || sha256 !== before.artefacts[name]?.sha256,
        },
      ],
    ),
  );

const LOCK_MAX_MS = 3_600_000;

/** Allows one update at a time. A lock is stale when its process is gone or it is an hour old. */
function lock(file: string, now_ms: number): () => void {
  const draft = `${file}.${process.pid}`;
  for (let attempt = 0; ; attempt++) {
    try {
      // A link appears with its content: an empty file would name no process.
      writeFileSync(draft, JSON.stringify(identify(process.pid)));
      linkSync(draft, file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (attempt > 0 || isHeld(file, now_ms))
      throw new UpdateRefused('Another update of the geographic data is running.', [
        `If none is: delete ${file}`,
      ]);
    rmSync(file, { force: true });
  }
}

function isHeld(file: string, now_ms: number): boolean {
  try {
    if (now_ms - statSync(file).mtimeMs > LOCK_MAX_MS) return false;
    return isAlive(JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity);
  } catch {
    // Gone, or not written whole.
    return false;
  }
}
