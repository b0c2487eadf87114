import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { claimsOf } from '../apps/service/testing/browser-payload.ts';
import { closeConnections } from '../proof/calls.ts';
import { newOrganization, type ProofOrganization } from '../proof/organization.ts';
import { freePorts, type Harness, openHarness } from '../proof/processes.ts';
import { preflight } from '../proof/single-use.ts';
import { type Load, PINNED, peerRate, type Round, SERVER_CORE, startLoad, startPeer } from './processes.ts';
import { cpu, median, paired, rates, spread } from './rounds.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    short: { type: 'boolean' },
    profile: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const HELP = `npm run bench -- [--short] [--check] [--only preflight|verify] [--profile FOLDER]

Speed of preflight and verify beside peers that do only what cannot be left out. See bench/README.md.
--check    exit code 1 when a bar is missed
--short    quick rounds, for trying things out
--profile  the service writes a CPU profile into this folder`;

const ROUNDS = values.short ? 3 : 7;
const SECONDS = values.short ? 2 : 6;
const AMOUNT = values.short ? 2_048 : 8_192;
const CONNECTIONS = 32;
const BARS = { preflight: 0.7, p99_ms: 15, verify: 0.5, oidc: 2 };

interface Row {
  what: string;
  figure: string;
  bar?: string;
  met?: boolean;
}
const rows: Row[] = [];
const say = (line: string) => console.log(`  ${line}`);
const wanted = (part: string) => values.only === undefined || values.only === part;

interface Bench {
  load: Load;
  service: string;
  harness: Harness;
  organization: ProofOrganization;
  ports: number[];
}

const BODY = JSON.stringify({
  customer_id: 'customer-1',
  transaction_type: 'deposit',
  transaction_id: 'tx-000001',
  name: 'Example Person',
  email: 'person@example.com',
});

async function benchPreflight({ load, service, harness, organization, ports }: Bench): Promise<void> {
  console.log('preflight against a bare route that does only the same cryptography');
  const { api_key, org } = organization;
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  const example = claimsOf(await preflight([service], api_key, 'customer-1'));
  const { epoch, enc, iss } = example;
  const bare = await startPeer('preflight', {
    BENCH_PORT: String(ports[0]),
    BENCH_KEY_SHA256: createHash('sha256').update(api_key.slice(-36, -6)).digest('hex'),
    BENCH_CLAIMS: JSON.stringify({ org, epoch, kid: enc.kid, enc, base_url: iss }),
  });
  const fire = (pid: number, base: string) => () =>
    load.round(pid, { kind: 'fire', url: `${base}/geolocation/preflight`, headers, body: BODY, connections: CONNECTIONS, duration_s: SECONDS });
  const ours = fire(harness.services[0]!.pid(), service);
  const theirs = fire(bare.pid, `http://127.0.0.1:${ports[0]}`);
  for (const warmUp of [ours, theirs]) await warmUp();
  const result = await paired(ROUNDS, ours, theirs, say);
  await bare.stop();
  const half = median(rates(result.ours)) / 2;
  const p99s: number[] = [];
  for (let i = 0; i < 3; i++)
    p99s.push(
      (await load.run({ kind: 'pace', url: `${service}/geolocation/preflight`, headers, body: BODY, rate: half, duration_s: SECONDS })).p99_ms,
    );
  const raw = await peerRate('ed25519', { BENCH_BYTES: '1024', BENCH_MS: '2000' });
  rows.push(
    { what: 'preflight, mints/s', figure: spread(rates(result.ours), 0) },
    { what: 'bare route with the same cryptography, mints/s', figure: spread(rates(result.theirs), 0) },
    { what: 'preflight / bare route', figure: spread(result.ratios, 2), bar: `≥ ${BARS.preflight}`, met: median(result.ratios) >= BARS.preflight },
    { what: 'CPU per mint, ours and the bare route, µs', figure: `${spread(cpu(result.ours), 0)}, ${spread(cpu(result.theirs), 0)}` },
    { what: 'raw Ed25519, signatures/s', figure: raw.toFixed(0) },
    { what: 'preflight / raw Ed25519', figure: (median(rates(result.ours)) / raw).toFixed(2) },
    { what: `preflight p99 at ${half.toFixed(0)}/s, ms`, figure: spread(p99s, 1), bar: `< ${BARS.p99_ms}`, met: median(p99s) < BARS.p99_ms },
  );
  await benchOidc({ load, ports }, ours);
}

