import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listOrganizations } from '../accounts/organizations.ts';
import { openRedis } from '../calls/redis.ts';
import { redisHost } from '../calls/shared-limits.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { REVOCATION_MAX_AGE_MS } from '../geolocation/attestation/android-key/revocation.ts';
import { ageNotice, networkAgeDays } from '../geolocation/geodata/geography.ts';
import { BUNDLED } from '../geolocation/geodata/snapshots.ts';
import type { Readiness } from '../pages/health.ts';
import type { Finding } from './finding.ts';

/** What this node needs to mint and spend tokens; `checks` as `/readyz` makes them. */
export function readinessFindings(deps: Pick<Deps, 'clock'>, checks: Readiness): Finding[] {
  const { serving: _serving, database: _database, ...rest } = checks;
  const drift = Math.round(deps.clock.offset_ms);
  const says: Record<string, string> = {
    epoch: 'tokens are bound to this state of the database',
    clock: `${Math.abs(drift)} ms ${drift < 0 ? 'behind' : 'ahead of'} the clock of this machine`,
    signing_keys: 'active in both environments',
    partitions: 'there for the hours ahead',
  };
  return Object.entries(rest).map(([name, { ok, why }]) => ({
    name: name.replace('_', ' '),
    ok,
    says: ok ? (says[name] ?? '') : (why ?? ''),
  }));
}

type Address = Pick<Config, 'base_url' | 'port'>;

/**
 * Says so when the base address is of this computer and of a port where this service does not listen. It may be the
 * address of an app, whose code reads the same variable. Tokens would name an address that does not answer them.
 */
export function addressDoubt({ base_url, port }: Address): string | null {
  const { hostname, protocol, port: named } = new URL(base_url);
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) return null;
  const wanted = Number(named || (protocol === 'https:' ? 443 : 80));
  if (wanted === port || port === 0) return null;
  return (
    `STANDPOINT_BASE_URL is ${base_url}, but this service listens on port ${port}. ` +
    'If that is the address of your app or of the sandbox, unset the variable here. ' +
    'If a proxy there leads to this service, all is well'
  );
}

export const baseAddress = (config: Address): Finding[] => {
  const says = addressDoubt(config);
  return says === null ? [] : [{ name: 'base address', ok: true, says, but: 'warning' }];
};

export function geographicData({
  snapshot,
  network,
  clock,
}: Pick<Deps, 'snapshot' | 'network' | 'clock'>): Finding {
  const which = snapshot === BUNDLED ? 'came with the service' : `updated ${snapshot.slice(0, 8)}`;
  const age = networkAgeDays(network, clock.now());
  const unusable = network.refused.map(({ file, reason }) => `${file}: ${reason}`).join('; ');
  if (unusable) return { name: 'geographic data', ok: false, says: `files that are not used: ${unusable}` };
  const notice = ageNotice(network, clock.now());
  const but = notice ? ('warning' as const) : age === null ? ('unknown' as const) : undefined;
  return {
    name: 'geographic data',
    ok: true,
    says: notice ?? `${which}; network data are ${age === null ? 'of unknown age' : `${age} days old`}`,
    ...(but && { but }),
  };
}

/**
 * Without a fresh list, no Android attestation is accepted. Reported only when an organization has Android
 * apps.
 */
export async function revokedKeys({
  database,
  attestation,
  clock,
}: Pick<Deps, 'database' | 'attestation' | 'clock'>): Promise<Finding[]> {
  const all = await listOrganizations(database.db);
  if (!all.some(({ settings }) => settings.apps?.android?.length)) return [];
  const list = attestation.revocations.current();
  const days = list && Math.floor((clock.now() - list.fetched_ms) / 86_400_000);
  const ok = list !== null && clock.now() - list.fetched_ms <= REVOCATION_MAX_AGE_MS;
  const says = list ? `${list.entries.size} entries, ${days} days old` : 'there is no list';
  const help = '; no Android attestation is accepted: see “Apps and attestations” in docs/operations.md';
  return [{ name: 'revoked keys', ok, says: ok ? says : says + help }];
}

/** Patient: a slow Redis is told apart from none. */
const REDIS_MS = 1_000;

export async function sharedLimits({ redis_url }: Config): Promise<Finding> {
  const name = 'limits';
  if (!redis_url)
    return { name, ok: true, says: 'not shared: each node counts by itself; set REDIS_URL to share them' };
  try {
    const began = performance.now();
    (await openRedis(redis_url, REDIS_MS)).close();
    const took = Math.round(performance.now() - began);
    return { name, ok: true, says: `shared through Redis at ${redisHost(redis_url)}, reached in ${took} ms` };
  } catch (error) {
    const why = (error as Error).message;
    const says = `Redis at ${redisHost(redis_url)} does not answer (${why}): each node counts by itself`;
    return { name, ok: false, says };
  }
}

const ROOT_KEY_REMEDY =
  'copy it back from your backup, or set STANDPOINT_ROOT_KEY; without any data yet, the first start creates it';

export function rootKeyFile({ root_key, data_dir }: Config): Finding {
  if (root_key) return { name: 'root key', ok: true, says: 'from STANDPOINT_ROOT_KEY' };
  const file = join(data_dir, 'root.key');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return { name: 'root key', ok: false, says: `${file} is missing: ${ROOT_KEY_REMEDY}` };
  const ok = (found.mode & 0o077) === 0;
  const keep = 'keep a copy: without it, stored data cannot be read';
  return {
    name: 'root key',
    ok,
    says: ok ? `${file}; ${keep}` : `${file} can be read by other users: run chmod 600 on it`,
  };
}

/** Only where a file is named. A running service says what it last found; a command looks at the file itself. */
export async function mapTiles(
  { map_tiles }: Config,
  problemOf: () => Promise<string | null>,
): Promise<Finding[]> {
  if (map_tiles === null) return [];
  const problem = await problemOf();
  return [{ name: 'map tiles', ok: problem === null, says: problem ?? `${map_tiles} can be shown` }];
}
