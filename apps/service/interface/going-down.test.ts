import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { atOnce, connectionsOf } from '../src/http/drain.ts';
import { GoingDown } from '../src/http/going-down.ts';
import { type Listening, listen } from '../src/http/listen.ts';
import type { Plugin } from '../src/http/server.ts';
import { pages } from '../src/pages/all.ts';
import { person } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';
import { freePorts } from '../testing/ports.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);

const running: Listening[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

/** The service on two ports of its own, which can go down by itself. */
async function started(of = service, change: Partial<Config> = {}, more: Plugin[] = []) {
  const [port, sandbox_port] = (await freePorts(2)) as [number, number];
  const config = { ...of.config, port, sandbox_port, ...change };
  const deps = { ...of.deps, config, going_down: new GoingDown() };
  const app = await of.serve(ROUTES, [pages(), ...more], deps);
  const listening = await listen(app, deps);
  running.push(listening);
  return { deps, listening, part: () => connectionsOf(app).part(), port, ports: [port, sandbox_port] };
}

/** Sends this on one connection, and returns what comes back until the service closes it or `whole` holds. */
async function exchange(port: number, text: string, whole: (read: string) => boolean = () => false) {
  const socket = connect(port, '127.0.0.1');
  let read = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    read += chunk;
    if (whole(read)) socket.destroy();
  });
  socket.write(text);
  await once(socket, 'close');
  return read;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const preflight = (key: string) => {
  const body = JSON.stringify({ customer_id: 'c', transaction_type: 'deposit' });
  return (
    `POST /geolocation/preflight HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
};
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
const closes = /^connection: close\r$/gim;

describe('while a service goes down', () => {
  it('its answers end their connections on both ports, errors and unknown addresses too', async () => {
    const { part, ports } = await started();
    for (const port of ports) {
      const kept = await exchange(port, get('/healthz'), (read) => read.endsWith('}'));
      expect(count(kept, closes)).toBe(0);
    }
    part();
    for (const port of ports)
      for (const path of ['/healthz', '/nothing', '/openapi.json', '/geolocation/verifications'])
        expect([path, count(await exchange(port, get(path)), closes)]).toEqual([path, 1]);
  });

  it('an answer that cannot be sent is an error of its call, and not of the process', async () => {
    const unsent: Plugin = async (app) => {
      app.get('/unsent', async (_request, reply) => reply.header('x-note', 'line\nbreak').send('text'));
    };
    const { part, port } = await started(service, {}, [unsent]);
    // Fastify’s own answer would come in chunks.
    const whole = (read: string) => /}(\r\n0\r\n\r\n)?$/.test(read);
    const answers = async () => {
      const read = await exchange(port, get('/unsent'), whole);
      return [/^.*(?=\r)/.exec(read)?.[0], /"code":"(\w+)"/.exec(read)?.[1], count(read, closes)];
    };
    expect(await answers()).toEqual(['HTTP/1.1 500 Internal Server Error', 'internal', 0]);
    part();
    expect(await answers()).toEqual(['HTTP/1.1 500 Internal Server Error', 'internal', 1]);
    expect(await exchange(port, get('/healthz'))).toMatch(/^HTTP\/1.1 200 /);
  });

  it('it answers everything that a client pipelines, and ends the connection with the last', async () => {
    const { part, port } = await started();
    part();
    const several = preflight(org.api.production) + get('/healthz') + preflight(org.api.production);
    const read = await exchange(port, several);
    expect([count(read, /HTTP\/1\.1 200/g), count(read, closes)]).toEqual([3, 1]);
    expect(read.lastIndexOf('onnection: close')).toBeGreaterThan(read.lastIndexOf('HTTP/1.1 200'));
  });

  it('a client that still sends what is refused gets the refusal', async () => {
    const { part, port } = await started();
    part();
    const socket = connect(port, '127.0.0.1');
    let read = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      read += chunk;
    });
    socket.write(preflight('sp_live_wrong').replace(/Content-Length: \d+/, 'Content-Length: 900000'));
    for (let i = 0; i < 9 && !socket.destroyed; i++) {
      socket.write('x'.repeat(50_000));
      await new Promise((sent) => setTimeout(sent, 20));
    }
    expect(read).toMatch(/^HTTP\/1\.1 401/);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  it('/readyz is 503 and /healthz 200', async () => {
    const { deps, port } = await started();
    deps.going_down.begin();
    const whole = (read: string) => read.endsWith('}');
    expect(await exchange(port, get('/readyz'), whole)).toMatch(/^HTTP\/1\.1 503/);
    expect(await exchange(port, get('/healthz'), whole)).toMatch(/^HTTP\/1\.1 200/);
  });

  it('long polls that wait, and those that come later, are answered with the state as it is', async () => {
    const node = await service.node();
    const desktop = await person(node, org);
    const { session } = (await desktop.open()).data;
    const { deps, listening, port } = await started(node);
    const path = `/facecheck/session/status?wait=25&since=${session.version}`;
    const poll = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${desktop.token}\r\n\r\n`;
    const began = performance.now();
    const waiting = exchange(port, poll);
    const later = exchange(port, get('/healthz'), (read) => read.endsWith('}'));
    await later;
    for (let i = 0; i < 1_000 && deps.waiters.waiting === 0; i++) await new Promise(setImmediate);
    deps.going_down.begin();
    await listening.close(atOnce());
    const answer = await waiting;
    expect(answer).toMatch(/^HTTP\/1\.1 200/);
    expect(answer).toContain(`"version":${session.version}`);
    const after = await node.call({ method: 'GET', path, token: desktop.token });
    expect([after.status, after.data.version]).toEqual([200, session.version]);
    expect(performance.now() - began).toBeLessThan(20_000);
    await node.close();
  });
});

it('a service on localhost listens on each of its addresses, and leaves each', async () => {
  const { listening, ports } = await started(service, { host: 'localhost' });
  const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
  const reach = (port: number, address: string) =>
    fetch(`http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    );
  const all = () => Promise.all(ports.flatMap((port) => addresses.map((address) => reach(port, address))));
  expect(new Set(await all())).toEqual(new Set([200]));
  await listening.close();
  expect(new Set(await all())).toEqual(new Set(['refused']));
});