async function benchOidc({ load, ports }: Pick<Bench, 'load' | 'ports'>, ours: () => Promise<Round>): Promise<void> {
  console.log('preflight against oidc-provider, client credentials, JWT access token (EdDSA)');
  const secret = randomBytes(32).toString('base64url');
  const peer = await startPeer('oidc-provider', { BENCH_PORT: String(ports[1]), BENCH_SECRET: secret });
  const headers = {
    authorization: `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = 'grant_type=client_credentials&scope=verify';
  const url = `http://127.0.0.1:${ports[1]}/token`;
  const theirs = () =>
    load.round(peer.pid, { kind: 'fire', url, headers, body, connections: CONNECTIONS, duration_s: SECONDS });
  await theirs();
  const result = await paired(Math.ceil(ROUNDS / 2), ours, theirs, say);
  await peer.stop();
  rows.push(
    { what: 'oidc-provider, client credentials, tokens/s', figure: spread(rates(result.theirs), 0) },
    { what: 'preflight / oidc-provider', figure: spread(result.ratios, 1), bar: `≥ ${BARS.oidc}`, met: median(result.ratios) >= BARS.oidc },
  );
}

function bareKeys() {
  const sig = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const enc = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const kid = () => randomBytes(32).toString('base64url');
  return { sig: { ...sig, kid: kid() }, enc: { ...enc, kid: kid() } as { kid: string; x: string; y: string } };
}

async function rowSizes(harness: Harness, org: string) {
  const { pool, close } = harness.database(1);
  const { rows: found } = await pool.query<{ sealed: number; position_sealed: number; n: number }>(
    `SELECT avg(octet_length(sealed))::int AS sealed, avg(octet_length(position_sealed))::int AS position_sealed, count(*)::int AS n
       FROM verification WHERE org = $1`,
    [org],
  );
  await close();
  return found[0]!;
}

async function benchVerify({ load, service, harness, organization, ports }: Bench): Promise<void> {
  console.log('verify against a bare route that does only the same primitives on the same PostgreSQL');
  const { api_key, org } = organization;
  const job = { kind: 'verify', connections: CONNECTIONS, api_key, mint_url: service } as const;
  const ours = () =>
    load.round(harness.services[0]!.pid(), { ...job, url: `${service}/geolocation/verify`, amount: AMOUNT });
  // Also makes the customers, so that later rounds write the same rows as the bare route.
  await load.run({ ...job, url: `${service}/geolocation/verify`, amount: 2_048 });
  const { n, ...sizes } = await rowSizes(harness, org);
  say(`a verification keeps ${sizes.sealed} + ${sizes.position_sealed} sealed bytes (average of ${n})`);
  const keys = bareKeys();
  const shared = {
    BENCH_ORG: 'org_bare',
    BENCH_SIZES: JSON.stringify(sizes),
    BENCH_DATABASE: JSON.stringify(harness.connection()),
  };
  const bare = await startPeer('verify', { ...shared, BENCH_PORT: String(ports[2]), BENCH_KEYS: JSON.stringify(keys) });
  const url = `http://127.0.0.1:${ports[2]}/geolocation/verify`;
  const theirs = () => load.round(bare.pid, { ...job, url, amount: AMOUNT, forge: keys });
  await load.run({ ...job, url, amount: 2_048, forge: keys });
  const result = await paired(ROUNDS, ours, theirs, say);
  await bare.stop();
  const alone = (connections: number) =>
    peerRate('transaction', { ...shared, BENCH_CONNECTIONS: String(connections), BENCH_MS: String(SECONDS * 1000) });
  const [one, sixteen] = [await alone(1), await alone(16)];
  rows.push(
    { what: 'verify, decisions/s', figure: spread(rates(result.ours), 0) },
    { what: 'bare route with the same primitives, commits/s', figure: spread(rates(result.theirs), 0) },
    { what: 'verify / bare route', figure: spread(result.ratios, 2), bar: `≥ ${BARS.verify}`, met: median(result.ratios) >= BARS.verify },
    { what: 'CPU per verify, ours and the bare route, µs', figure: `${spread(cpu(result.ours), 0)}, ${spread(cpu(result.theirs), 0)}` },
    { what: 'the bare transaction alone, 1 connection, commits/s', figure: one.toFixed(0) },
    { what: 'the bare transaction alone, 16 connections, commits/s', figure: sixteen.toFixed(0) },
  );
}

function printTable(): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log('\nmedian (min–max over rounds)');
  for (const { what, figure, bar, met } of rows)
    console.log(`  ${what.padEnd(width)}  ${figure.padEnd(20)}${bar ? `  bar ${bar}: ${met ? 'met' : 'MISSED'}` : ''}`.trimEnd());
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
  console.log(PINNED ? 'The measured process is on core 0, the load on core 1, PostgreSQL on either.' : 'Not pinned: this takes taskset and two cores.');
  const harness = await openHarness({
    count: 1,
    launcher: SERVER_CORE,
    node: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    member: true,
  });
  const load = await startLoad();
  try {
    const database = harness.database();
    const organization = await newOrganization(database);
    await database.close();
    const bench = { load, service: harness.services[0]!.url, harness, organization, ports: await freePorts(3) };
    if (wanted('preflight')) await benchPreflight(bench);
    if (wanted('verify')) await benchVerify(bench);
  } finally {
    load.stop();
    closeConnections();
    await harness.close();
  }
  printTable();
  return values.check && rows.some(({ met }) => met === false) ? 1 : 0;
}

process.exitCode = await main();
