import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listOrganizations } from '../../accounts/organizations.ts';
import { openRedis } from '../../calls/redis.ts';
import { redisHost } from '../../calls/shared-limits.ts';
import { type Config, readConfig } from '../../config.ts';
import { type OpenDatabase, openDatabase } from '../../database/open.ts';
import type { Deps } from '../../deps.ts';
import { examinePack } from '../../face/vision/examine.ts';
import { REVOCATION_MAX_AGE_MS } from '../../geolocation/attestation/android-key/revocation.ts';
import { ageNotice, networkAgeDays } from '../../geolocation/geodata/geography.ts';
import { BUNDLED } from '../../geolocation/geodata/snapshots.ts';
import { openDeps, PARTITIONED } from '../../main.ts';
import { readiness } from '../../pages/health.ts';
import { command, EXIT, type Terminal } from '../command.ts';
import { quiet } from '../open.ts';
import { columns } from '../print.ts';
import type { Finding } from './finding.ts';
import { listenError, wantedPorts } from './ports.ts';
import { runningServices } from './running.ts';
import { webhookFinding } from './webhook-finding.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check everything that the service needs, and say what to do',
  options: {},
  run: async ({ terminal }) => {
    const findings = await examine(terminal);
    return { ok: findings.every(({ ok }) => ok), findings };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: ({ ok, findings }) =>
    `${columns(
      findings.map(({ name, ok, says }) => [ok ? 'ok ' : 'BAD', name, says]),
      '',
    )}\n\n${ok ? 'All is well.' : 'Not all is well: see the lines marked BAD.'}`,
});

async function examine(terminal: Terminal): Promise<Finding[]> {
  const node: Finding = { name: 'node', ok: true, says: `${process.version} at ${process.execPath}` };
  let config: Config;
  try {
    config = readConfig(terminal.env);
  } catch (error) {
    return [node, { name: 'configuration', ok: false, says: (error as Error).message }];
  }
  const found = [node, { name: 'configuration', ok: true, says: `data in ${config.data_dir}` }];
  const missing = missingData(config);
  if (missing) return [...found, missing, ...(await ports(config))];
  try {
    const log = quiet(terminal);
    const database = await openDatabase(config, log, 6);
    try {
      found.push(...(await examineDatabase(config, database, log)));
    } finally {
      await database.leave();
    }
  } catch (error) {
    found.push({ name: 'database', ok: false, says: (error as Error).message });
  }
  const models = { name: 'face models', ...examinePack(config.face_pack, config.data_dir) };
  return [...found, models, await sharedLimits(config), rootKeyFile(config), ...(await services(config))];
}

async function examineDatabase(
  config: Config,
  database: OpenDatabase,
  log: ReturnType<typeof quiet>,
): Promise<Finding[]> {
  const { deps, close } = await openDeps(config, database, log);
  try {
    return [
      databaseFinding(database),
      ...(await readinessFindings(deps)),
      geographicData(deps),
      ...(await revokedKeys(deps)),
      await organizationFinding(deps),
      await webhookFinding(deps),
    ];
  } finally {
    await close();
  }
}

function databaseFinding({ embedded }: OpenDatabase): Finding {
  if (!embedded) return { name: 'database', ok: true, says: 'PostgreSQL at DATABASE_URL, safe to use' };
  const { version, location, uid, relocated } = embedded;
  const who = uid === undefined ? '' : `, as uid ${uid} because PostgreSQL refuses to run as root`;
  const why = relocated ? ' (outside the data directory, which that account cannot reach)' : '';
  return { name: 'database', ok: true, says: `embedded PostgreSQL ${version} in ${location}${why}${who}` };
}

async function readinessFindings(deps: Deps): Promise<Finding[]> {
  const checks = await readiness(deps, { partitioned: PARTITIONED });
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

function geographicData({ snapshot, network, clock }: Deps): Finding {
  const which = snapshot === BUNDLED ? 'came with the service' : `updated ${snapshot.slice(0, 8)}`;
  const age = networkAgeDays(network, clock.now());
  const unusable = network.refused.map(({ file, reason }) => `${file}: ${reason}`).join('; ');
  if (unusable) return { name: 'geographic data', ok: false, says: `files that are not used: ${unusable}` };
  return {
    name: 'geographic data',
    ok: true,
    says:
      ageNotice(network, clock.now()) ??
      `${which}; network data are ${age === null ? 'of unknown age' : `${age} days old`}`,
  };
}

/**
 * Without a fresh list, no Android attestation is accepted. Reported only when an organization has Android
 * apps.
 */
async function revokedKeys({ database, attestation, clock }: Deps): Promise<Finding[]> {
  const all = await listOrganizations(database.db);
  if (!all.some(({ settings }) => settings.apps?.android?.length)) return [];
  const list = attestation.revocations.current();
  const days = list && Math.floor((clock.now() - list.fetched_ms) / 86_400_000);
  const ok = list !== null && clock.now() - list.fetched_ms <= REVOCATION_MAX_AGE_MS;
  const says = list ? `${list.entries.size} entries, ${days} days old` : 'there is no list';
  const help = '; no Android attestation is accepted: see “Apps and attestations” in docs/operations.md';
  return [{ name: 'revoked keys', ok, says: ok ? says : says + help }];
}

async function organizationFinding({ database }: Deps): Promise<Finding> {
  const all = await listOrganizations(database.db);
  const says =
    all.length > 0
      ? all.map(({ name }) => name).join(', ')
      : 'none yet: npx standpoint start creates one, or npx standpoint orgs create --name NAME';
  return { name: 'organizations', ok: true, says };
}

/** Patient: a slow Redis is told apart from none. */
const REDIS_MS = 1_000;

async function sharedLimits({ redis_url }: Config): Promise<Finding> {
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

function rootKeyFile({ root_key, data_dir }: Config): Finding {
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

/**
 * Why checking the database would be pointless: the check would create what is missing, and an empty database
 * or a new root key would look healthy.
 */
function missingData(config: Config): Finding | null {
  if (config.database_url) return null;
  const { data_dir } = config;
  if (!existsSync(join(data_dir, 'cluster.json')))
    return {
      name: 'data',
      ok: false,
      says:
        `there is none in ${data_dir}: run doctor in the folder where the service runs, name its data with ` +
        'STANDPOINT_DATA_DIR, or begin with npx standpoint start',
    };
  const root_key = rootKeyFile(config);
  return root_key.ok ? null : root_key;
}

/** The services that run on these data; without one, the ports that the next start needs. */
async function services(config: Config): Promise<Finding[]> {
  const running = runningServices(config.data_dir);
  if (running.length === 0) return ports(config);
  return Promise.all(
    running.map(async ({ pid, address }) => {
      const ok = await answers(address);
      const says = ok
        ? `process ${pid} answers at ${address}`
        : `process ${pid} does not answer at ${address}: look at its log, then start it again`;
      return { name: 'service', ok, says };
    }),
  );
}

const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) })
    .then((response) => response.ok && response.headers.has('x-request-id'))
    .catch(() => false);

/** A port must be free, or used by this service; another program on it will stop the start. */
async function ports(config: Config): Promise<Finding[]> {
  const { host } = config;
  return Promise.all(
    wantedPorts(config).map(async (number) => {
      const name = `port ${number}`;
      if (!(await listenError(host, number))) return { name, ok: true, says: 'free' };
      const ours = await answers(`http://${host.includes(':') ? `[${host}]` : host}:${number}`);
      return {
        name,
        ok: ours,
        says: ours ? 'the service answers there' : 'in use by something else: choose another',
      };
    }),
  );
}
