import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ROUTES } from './app.ts';
import type { Config } from './config.ts';
import { replayLedger } from './customers/replay.ts';
import type { EmbeddedFacts } from './database/embedded/embedded.ts';
import { openDatabase } from './database/open.ts';
import { PARTITIONED } from './database/partitions.ts';
import type { Deps } from './deps.ts';
import { openRunner } from './face/runner/open.ts';
import { warmRules } from './geolocation/geodata/rules/warm-rules.ts';
import { chores, startHousekeeping } from './housekeeping.ts';
import { atOnce, type Drain } from './http/drain.ts';
import { allOrNothing } from './http/going-down.ts';
import { listen } from './http/listen.ts';
import { buildServer, type Plugin } from './http/server.ts';
import { keepDelivering } from './webhooks/worker.ts';
import { openDeps } from './world/open.ts';
import type { Replacements } from './world/replacements.ts';

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

/** What the opened data need before the first request. */
async function prepare(deps: Deps): Promise<void> {
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
    database.serving();
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
