import type { FastifyBaseLogger } from 'fastify';
import { Arrivals } from '../calls/arrivals.ts';
import { Gcra } from '../calls/gcra.ts';
import { StatusWaiters } from '../calls/long-poll.ts';
import { Readers } from '../calls/readers.ts';
import { cryptoDraw } from '../chance.ts';
import type { Config } from '../config.ts';
import { openDatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connect.ts';
import { openEpoch } from '../database/epoch.ts';
import { refuseUnsafe } from '../database/guard.ts';
import { openNotices } from '../database/listen.ts';
import { bringUpToDate } from '../database/migrate.ts';
import { keepPartitions, PARTITIONED } from '../database/partitions.ts';
import type { Deps } from '../deps.ts';
import { openEgress } from '../egress/egress.ts';
import { BacktestRuns } from '../geolocation/policies/replays/runs.ts';
import { Misses } from '../handoff/short-code.ts';
import { allOrNothing, endNewestFirst, GoingDown, type Part } from '../http/going-down.ts';
import { Live } from '../live/hub.ts';
import { openPeople } from '../people/people.ts';
import { openEnvelope } from '../privacy/envelope.ts';
import { openDataKeys } from '../privacy/keys/open-data-keys.ts';
import { PackageShelf } from '../registry/shelf.ts';
import { rootKey } from '../root-key.ts';
import { Fillings } from '../seed/button/fillings.ts';
import { MapTiles } from '../tiles/map-tiles.ts';
import { SeenProofs } from '../tokens/proof.ts';
import { openKeyRing } from '../tokens/signing-keys.ts';
import { spentMemory } from '../tokens/spent-memory.ts';
import { countedToTheEnd, forgetOnNotice } from './ends.ts';
import { METERS, openAccounts, openCounts, openFace, openGeolocation, openShared } from './parts.ts';
import type { Replacements } from './replacements.ts';

const CHANNELS = [
  'standpoint_config',
  'standpoint_erased',
  'standpoint_face',
  'standpoint_gallery',
  'standpoint_live',
  'standpoint_location',
] as const;

interface OpenDeps {
  deps: Deps;
  close(): Promise<void>;
}

/**
 * Opens everything a handler needs on a database: refuses an unsafe server, migrates, reads keys, fence and
 * data. Nothing stays open when it fails.
 */
export const openDeps = (
  config: Config,
  database: Database,
  log: FastifyBaseLogger,
  replace: Replacements = {},
): Promise<OpenDeps> =>
  allOrNothing(log, async (opened) => {
    const base = await openBase(config, database, log, replace, opened);
    const shared = await openShared(base, replace);
    if (shared) opened.push({ name: 'shared limits', end: () => shared.close() });
    const deps: Deps = {
      ...base,
      keys: await openKeyRing(database.pool, base.envelope.subkey('signing-keys'), log),
      ...openAccounts(database),
      ...openGeolocation(base, replace),
      ...openFace(base, replace),
      limiter: shared ?? new Gcra(),
      address_limits: config.address_limits,
      ...openCounts(),
      spent: spentMemory(),
      proofs: new SeenProofs(),
      waiters: new StatusWaiters(base.notices, ['standpoint_face', 'standpoint_location']),
      misses: new Misses(log),
      live: new Live(base),
      going_down: new GoingDown(),
      arrivals: new Arrivals(),
      readers: new Readers(),
      backtests: new BacktestRuns(),
      fillings: new Fillings(),
      draw: replace.draw ?? cryptoDraw,
      tiles: new MapTiles(config.map_tiles, log),
      packages: new PackageShelf(base, replace.packed_tree ?? (async () => [])),
      people: openPeople(base),
      egress: replace.egress ?? openEgress({ allow: config.egress_allow }),
      ...METERS,
    };
    const final = replace.deps?.(deps) ?? deps;
    opened.push(...partsOf(final));
    return { deps: final, close: () => endNewestFirst(opened) };
  });

/** What ends with the world, the last first. */
const partsOf = (deps: Deps): Part[] => [
  { name: 'back-tests', end: () => deps.backtests.close() },
  { name: 'made-up people', end: () => deps.fillings.close() },
  { name: 'map tiles', end: () => deps.tiles.close() },
  { name: 'egress', end: () => deps.egress.close() },
  { name: 'galleries', end: () => deps.galleries.close() },
  { name: 'live streams', end: () => deps.live.close() },
  { name: 'notices heard', end: forgetOnNotice(deps) },
  { name: 'counts of the last minute', end: () => countedToTheEnd(deps) },
];

async function openBase(
  config: Config,
  database: Database,
  log: FastifyBaseLogger,
  replace: Replacements,
  opened: Part[],
) {
  const { pool, watch, owner } = database;
  await refuseUnsafe(pool);
  await bringUpToDate(database, log);
  await keepPartitions(owner, { tables: PARTITIONED, reader: pool, log });
  const epoch = await openEpoch(watch, { strict: config.database_url === null, log });
  opened.push({ name: 'epoch', end: () => epoch.close() });
  const clock = await (replace.clock?.(database) ?? openDatabaseClock(watch));
  opened.push({ name: 'clock', end: () => clock.close() });
  const notices = await openNotices(database, CHANNELS, log);
  opened.push({ name: 'notices', end: () => notices.close() });
  const envelope = openEnvelope(rootKey(config));
  const keys = await openDataKeys(config, { database, envelope, clock, log });
  opened.push({ name: 'data keys', end: () => keys.data_keys.close() });
  return { config, log, database, epoch, clock, notices, envelope, ...keys };
}
