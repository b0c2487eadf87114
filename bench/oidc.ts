import { randomBytes } from 'node:crypto';
import { BARS, type Bench, CONNECTIONS } from './bench.ts';
import { type Round, startPeer } from './processes.ts';
import { cpu, median, paired, rates, spread } from './rounds.ts';

export async function benchOidc(bench: Bench, ours: () => Promise<Round>): Promise<void> {
  const { load, ports } = bench;
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
    load.round(peer.pid, {
      kind: 'fire',
      url,
      headers,
      body,
      connections: CONNECTIONS,
      duration_s: bench.seconds,
    });
  for (let i = 0; i < bench.warm_ups; i++) await theirs();
  const result = await paired(Math.ceil(bench.rounds / 2), ours, theirs, bench.say);
  await peer.stop();
  bench.rows(
    { what: 'oidc-provider, client credentials, tokens/s', figure: spread(rates(result.theirs), 0) },
    { what: 'CPU per token of oidc-provider, µs', figure: spread(cpu(result.theirs), 0) },
    {
      what: 'preflight / oidc-provider',
      figure: spread(result.ratios, 1),
      bar: `≥ ${BARS.oidc}`,
      met: median(result.ratios) >= BARS.oidc,
    },
  );
}
