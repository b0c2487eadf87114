import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { openKeyCache } from './accounts/key-cache.ts';
import { openOrganizations } from './accounts/organizations.ts';
import { openPolicies } from './accounts/policies.ts';
import { openWorkflows } from './accounts/workflows.ts';
import { ROUTES } from './app.ts';
import { RefusedCredentials } from './audit/refused-credentials.ts';
import { Arrivals } from './calls/arrivals.ts';
import { Gcra } from './calls/gcra.ts';
import { StatusWaiters } from './calls/long-poll.ts';
import { Readers } from './calls/readers.ts';
import { openSharedLimits, type SharedLimits, type SharedOptions } from './calls/shared-limits.ts';
import { cryptoDraw, type Draw } from './chance.ts';
import type { Config } from './config.ts';
import { replayLedger } from './customers/replay.ts';
import { type DatabaseClock, openDatabaseClock } from './database/clock.ts';
import type { Database } from './database/connect.ts';
import type { EmbeddedFacts } from './database/embedded/embedded.ts';
import { openEpoch } from './database/epoch.ts';
import { refuseUnsafe } from './database/guard.ts';
import { openNotices } from './database/listen.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { keepPartitions, PARTITIONED } from './database/partitions.ts';
import type { Deps } from './deps.ts';
import { SdkSeen } from './developer/sdk-seen.ts';
import { type Egress, openEgress } from './egress/egress.ts';
import { type FaceParts, newFaceParts } from './face/parts.ts';
import { openRunner } from './face/runner/open.ts';
import { Galleries } from './face/templates/dedupe/galleries.ts';
import { openAttestation } from './geolocation/attestation/attestation.ts';
import { ageNotice, type BundledData, openGeography } from './geolocation/geodata/geography.ts';
import { warmRules } from './geolocation/geodata/rules/warm-rules.ts';
import { BacktestRuns } from './geolocation/policies/replays/runs.ts';
import { Misses } from './handoff/short-code.ts';
import { chores, startHousekeeping } from './housekeeping.ts';
import { atOnce, type Drain } from './http/drain.ts';
import { allOrNothing, endNewestFirst, GoingDown, type Part } from './http/going-down.ts';
import { listen } from './http/listen.ts';
import { contradictions, verifications } from './http/metrics.ts';
import { buildServer, type Plugin } from './http/server.ts';
import { Live } from './live/hub.ts';
import { Tally } from './overview/tally.ts';
import { openPeople } from './people/people.ts';
import { openEnvelope } from './privacy/envelope.ts';
import { openDataKeys } from './privacy/keys/open-data-keys.ts';
import { PackageShelf, type PackedTree } from './registry/shelf.ts';
import { rootKey } from './root-key.ts';
import { Fillings } from './seed/button/fillings.ts';
import { MapTiles } from './tiles/map-tiles.ts';
import { SeenProofs } from './tokens/proof.ts';
import { openKeyRing } from './tokens/signing-keys.ts';
import { spentMemory } from './tokens/spent-memory.ts';
import { keepDelivering } from './webhooks/worker.ts';

export { PARTITIONED };

const CHANNELS = [
  'standpoint_config',
  'standpoint_erased',
  'standpoint_face',
  'standpoint_gallery',
  'standpoint_live',
  'standpoint_location',
] as const;

/** Stand-ins that tests put in place of the real parts. */
export interface Replacements {
  clock?: (database: Database) => Promise<DatabaseClock>;
  draw?: Draw;
  face?: Partial<FaceParts>;
  egress?: Egress;
  deps?: (deps: Deps) => Deps;
  /** How patient the service is with Redis, in milliseconds. */
  redis?: Pick<SharedOptions, 'answer_ms' | 'retry_ms'>;
  /** The packages of this clone. */
  packed_tree?: PackedTree;
  /** Already in memory: read once for many services. */
  bundled?: BundledData;
}

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
  await migrate(owner, { log, grant_to: await database.service_role() });
  await keepPartitions(owner, { tables: PARTITIONED, log });
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

type Base = Pick<
  Deps,
  'config' | 'log' | 'database' | 'clock' | 'notices' | 'envelope' | 'data_keys' | 'ledger'
>;

const openAccounts = ({ db }: Database) => ({
  api_keys: openKeyCache(db),
  organizations: openOrganizations(db),
  workflows: openWorkflows(db),
  policies: openPolicies(db),
});

/** What is counted for the metrics. */
const METERS: Pick<Deps, 'decided' | 'contradicted'> = {
  decided: (env, decision) => verifications.inc({ env, decision }),
  contradicted: (area, env) => contradictions.inc({ area, env }),
};

/** What is counted in memory and written down every minute. */
const openCounts = () => ({
  refused: new RefusedCredentials(),
  sdk_seen: new SdkSeen(),
  tally: new Tally(),
});

const openShared = async (
  { config, envelope, log }: Base,
  { redis }: Replacements,
): Promise<SharedLimits | null> =>
  config.redis_url === null
    ? null
    : openSharedLimits({ url: config.redis_url, subkey: envelope.subkey('limits'), log, ...redis });

