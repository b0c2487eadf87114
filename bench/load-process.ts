import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { sealFresh } from '../proof/payloads.ts';
import { preflight } from '../proof/single-use.ts';
import { awaitParent } from './child.ts';
import { pace } from './pace.ts';

/**
 * Generates the load in its own process. `fire` sends as fast as answers come, `pace` sends at a given
 * rate, `verify` uses a fresh token for each request.
 */
export type Job =
  | ({ kind: 'fire'; connections: number; duration_s: number } & Target)
  | ({ kind: 'pace'; rate: number; duration_s: number } & Target)
  | {
      kind: 'verify';
      url: string;
      connections: number;
      amount: number;
      api_key: string;
      mint_url: string;
      forge?: Forge;
      /** Requests a second, at even distances. Without it, requests go out as fast as answers come. */
      rate?: number;
    };
interface Target {
  url: string;
  headers: Record<string, string>;
  body: string;
}
/**
 * Keys of the bare route. Its tokens carry the service's claims, but are signed with and sealed to these
 * keys.
 */
interface Forge {
  sig: { kid: string };
  enc: { kid: string; x: string; y: string };
}
export interface JobResult {
  per_s: number;
  p50_ms: number;
  p99_ms: number;
  sent: number;
  /** Answers other than 2xx, and requests without an answer. */
  failed: number;
  /** The first answer other than 2xx. */
  refusal?: string;
}

const CUSTOMERS = 500;

/**
 * Reports that everything is prepared. The parent then reads the server's clock and gives the start signal.
 */
async function announce(): Promise<void> {
  process.send!('firing');
  await once(process, 'message');
}

async function cannon(options: autocannon.Options): Promise<JobResult> {
  await announce();
  let answers = 0;
  let began = 0;
  let last = 0;
  let refusal: string | undefined;
  const setupClient = (client: autocannon.Client) => {
    options.setupClient?.(client);
    client.on('body', (body) => {
      const text = body.toString();
      if (!text.includes('"status_code":200')) refusal ??= text.slice(0, 400);
    });
  };
  const done = new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ ...options, setupClient }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    instance.on('start', () => {
      began ||= performance.now();
    });
    instance.on('response', () => {
      began ||= performance.now();
      answers++;
      last = performance.now();
    });
  });
  const result = await done;
  return {
    per_s: (answers / (last - began)) * 1000,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    sent: answers,
    failed: result.non2xx + result.errors,
    ...(refusal && { refusal }),
  };
}

function forged(token: string, { sig, enc }: Forge): string {
  const key = createPrivateKey({ key: sig as never, format: 'jwk' });
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const { kid, x, y } = enc;
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'preflight+jwt', kid: sig.kid })).toString(
    'base64url',
  );
  const payload = Buffer.from(JSON.stringify({ ...claims, jti: randomUUID(), enc: { kid, x, y } })).toString(
    'base64url',
  );
  const signed = `${header}.${payload}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

async function verify(job: Extract<Job, { kind: 'verify' }>): Promise<JobResult> {
  const { url, connections, amount, api_key, mint_url, forge, rate } = job;
  const requests: (autocannon.Request & Pick<Target, 'headers' | 'body'>)[] = [];
  for (let i = 0; i < amount; i += 32) {
    const minted = Array.from({ length: Math.min(32, amount - i) }, (_, j) =>
      preflight([mint_url], api_key, `customer-${(i + j) % CUSTOMERS}`),
    );
    for (const original of await Promise.all(minted)) {
      const token = forge ? forged(original, forge) : original;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      requests.push({ method: 'POST', headers, body: JSON.stringify({ payload: sealFresh(token).payload }) });
    }
  }
  if (rate !== undefined) return pace({ url, rate, total: amount }, (i) => requests[i]!, announce);
  const share = amount / connections;
  let client = 0;
  return cannon({
    url,
    connections,
    amount,
    timeout: 30,
    setupClient: (one) => one.setRequests(requests.slice(client * share, ++client * share)),
  });
}

async function run(job: Job): Promise<JobResult> {
  if (job.kind === 'verify') return verify(job);
  if (job.kind === 'pace') {
    const { url, headers, body, rate, duration_s } = job;
    return pace({ url, rate, total: Math.floor(rate * duration_s) }, () => ({ headers, body }), announce);
  }
  const { url, headers, body, connections, duration_s } = job;
  return cannon({ url, method: 'POST', headers, body, connections, duration: duration_s });
}

process.on('message', async (job: Job | 'fire') => {
  if (job === 'fire') return;
  try {
    process.send!({ result: await run(job) });
  } catch (error) {
    process.send!({ error: String((error as Error).stack) });
  }
});
awaitParent();
