import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Harness } from '../proof/processes.ts';
import { BARS, type Bench, CONNECTIONS, type Row } from './bench.ts';
import { peerRate, startPeer } from './processes.ts';
import { cpu, median, paired, rates, spread } from './rounds.ts';

function bareKeys() {
  const sig = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const enc = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const kid = () => randomBytes(32).toString('base64url');
  return {
    sig: { ...sig, kid: kid() },
    enc: { ...enc, kid: kid() } as { kid: string; x: string; y: string },
  };
}

async function rowSizes(harness: Harness, org: string) {
  const { pool, close } = harness.database(1);
  const { rows: found } = await pool.query<{ sealed: number; position_sealed: number; n: number }>(
    `SELECT avg(octet_length(sealed))::int AS sealed,
            avg(octet_length(position_sealed))::int AS position_sealed, count(*)::int AS n
       FROM verification WHERE org = $1`,
    [org],
  );
  await close();
  return found[0]!;
}

const PATH = '/geolocation/verify';

export async function benchVerify(bench: Bench): Promise<void> {
  const { load, service, harness, organization, ports, amount } = bench;
  console.log('verify against a bare route that does only the same primitives on the same PostgreSQL');
  const { api_key, org } = organization;
  const job = { kind: 'verify', connections: CONNECTIONS, api_key, mint_url: service } as const;
  const own = { ...job, url: service + PATH };
  // This also creates the customers, so that later rounds write the same rows as the bare route.
  for (let i = 0; i < bench.warm_ups; i++) await load.run({ ...own, amount: 4_096 });
  const { n, ...sizes } = await rowSizes(harness, org);
  bench.say(`a verification keeps ${sizes.sealed} + ${sizes.position_sealed} sealed bytes (average of ${n})`);
  const keys = bareKeys();
  const shared = {
    BENCH_ORG: 'org_bare',
    BENCH_SIZES: JSON.stringify(sizes),
    BENCH_DATABASE: JSON.stringify(harness.connection()),
  };
  const port = { BENCH_PORT: String(ports[2]), BENCH_KEYS: JSON.stringify(keys) };
  const bare = await startPeer('verify', { ...shared, ...port });
  const peer = { ...job, url: `http://127.0.0.1:${ports[2]}${PATH}`, forge: keys };
  for (let i = 0; i < bench.warm_ups; i++) await load.run({ ...peer, amount: 4_096 });
  const ours = () => load.round(harness.services[0]!.pid(), { ...own, amount });
  const theirs = () => load.round(bare.pid, { ...peer, amount });
  const result = await paired(bench.rounds, ours, theirs, bench.say);
  await bare.stop();
  bench.rows(...comparedRows(result));
  for (const connections of [1, 16]) bench.rows(await transactionRow(bench, shared, connections));
}

const comparedRows = ({ ours, theirs, ratios }: Awaited<ReturnType<typeof paired>>): Row[] => [
  { what: 'verify, decisions/s', figure: spread(rates(ours), 0) },
  { what: 'bare route with the same primitives, commits/s', figure: spread(rates(theirs), 0) },
  {
    what: 'verify / bare route',
    figure: spread(ratios, 2),
    bar: `≥ ${BARS.verify}`,
    met: median(ratios) >= BARS.verify,
  },
  {
    what: 'CPU per verify, ours and the bare route, µs',
    figure: `${spread(cpu(ours), 0)}, ${spread(cpu(theirs), 0)}`,
  },
];

async function transactionRow(
  { seconds }: Bench,
  shared: Record<string, string>,
  connections: number,
): Promise<Row> {
  const rate = await peerRate('transaction', {
    ...shared,
    BENCH_CONNECTIONS: String(connections),
    BENCH_MS: String(seconds * 1_000),
  });
  const noun = connections === 1 ? 'connection' : 'connections';
  return {
    what: `the bare transaction alone, ${connections} ${noun}, commits/s`,
    figure: rate.toFixed(0),
  };
}
