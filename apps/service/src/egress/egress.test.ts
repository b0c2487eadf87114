import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { canary, portOf, receiver, sharingPort } from '../../testing/egress/receiver.ts';
import { type EgressOptions, openEgress } from './egress.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const BODY = Buffer.from('{"type":"test"}');
const egress = (options: Partial<EgressOptions> = {}) => {
  const opened = openEgress({ allow: LOOPBACK, ...options });
  onTestFinished(() => opened.close());
  return opened;
};
const names = (addresses: string[]) => async () =>
  addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));

it('posts the bytes with the headers and the host of the URL, and returns what was answered', async () => {
  const seen: unknown[] = [];
  const server = await receiver(async (request, response) => {
    const { host, 'webhook-id': id, 'content-type': type } = request.headers;
    seen.push([
      request.method,
      request.url,
      host,
      id,
      type,
      Buffer.concat(await request.toArray()).toString(),
    ]);
    response.writeHead(202, { 'retry-after': '120' }).end('accepted\u0000\u202eevil ✓');
  });
  const url = `http://receiver.example:${portOf(server)}/hook?a=b%20c`;
  const sender = egress({ lookup: names(['127.0.0.1']) });
  const headers = { 'webhook-id': 'msg_1', 'content-type': 'application/json', host: 'wrong.example' };
  expect(await sender.problemOf(url)).toBeNull();
  expect(await sender.post(url, headers, BODY)).toEqual({
    answered: true,
    status: 202,
    text: 'accepted\u{fffd}\u{fffd}evil ✓',
    retry_after_s: 120,
    ms: expect.any(Number),
  });
  const host = `receiver.example:${portOf(server)}`;
  expect(seen).toEqual([['POST', '/hook?a=b%20c', host, 'msg_1', 'application/json', BODY.toString()]]);
});

it('reads Retry-After as seconds or as a date, and as nothing else', async () => {
  const in_a_minute = new Date(Date.now() + 60_000).toUTCString();
  const values = ['7', in_a_minute, 'Wed, 21 Oct 2015 07:28:00 GMT', '-1', '1e3', 'soon', '', '5 GMT'];
  const server = await receiver((request, response) => {
    response.writeHead(503, { 'retry-after': values[Number(request.url!.slice(1))]! }).end();
  });
  const read: (number | null)[] = [];
  for (const number of values.keys()) {
    const outcome = await egress().post(`http://127.0.0.1:${portOf(server)}/${number}`, {}, BODY);
    read.push(outcome.answered ? outcome.retry_after_s : Number.NaN);
  }
  expect(read[1]).toBeGreaterThan(20);
  expect(read.with(1, 60)).toEqual([7, 60, null, null, null, null, null, null]);
});

it.each([301, 302, 303, 307, 308])('returns a %i to another address as it is', async (status) => {
  const trap = await canary();
  const server = await receiver((_, response) => {
    response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
  });
  const outcome = await egress().post(`http://127.0.0.1:${portOf(server)}/`, {}, BODY);
  expect([outcome, trap.hits()]).toMatchObject([{ answered: true, status }, 0]);
});

it('stops reading a body of 1 GB, and does not decompress one', async () => {
  let sent = 0;
  const server = await receiver(async (request, response) => {
    if (request.url === '/zip') {
      response.setHeader('content-encoding', 'gzip');
      return response.end(gzipSync(Buffer.alloc(1e6)));
    }
    response.writeHead(200, { 'content-length': 1e9 });
    const closed = once(response, 'close');
    const piece = Buffer.alloc(65_536, 'x');
    while (sent < 1e9 && !response.destroyed) {
      sent += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
    }
  });
  const outcome = await egress().post(`http://127.0.0.1:${portOf(server)}/`, {}, BODY);
  expect(outcome).toMatchObject({ answered: true, status: 200, text: 'x'.repeat(1_024) });
  expect(sent).toBeLessThan(5e7);
  const zipped = await egress().post(`http://127.0.0.1:${portOf(server)}/zip`, {}, BODY);
  expect(zipped).toMatchObject({ status: 200, text: expect.stringMatching(/^\u{fffd}/u) });
});

it('counts a body that drips on, or breaks off, as an answer', async () => {
  const server = await receiver((request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('thanks');
    if (request.url === '/broken') setImmediate(() => response.destroy());
  });
  const sender = egress({ timeout_ms: 1_500 });
  const broken = await sender.post(`http://127.0.0.1:${portOf(server)}/broken`, {}, BODY);
  expect(broken).toMatchObject({ answered: true, status: 200, text: 'thanks' });
  const dripping = await sender.post(`http://127.0.0.1:${portOf(server)}/`, {}, BODY);
  expect(dripping).toMatchObject({ answered: true, status: 200, text: 'thanks' });
  expect(dripping.ms).toBeGreaterThan(1_000);
});

