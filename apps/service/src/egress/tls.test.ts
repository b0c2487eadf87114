import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { type CertificateParts, CN, ecKey } from '../../testing/attestation/certificates.ts';
import { authority, portOf, receiver, tlsReceiver } from '../../testing/egress/receiver.ts';
import { mutant } from '../../testing/mutant.ts';
import { openEgress } from './egress.ts';

const BODY = Buffer.from('{}');
const DAY_MS = 86_400_000;
const { ca, tls } = authority();
const LOCAL = { address: '127.0.0.1', family: 4 as const };
const localNames = async () => [LOCAL];

const opened = (open = openEgress) => {
  const egress = open({ allow: ['127.0.0.0/8'], lookup: localNames, ca });
  onTestFinished(() => egress.close());
  return egress;
};

it('sends the name of the URL as SNI and Host, and checks the certificate against it', async () => {
  const seen: unknown[] = [];
  const server = await tlsReceiver(tls('receiver.example'), (request, response) => {
    seen.push([(request.socket as { servername?: string }).servername, request.headers.host]);
    response.writeHead(204).end();
  });
  const url = `https://receiver.example:${portOf(server)}/`;
  expect(await opened().post(url, {}, BODY)).toMatchObject({ answered: true, status: 204 });
  expect(seen).toEqual([['receiver.example', `receiver.example:${portOf(server)}`]]);
});

it('keeps connections for the next requests of the same name, and never uses them for another name', async () => {
  const seen: [string | undefined, string | undefined][] = [];
  let connected = 0;
  const server = await tlsReceiver(tls('receiver.example'), (request, response) => {
    seen.push([(request.socket as { servername?: string }).servername, request.headers.host]);
    response.writeHead(204).end();
  });
  server.addContext('other.example', tls('other.example'));
  server.on('secureConnection', () => (connected += 1));
  const egress = opened();
  const names = ['receiver.example', 'other.example'].flatMap((name) => Array(8).fill(name) as string[]);
  for (const name of names) {
    await egress.post(`https://${name}:${portOf(server)}/`, {}, BODY);
    await setImmediate();
  }
  expect(seen).toEqual(names.map((name) => [name, `${name}:${portOf(server)}`]));
  expect(connected).toBeLessThan(10);
});

const stranger = ecKey();
const DETAIL = {
  expired: 'has expired',
  early: 'not valid yet',
  name: 'another name',
  unknown: 'known authority',
};
test.each<[string, Partial<CertificateParts>, string]>([
  ['has expired', { from_ms: Date.now() - 9 * DAY_MS, until_ms: Date.now() - DAY_MS }, DETAIL.expired],
  ['is not valid yet', { from_ms: Date.now() + DAY_MS, until_ms: Date.now() + 9 * DAY_MS }, DETAIL.early],
  ['is signed with an unknown key', { signer: stranger.privateKey }, DETAIL.unknown],
  ['names an unknown authority', { issuer: [[CN, 'stranger']], signer: stranger.privateKey }, DETAIL.unknown],
])('sends nothing to a receiver whose certificate %s', async (_, parts, detail) => {
  let posts = 0;
  const server = await tlsReceiver(tls('receiver.example', parts), () => (posts += 1));
  const url = `https://receiver.example:${portOf(server)}/`;
  const failed = { answered: false, problem: 'tls_failed', detail: expect.stringContaining(detail) };
  const egress = opened();
  for (let round = 0; round < 2; round++) expect(await egress.post(url, {}, BODY)).toMatchObject(failed);
  expect(posts).toBe(0);
});

/** Three posts, because Node does not check the name again when a TLS session is resumed. */
const wrongName = async (open: typeof openEgress, maxVersion: 'TLSv1.2' | 'TLSv1.3') => {
  let posts = 0;
  const server = await tlsReceiver({ ...tls('other.example'), maxVersion }, (_, response) => {
    posts += 1;
    response.writeHead(204).end();
  });
  const egress = opened(open);
  const outcomes = [];
  for (let round = 0; round < 3; round++)
    outcomes.push(await egress.post(`https://receiver.example:${portOf(server)}/`, {}, BODY));
  return { posts, outcomes };
};

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'sends nothing to a receiver whose certificate is for another name, however often it tries (%s)',
  async (version) => {
    const { posts, outcomes } = await wrongName(openEgress, version);
    const failed = { answered: false, problem: 'tls_failed', detail: expect.stringContaining(DETAIL.name) };
    expect(outcomes).toMatchObject([failed, failed, failed]);
    expect(posts).toBe(0);
  },
);

test('checks certificates whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await wrongName(openEgress, 'TLSv1.3')).toMatchObject({ posts: 0 });
  const { openEgress: trusting } = await mutant<typeof import('./egress.ts')>('egress/egress.ts', [
    'rejectUnauthorized: true,',
    '',
  ]);
  expect((await wrongName(trusting, 'TLSv1.3')).posts).toBeGreaterThan(0);
});

test('gives up at its deadline where each address accepts the connection and finishes no handshake', async () => {
  const hits = new Set<Socket>();
  const server = createServer((socket) => void hits.add(socket.on('error', () => {}).resume()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of hits) socket.destroy();
    server.close();
  });
  const lookup = async () => [LOCAL, LOCAL, LOCAL, LOCAL];
  const post = async (timeout_ms: number, signal?: AbortSignal) => {
    const egress = openEgress({ allow: ['127.0.0.0/8'], lookup, timeout_ms });
    const outcome = await egress.post(`https://receiver.example:${portOf(server)}/`, {}, BODY, signal);
    const ended = performance.now();
    await egress.close();
    expect(performance.now() - ended).toBeLessThan(3_000);
    return outcome;
  };
  // By itself undici looks at the signal, and ends an attempt to connect, seven seconds later.
  for (const outcome of [await post(300), await post(15_000, AbortSignal.timeout(300))]) {
    expect(outcome).toMatchObject({ answered: false, problem: 'timed_out' });
    expect(outcome.ms).toBeLessThan(3_000);
  }
});

test('reports a receiver that does not speak TLS', async () => {
  const plain = await receiver((_, response) => response.end());
  const outcome = await opened().post(`https://receiver.example:${portOf(plain)}/`, {}, BODY);
  expect(outcome).toMatchObject({ answered: false, problem: 'tls_failed' });
});