function openGeolocation({ config, clock, log }: Base, { bundled }: Replacements) {
  const { places, network, snapshot } = openGeography(
    config.data_dir,
    (message) => log.warn({}, message),
    bundled,
  );
  const attestation = openAttestation(
    config.data_dir,
    () => clock.now(),
    (error) => log.warn({ err: error }, 'The list of revoked attestation keys cannot be read.'),
  );
  const lists_tried = new Map<string, number>();
  return { places, network, snapshot, refused_snapshot: null, lists_tried, attestation };
}

const openFace = (base: Base, { face }: Replacements) => ({
  face: { ...newFaceParts(base.config), ...face },
  pinned_workflows: new Map(),
  transforms: new Map(),
  galleries: new Galleries(base, base.config.gallery_mb * 2 ** 20),
});

/** What was counted in the last minute; a database that is gone does not stop the end. */
async function countedToTheEnd({ refused, sdk_seen, tally, database, log }: Deps): Promise<void> {
  await refused
    .flush(database.db)
    .catch((err) => log.warn({ err }, 'The last refused credentials could not be noted in the audit log.'));
  await sdk_seen
    .flush(database.db)
    .catch((err) => log.warn({ err }, 'The last versions of clients could not be counted.'));
  await tally.flush(database.db).catch((err) => log.warn({ err }, 'The last places could not be counted.'));
}

/** Another node changed accounts or keys, or erased a person: this node forgets what it remembers of them. */
function forgetOnNotice(deps: Deps): () => void {
  const ends = [
    deps.notices.on('standpoint_config', () => forgetConfiguration(deps)),
    // Empty where notices may have been missed.
    deps.notices.on('standpoint_erased', (key_id) =>
      key_id ? deps.data_keys.forget(key_id) : deps.data_keys.forgetAll(),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function forgetConfiguration(deps: Deps): void {
  for (const memory of [deps.api_keys, deps.organizations, deps.workflows, deps.policies]) memory.clear();
  deps.keys
    .refresh()
    .catch((error) => deps.log.warn({ err: error }, 'Signing keys could not be read again.'));
  void warmRules(deps);
}

export interface Service {
  app: FastifyInstance;
  deps: Deps;
  embedded: EmbeddedFacts | null;
  /** Ends what is running and leaves the database. Without `how`, at once. */
  close(how?: Drain): Promise<void>;
}

/** Built and listening on every port, or nothing of it left. */
async function serve(deps: Deps, plugins: readonly Plugin[]) {
  const app = await buildServer(deps, ROUTES, plugins);
  const listening = await listen(app, deps).catch(async (error) => {
    await app.close();
    throw error;
  });
  return { app, listening };
}

function warnOfAge({ network, clock, log }: Deps): void {
  const old = ageNotice(network, clock.now());
  if (old) log.warn({}, old);
}

/** What the opened data need before the first request. */
async function prepare(deps: Deps): Promise<void> {
  warnOfAge(deps);
  // For its warning in the log. The start does not wait for a share that hangs.
  void deps.tiles.current();
  await replayLedger(deps);
  void deps.data_keys.prepare();
  await warmRules(deps);
}

/** The whole service, listening. Nothing stays open when it fails. */
export const startService = (
  config: Config,
  log: FastifyBaseLogger,
  plugins: readonly Plugin[] = [],
  replace: Replacements = {},
): Promise<Service> =>
  allOrNothing(log, async (opened) => {
    const database = await openDatabase(config, log, 20);
    opened.push({ name: 'database', end: () => database.leave() });
    const { deps, close } = await openDeps(config, database, log, replace);
    opened.push({ name: 'memory of this node', end: close });
    await prepare(deps);
    const closeRunner = openRunner(deps);
    opened.push({ name: 'face models', end: closeRunner });
    const stopDelivering = await keepDelivering(deps);
    opened.push({ name: 'webhook deliveries', end: stopDelivering });
    const { app, listening } = await serve(deps, plugins);
    const stopHousekeeping = startHousekeeping(deps, chores(PARTITIONED));
    return {
      app,
      deps,
      embedded: database.embedded,
      close: (how = atOnce()) => {
        // Webhooks stop beside the requests: both may take long, and neither needs the other.
        const delivered = stopDelivering();
        delivered.catch(() => {});
        // Requests first, because they use everything else; the database last, because everything uses it.
        return deps.going_down.end([
          { name: 'requests under way', end: () => listening.close(how) },
          { name: 'webhook deliveries', end: () => delivered },
          { name: 'captures being judged', end: () => deps.face.judging.done(how.give_up) },
          { name: 'housekeeping', end: stopHousekeeping },
          { name: 'face models', end: closeRunner },
          // The models judge no capture any more: what waited for them gives its attempt back.
          { name: 'captures given back', end: () => deps.face.judging.done(AbortSignal.timeout(2_000)) },
          { name: 'memory of this node', end: close },
          { name: 'database', end: () => database.leave() },
        ]);
      },
    };
  });