it('gives up at the deadline when headers drip, nothing is answered, or the signal is aborted', async () => {
  let dripping: NodeJS.Timeout | undefined;
  const server = await receiver((request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    dripping = setInterval(() => request.socket.write('x-drip: 1\r\n'), 50);
    request.socket.on('close', () => clearInterval(dripping)).on('error', () => {});
  });
  const url = `http://127.0.0.1:${portOf(server)}/`;
  const late = { answered: false, problem: 'timed_out', detail: expect.stringContaining('0.7 seconds') };
  expect(await egress({ timeout_ms: 700 }).post(url, {}, BODY)).toMatchObject(late);
  const stopped = await egress().post(url, {}, BODY, AbortSignal.timeout(100));
  const detail = 'The request was stopped before an answer came.';
  expect(stopped).toMatchObject({ answered: false, problem: 'timed_out', detail });
  expect(await egress().post(url, {}, BODY, AbortSignal.abort())).toMatchObject({ detail });
  const silent = egress({ lookup: () => new Promise(() => {}), timeout_ms: 300 });
  expect(await silent.post('https://silent.example/', {}, BODY)).toMatchObject({ problem: 'timed_out' });
  expect(await silent.problemOf('https://silent.example/')).toBe('names a host that cannot be found in time');
});

it('says that a connection failed, without any address', async () => {
  const { port } = await canary();
  const server = await receiver((request) => request.socket.destroy());
  const text = await receiver((request) => request.socket.end('hello\r\n'));
  const closed = await egress().post(`http://127.0.0.1:${portOf(server)}/`, {}, BODY);
  const wrong = await egress().post(`http://127.0.0.1:${portOf(text)}/`, {}, BODY);
  const refused = await egress().post(`http://127.0.0.9:${port}/`, {}, BODY);
  for (const outcome of [closed, wrong, refused]) {
    expect(outcome).toMatchObject({ answered: false, problem: 'connection_failed' });
    expect(JSON.stringify({ ...outcome, ms: 0 })).not.toMatch(/127|\d{4}/);
  }
});

it.each([
  ...[
    '',
    'SSH-2.0-x\r\n',
    '\0\0\0',
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 99 X\r\n\r\n',
    'HTTP/1.1 1000 X\r\n\r\n',
  ],
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  `HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
])('counts what is not HTTP as no answer (%#)', async (answer) => {
  const server = await receiver((request) => request.socket.end(answer));
  const outcome = await egress().post(`http://127.0.0.1:${portOf(server)}/`, {}, BODY);
  expect(outcome).toMatchObject({ answered: false, problem: 'connection_failed' });
});

it('tries the addresses in order until one accepts, and posts once', async () => {
  const seen: string[] = [];
  const server = await receiver((request, response) => {
    seen.push(request.socket.localAddress!);
    response.writeHead(204).end();
  }, '127.0.0.3');
  const url = `http://receiver.example:${portOf(server)}/`;
  const found = await egress({ lookup: names(['127.0.0.2', '::1', '127.0.0.3']) }).post(url, {}, BODY);
  expect([found, seen]).toMatchObject([{ status: 204 }, ['127.0.0.3']]);
  const many = names([...Array(9).fill('127.0.0.2'), '127.0.0.3']);
  expect(await egress({ lookup: many }).post(url, {}, BODY)).toMatchObject({ problem: 'connection_failed' });
});

it('does not post a second time when the first address took the request', async () => {
  let posts = 0;
  const sender = egress({ lookup: names(['127.0.0.1', '127.0.0.2']) });
  const port = await sharingPort(async () => {
    const server = await receiver((request) => {
      posts += 1;
      request.socket.destroy();
    });
    await receiver(() => (posts += 1), '127.0.0.2', portOf(server));
    return portOf(server);
  });
  expect(await sender.post(`http://receiver.example:${port}/`, {}, BODY)).toMatchObject({ answered: false });
  expect(posts).toBe(1);
});

it('uses no proxy of the environment', async () => {
  const trap = await canary();
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
    vi.stubEnv(name, `http://127.0.0.1:${trap.port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await receiver((_, response) => response.writeHead(204).end(), '127.0.0.2');
  const outcome = await egress().post(`http://127.0.0.2:${portOf(server)}/`, {}, BODY);
  expect([outcome, trap.hits()]).toMatchObject([{ status: 204 }, 0]);
});

it('answers requests under way before it closes, and none afterwards', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const server = await receiver((_, response) => arrived.resolve(response));
  const url = `http://127.0.0.1:${portOf(server)}/`;
  const sender = openEgress({ allow: LOOPBACK });
  const posted = sender.post(url, {}, BODY);
  const response = await arrived.promise;
  const closed = sender.close();
  response.writeHead(204).end();
  await closed;
  expect(await posted).toMatchObject({ status: 204 });
  expect(await sender.post(url, {}, BODY)).toMatchObject({ answered: false });
});
