import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listOrganizations } from '../../accounts/organizations.ts';
import { type Config, readConfig } from '../../config.ts';
import { type OpenDatabase, openDatabase } from '../../database/open.ts';
import { PARTITIONED } from '../../database/partitions.ts';
import type { Deps } from '../../deps.ts';
import { examinePack } from '../../face/vision/examine.ts';
import { readiness } from '../../pages/health.ts';
import { KeyStoreRefused } from '../../privacy/keys/store.ts';
import type { Finding } from '../../system/finding.ts';
import {
  baseAddress,
  geographicData,
  mapTiles,
  readinessFindings,
  revokedKeys,
  rootKeyFile,
  sharedLimits,
} from '../../system/findings.ts';
import { keyStoreFinding } from '../../system/key-store-finding.ts';
import { roleFindings } from '../../system/role-findings.ts';
import { webhookFinding } from '../../system/webhook-finding.ts';
import { tilesProblem } from '../../tiles/map-tiles.ts';
import { openDeps } from '../../world/open.ts';
import { command, EXIT, type Terminal } from '../command.ts';
import { quiet } from '../open.ts';
import { findingsText } from '../print.ts';
import { listenError, wantedPorts } from './ports.ts';
import { runningServices } from './running.ts';

export const doctor = command({
  name: 'doctor',
  summary: 'Check everything that the service needs, and say what to do',
  options: {},
  run: async ({ terminal }) => {
    const findings = await examine(terminal);
    return { ok: findings.every(({ ok }) => ok), findings };
  },
  exit: ({ ok }) => (ok ? EXIT.ok : EXIT.refused),
  text: ({ findings }) => findingsText(findings),
});

async function examine(terminal: Terminal): Promise<Finding[]> {
  const node: Finding = { name: 'node', ok: true, says: `${process.version} at ${process.execPath}` };
  let config: Config;
  try {
    config = readConfig(terminal.env);
  } catch (error) {
    return [node, { name: 'configuration', ok: false, says: (error as Error).message }];
  }
  const settings = { name: 'configuration', ok: true, says: `data in ${config.data_dir}` };
  const tiles = await mapTiles(config, () => tilesProblem(config.map_tiles));
  const found: Finding[] = [node, settings, ...baseAddress(config), ...tiles];
  const missing = missingData(config);
  if (missing) return [...found, missing, ...(await ports(config))];
  try {
    const database = await openDatabase(config, quiet(terminal), 6);
    try {
      found.push(...(await examineDatabase(config, database, terminal)));
    } finally {
      await database.leave();
    }
  } catch (error) {
    const name = error instanceof KeyStoreRefused ? 'key store' : 'database';
    found.push({ name, ok: false, says: (error as Error).message });
  }
  const models = { name: 'face models', ...examinePack(config.face_pack, config.data_dir) };
  return [...found, models, await sharedLimits(config), rootKeyFile(config), ...(await services(config))];
}

async function examineDatabase(
  config: Config,
  database: OpenDatabase,
  terminal: Terminal,
): Promise<Finding[]> {
  const { bundled } = terminal;
  const { deps, close } = await openDeps(config, database, quiet(terminal), { bundled });
  try {
    return [
      databaseFinding(database),
      await keyStoreFinding(deps, { counting: true }),
      ...(await roleFindings(database, config)),
      ...readinessFindings(deps, await readiness(deps, { partitioned: PARTITIONED })),
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

async function organizationFinding({ database }: Deps): Promise<Finding> {
  const all = await listOrganizations(database.db);
  const says =
    all.length > 0
      ? all.map(({ name }) => name).join(', ')
      : 'none yet: npx standpoint start creates one, or npx standpoint orgs create --name NAME';
  return { name: 'organizations', ok: true, says };
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
