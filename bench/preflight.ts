import { createHash } from 'node:crypto';
import { claimsOf } from '../apps/service/testing/browser-payload.ts';
import { preflight } from '../proof/single-use.ts';
import { BARS, type Bench, CONNECTIONS, type Row } from './bench.ts';
import { benchOidc } from './oidc.ts';
import { peerRate, startPeer } from './processes.ts';
import { cpu, median, paired, rates, spread } from './rounds.ts';

const BODY = JSON.stringify({
  customer_id: 'customer-1',
  transaction_type: 'deposit',
  transaction_id: 'tx-000001',
  name: 'Example Person',
  email: 'person@example.com',
});

export async function benchPreflight(bench: Bench): Promise<void> {
  const { load, service, harness, organization, ports } = bench;
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
    load.round(pid, {
      kind: 'fire',
      url: `${base}/geolocation/preflight`,
      headers,
      body: BODY,
      connections: CONNECTIONS,
      duration_s: bench.seconds,
    });
  const ours = fire(harness.services[0]!.pid(), service);
  const theirs = fire(bare.pid, `http://127.0.0.1:${ports[0]}`);
  // The JIT compiler needs some ten thousand requests. The first rounds cost half as much again.
  for (let i = 0; i < bench.warm_ups; i++) for (const warmUp of [ours, theirs]) await warmUp();
  const result = await paired(bench.rounds, ours, theirs, bench.say);
  await bare.stop();
  const half = median(rates(result.ours)) / 2;
  const p99s = await pacedP99s(bench, headers, half);
  const raw = await peerRate('ed25519', { BENCH_BYTES: '1024', BENCH_MS: '2000' });
  bench.rows(...rateRows(result, raw), {
    what: `preflight p99 at ${half.toFixed(0)}/s, ms`,
    figure: spread(p99s, 1),
    bar: `< ${BARS.p99_ms}`,
    met: median(p99s) < BARS.p99_ms,
  });
  await benchOidc(bench, ours);
}

/** p99 of three runs at an even `rate`, in milliseconds. */
async function pacedP99s(
  { load, service, seconds }: Bench,
  headers: Record<string, string>,
  rate: number,
): Promise<number[]> {
  const p99s: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { p99_ms } = await load.run({
      kind: 'pace',
      url: `${service}/geolocation/preflight`,
      headers,
      body: BODY,
      rate,
      duration_s: seconds,
    });
    p99s.push(p99_ms);
  }
  return p99s;
}

/** `raw`: Ed25519 signatures a second of one core. */
function rateRows(result: Awaited<ReturnType<typeof paired>>, raw: number): Row[] {
  return [
    { what: 'preflight, mints/s', figure: spread(rates(result.ours), 0) },
    { what: 'bare route with the same cryptography, mints/s', figure: spread(rates(result.theirs), 0) },
    {
      what: 'preflight / bare route',
      figure: spread(result.ratios, 2),
      bar: `≥ ${BARS.preflight}`,
      met: median(result.ratios) >= BARS.preflight,
    },
    {
      what: 'CPU per mint, ours and the bare route, µs',
      figure: `${spread(cpu(result.ours), 0)}, ${spread(cpu(result.theirs), 0)}`,
    },
    { what: 'raw Ed25519, signatures/s', figure: raw.toFixed(0) },
    { what: 'preflight / raw Ed25519', figure: (median(rates(result.ours)) / raw).toFixed(2) },
  ];
}
