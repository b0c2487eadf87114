import type { Deps } from '../../deps.ts';
import { ageDays, OLD_DAYS } from './age.ts';
import { BUNDLED_DATA, readManifest } from './artefact.ts';
import { type Network, type NetworkData, openNetwork } from './network/network.ts';
import { openPlaces, type Places } from './places/places.ts';
import { BUNDLED, currentSnapshot, geoFolder, snapshotFolder } from './snapshots.ts';

/**
 * All geographic data in memory. A newer snapshot is a new value; a caller that holds this one keeps using
 * it.
 */
export interface Geography {
  /** Name of the snapshot; see `snapshots.ts`. */
  snapshot: string;
  folder: string;
  places: Places;
  network: Network;
}

/** The data that come with this version, shared by several services of one process. */
export interface BundledData {
  places: Places;
  network: NetworkData;
}

/**
 * Opens the snapshot in use. A snapshot of an older version, which knew fewer data sets, is replaced by the
 * bundled data. Throws when the data are damaged.
 */
export function openGeography(
  data_dir: string,
  warn: (message: string) => void = () => {},
  bundled?: BundledData,
): Geography {
  // Another update may remove the folder between reading its name and opening it.
  for (let attempt = 0; ; attempt++) {
    const { name, folder } = currentSnapshot(data_dir);
    try {
      return open(data_dir, name, folder, warn, bundled);
    } catch (error) {
      if (attempt < 2 && currentSnapshot(data_dir).name !== name) continue;
      if (name === BUNDLED) throw error;
      throw new Error(
        `The geographic data in ${folder} cannot be used (${(error as Error).message}). ` +
          'Go back to the data before them: npx standpoint geo update --rollback',
        { cause: error },
      );
    }
  }
}

/**
 * Loads a snapshot that was installed (or rolled back to) since, and the operator's own files. A decision
 * reads all its facts without an await in between, so no decision mixes two snapshots, and a decision under
 * way is not touched. Opening takes a fraction of a second, in which requests wait; `prepare` does its work
 * before the new data are in use.
 */
export async function refreshGeography(
  deps: Pick<Deps, 'config' | 'log' | 'places' | 'network' | 'snapshot' | 'refused_snapshot'>,
  prepare: (places: Places) => Promise<void> = async () => {},
): Promise<void> {
  const { data_dir } = deps.config;
  if (deps.network.refresh()) deps.log.info({}, "The operator's lists and databases were read again.");
  const { name } = currentSnapshot(data_dir);
  if (name === deps.snapshot || deps.refused_snapshot === name) return;
  try {
    const { snapshot, places, network } = openGeography(data_dir, (message) => deps.log.warn({}, message));
    await prepare(places);
    Object.assign(deps, { snapshot, places, network });
    deps.log.info({ snapshot }, 'Newer geographic data are in use.');
  } catch (error) {
    deps.refused_snapshot = name;
    deps.log.error({ err: error }, 'New geographic data cannot be used; the ones in memory stay.');
  }
}

function open(
  data_dir: string,
  name: string,
  folder: string,
  warn: (message: string) => void,
  bundled?: BundledData,
): Geography {
  const missing = name === BUNDLED ? [] : missingArtefacts(folder);
  const known = name === BUNDLED ? bundled : undefined;
  if (missing.length === 0)
    return {
      snapshot: name,
      folder,
      places: known?.places ?? openPlaces(folder),
      network: openNetwork(folder, geoFolder(data_dir), known?.network),
    };
  warn(
    `The geographic data of ${name} lack ${missing.join(', ')}, which this version needs: using its own. ` +
      'Refresh them: npx standpoint geo update',
  );
  return { ...open(data_dir, BUNDLED, BUNDLED_DATA, warn), snapshot: name };
}

/** The borders alone of the snapshot in use: they tell whether a policy's codes are places. */
export function openCurrentPlaces(data_dir: string): Places {
  const { name, folder } = currentSnapshot(data_dir);
  return openPlaces(name === BUNDLED || missingArtefacts(folder).length > 0 ? BUNDLED_DATA : folder);
}

/** The data about networks of the snapshot with this name, with the operator's own files. */
export function openSnapshotNetwork(data_dir: string, name: string): Network {
  const folder = snapshotFolder(data_dir, name);
  const lacks = name !== BUNDLED && missingArtefacts(folder).length > 0;
  return openNetwork(lacks ? BUNDLED_DATA : folder, geoFolder(data_dir));
}

/** Data sets that this version needs and a snapshot of an older one lacks; with any, the bundled data are in use. */
export function missingArtefacts(folder: string): string[] {
  const has = readManifest(folder).artefacts;
  return Object.keys(readManifest().artefacts).filter((name) => !(name in has));
}

/**
 * Days since the date of the oldest data about networks; null when unknown. Borders hardly move, addresses
 * do.
 */
export function networkAgeDays({ dates }: Pick<Network, 'dates'>, now_ms: number): number | null {
  // The operator's own databases (`mmdb_…`) are the operator's to refresh.
  const ages = Object.entries(dates)
    .filter(([name]) => !name.startsWith('mmdb_'))
    .map(([, date]) => ageDays(date, now_ms))
    .filter((age) => age !== null);
  return ages.length === 0 ? null : Math.max(...ages);
}

/** One line for the operator when the data about networks are 60 days old or older; null before. */
export function ageNotice(network: Pick<Network, 'dates'>, now_ms: number): string | null {
  const age = networkAgeDays(network, now_ms);
  if (age === null || age < OLD_DAYS) return null;
  return (
    `Geographic data about networks are ${age} days old. ` +
    'Everything works; refresh them when convenient (about 2 min): npx standpoint geo update'
  );
}
