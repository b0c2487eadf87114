import { MANAGERS, readSystem, type System } from '@standpoint/contract';
import { sql } from 'kysely';
import { PARTITIONED } from '../database/partitions.ts';
import type { Deps } from '../deps.ts';
import { dataAge } from '../geolocation/geodata/age.ts';
import { readiness } from '../pages/health.ts';
import { VERSION } from '../pages/page.ts';
import { type Handler, type Route, route } from '../route.ts';
import type { Finding } from './finding.ts';
import {
  geographicData,
  mapTiles,
  readinessFindings,
  revokedKeys,
  rootKeyFile,
  sharedLimits,
} from './findings.ts';
import { keyStoreFinding } from './key-store-finding.ts';
import { roleFindings } from './role-findings.ts';
import { webhookFinding } from './webhook-finding.ts';

/** Some checks store and delete, others wait for another server: however many ask, they are made this seldom. */
const FRESH_MS = 30_000;

interface Look {
  at: number;
  findings: Promise<Finding[]>;
}
const looks = new WeakMap<object, Look>();

function findingsOf(deps: Deps, now: number): Look {
  const last = looks.get(deps.database);
  if (last && now - last.at < FRESH_MS && now >= last.at) return last;
  const look = { at: now, findings: examine(deps) };
  looks.set(deps.database, look);
  // What failed is not kept as an answer.
  look.findings.catch(() => looks.delete(deps.database));
  return look;
}

type Check = () => Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;

/** What a check that throws would have said is not known; the others are made all the same. */
export async function madeEach(checks: Record<string, Check>, log: Deps['log']): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<readonly Finding[]> => {
      try {
        return [await check()].flat();
      } catch (error) {
        log.warn({ err: error, check: name }, 'A check of the system could not be made.');
        return [{ name, ok: false, but: 'unknown', says: `not checked: ${(error as Error).message}` }];
      }
    }),
  );
  return found.flat();
}

async function examine(deps: Deps): Promise<Finding[]> {
  const { config, database } = deps;
  const checks = await readiness(deps, { partitioned: PARTITIONED });
  return madeEach(
    {
      database: () => databaseFinding(deps, checks.database?.ok ?? false),
      'key store': () => keyStoreFinding(deps, { counting: false }),
      'database role': () => roleFindings(database, config),
      readiness: () => readinessFindings(deps, checks),
      'geographic data': () => geographicData(deps),
      'revoked keys': () => revokedKeys(deps),
      limits: () => sharedLimits(config),
      'root key': () => rootKeyFile(config),
      mail: () => mailFinding(deps),
      'map tiles': () => mapTiles(config, () => deps.tiles.problem()),
      'outgoing calls': () => egressFinding(deps),
    },
    deps.log,
  );
}

/**
 * What says nothing of the machine. Whatever is not named here is for owners and admins, and for them only where
 * theirs is the only organization: a tenant is not the operator, whose command is `doctor`.
 */
const FOR_ALL: ReadonlySet<string> = new Set([
  'clock',
  'epoch',
  'partitions',
  'revoked keys',
  'signing keys',
  'webhooks',
]);

const findingFor =
  (manages: boolean) =>
  ({ name, ok, says, but }: Finding): System['findings'][number] => ({
    name,
    state: but ?? (ok ? 'fine' : 'failing'),
    says: manages || FOR_ALL.has(name) ? says : null,
  });

const databaseFinding = ({ config }: Deps, ok: boolean): Finding => ({
  name: 'database',
  ok,
  says: config.database_url === null ? 'embedded PostgreSQL' : 'PostgreSQL at DATABASE_URL',
});

const mailFinding = ({ config }: Deps): Finding => ({
  name: 'mail',
  ok: true,
  says: config.smtp_url
    ? `invitations and resets go out through ${new URL(config.smtp_url).hostname}`
    : 'no mail server: links of invitations and resets are shown to copy; set STANDPOINT_SMTP_URL to send them',
});

const egressFinding = ({ config }: Deps): Finding => ({
  name: 'outgoing calls',
  ok: true,
  says:
    config.egress_allow.length === 0
      ? 'webhooks go to public addresses over https alone'
      : `webhooks also go to ${config.egress_allow.join(', ')}, which STANDPOINT_EGRESS_ALLOW lets through`,
});

interface Facts {
  nodes: number;
  version: string;
  shared: boolean;
}

async function facts({ database }: Deps): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT current_setting('server_version') AS version, (SELECT count(*) > 1 FROM organization) AS shared,
           (SELECT count(*)::int FROM worker_pool WHERE seen_at > now() - interval '15 seconds') AS nodes`.execute(
    database.db,
  );
  return rows[0]!;
}

const readSystemHandler: Handler<typeof readSystem> = async (
  { caller: { org, role }, ip },
  deps,
): Promise<System> => {
  const { config, network, clock } = deps;
  const look = findingsOf(deps, Date.now());
  const [found, own, { nodes, version, shared }] = await Promise.all([
    look.findings,
    webhookFinding(deps, org),
    facts(deps),
  ]);
  return {
    checked_at: new Date(look.at).toISOString(),
    findings: [...found, own].map(findingFor(!shared && role !== null && MANAGERS.includes(role))),
    // A node that has just started, or delivers nothing, has given no sign yet.
    nodes: Math.max(1, nodes),
    versions: { service: VERSION, node: process.version, database: version },
    data: Object.entries(dataAge(network.dates, clock.now())).map(([name, age_days]) => ({ name, age_days })),
    addresses: {
      base_url: config.base_url,
      sandbox_base_url: config.sandbox_base_url,
      face_base_url: config.face_base_url,
      yours: ip,
      trusted_proxies: config.trusted_proxies.length,
    },
  };
};

export const SYSTEM_ROUTES: readonly Route[] = [route(readSystem, readSystemHandler)];
