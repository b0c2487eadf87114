import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../testing/counts.ts';
import { buildServer, CONNECTIONS_MAX } from '../src/http/server.ts';
import { testService } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';
import { freePorts } from '../testing/ports.ts';

const service = testService({ unlimited: true, listen: 'ports' });

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The status of the answer to these lines. */
async function statusOf(port: number, ...lines: string[]): Promise<number> {
  const socket = await opened(port);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1]);
}

/** Sends one more header every 200 ms; returns after how many ms the service closed the connection. */
async function dribble(port: number, at_most_ms: number): Promise<number | null> {
  const socket = await opened(port);
  const begun = performance.now();
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  socket.resume();
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  for (let i = 0; !closed && performance.now() - begun < at_most_ms; i++) {
    if (socket.writable) socket.write(`X-${i}: x\r\n`);
    await wait(200);
  }
  socket.destroy();
  return closed ? performance.now() - begun : null;
}

/** The service's server without endpoints, on a port of its own, with so many milliseconds for headers. */
async function impatient(build: typeof buildServer, headers_ms: number): Promise<[FastifyInstance, number]> {
  const app = await build(service.deps, []);
  app.server.headersTimeout = headers_ms;
  const [port] = (await freePorts(1)) as [number];
  await app.listen({ host: '127.0.0.1', port });
  return [app, port];
}

describe('Host', () => {
  const twice = ['GET /healthz HTTP/1.1', 'Host: a.example', 'hOST: b.example'];

  it('is refused with 400 when it is there twice, equal or not', async () => {
    const { port, sandbox_port } = service.config;
    expect(await statusOf(port, ...twice)).toBe(400);
    expect(await statusOf(port, 'GET /healthz HTTP/1.1', 'Host: a.example', 'Host: a.example')).toBe(400);
    expect(await statusOf(sandbox_port, ...twice)).toBe(400);
    expect(await statusOf(port, 'GET /nothing HTTP/1.1', 'Host: a.example', 'X-Host: b.example')).toBe(404);
  });

  it('mutation control: is believed when only the first one is looked at', async () => {
    const careless = await mutant<{ buildServer: typeof buildServer }>('http/server.ts', [
      `countOf('host', raw.rawHeaders) > 1`,
      'false',
    ]);
    const [app, port] = await impatient(careless.buildServer, 10_000);
    const lines = twice.map((line) => line.replace('/healthz', '/nothing'));
    expect(await statusOf(port, ...lines)).toBe(404);
    await app.close();
  });
});

describe('a connection', () => {
  it('has 10 s for its headers (in the long run: on both listeners, waited for)', async () => {
    expect(service.app.server.headersTimeout).toBe(10_000);
    const { port, sandbox_port } = service.config;
    const ports = LONG ? [port, sandbox_port] : [];
    for (const lived of await Promise.all(ports.map((each) => dribble(each, 30_000)))) {
      expect(lived).toBeGreaterThan(9_500);
      expect(lived).toBeLessThan(15_000);
    }
  });

  it('is closed within two seconds after the time for its headers is over', async () => {
    const [app, port] = await impatient(buildServer, 1_000);
    const lived = await dribble(port, 15_000);
    expect(lived).toBeGreaterThan(900);
    expect(lived).toBeLessThan(8_000);
    expect(await dribble(service.config.sandbox_port, 4_000)).toBeNull();
    await app.close();
  });

  /** Whether the service closes a connection that sends nothing and never ends its own side. */
  const letsGo = async (build: typeof buildServer): Promise<boolean> => {
    const [app, port] = await impatient(build, 500);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    const open = () => promisify(app.server.getConnections.bind(app.server))();
    let left = await open();
    for (let i = 0; i < 40 && left > 0; i++) {
      await wait(100);
      left = await open();
    }
    socket.destroy();
    await app.close();
    return left === 0;
  };

  it('is closed after that time though the client never ends its own side', async () => {
    expect(await letsGo(buildServer)).toBe(true);
  });

  it('mutation control: stays open for as long as its client likes when only our side is ended', async () => {
    const careless = await mutantInside<{ buildServer: typeof buildServer }>(
      'http/server.ts',
      'http/broken-request.ts',
      ['socket.destroySoon();', 'socket.end();'],
    );
    expect(await letsGo(careless.buildServer)).toBe(false);
  });

  it('mutation control: lives on when slow ones are looked for every 30 s', async () => {
    const careless = await mutant<{ buildServer: typeof buildServer }>('http/server.ts', [
      'connectionsCheckingInterval: 1_000',
      'connectionsCheckingInterval: 30_000',
    ]);
    const [app, port] = await impatient(careless.buildServer, 1_000);
    expect(await dribble(port, 8_000)).toBeNull();
    await app.close();
  });

  it('is closed at once when there are too many, and those that are open are served', async () => {
    expect(CONNECTIONS_MAX).toBeGreaterThanOrEqual(20_000);
    expect(service.app.server.maxConnections).toBe(CONNECTIONS_MAX);
    const [app, port] = await impatient(buildServer, 10_000);
    app.server.maxConnections = 3;
    const three = [await opened(port), await opened(port), await opened(port)];
    const fourth = await opened(port);
    fourth.resume();
    await once(fourth, 'close');
    three[0]!.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String((await once(three[0]!, 'data'))[0])).toMatch(/^HTTP\/1\.1 404/);
    for (const socket of three) socket.destroy();
    await app.close();
  });

  /** Fills a listener of three with idle connections, loses one more to the cap, and asks on the next one. */
  async function askBesideHoard(build: typeof buildServer): Promise<string> {
    const [app, port] = await impatient(build, 10_000);
    app.server.maxConnections = 3;
    const ask = async (socket: Socket) => {
      socket.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const answered = once(socket, 'data').then(([chunk]) => String(chunk).slice(0, 12));
      return Promise.race([answered, once(socket, 'close').then(() => 'closed')]);
    };
    const hoard = [await opened(port), await opened(port), await opened(port)];
    for (const socket of hoard) expect(await ask(socket)).toBe('HTTP/1.1 404');
    const dropped = await opened(port);
    dropped.resume();
    await once(dropped, 'close');
    for (const socket of hoard) socket.resume();
    await wait(100);
    const answer = await ask(await opened(port));
    await app.close();
    return answer;
  }

  it('finds room when a hoard of idle connections filled the listener', async () => {
    expect(await askBesideHoard(buildServer)).toBe('HTTP/1.1 404');
  });

  it('mutation control: finds none while idle connections are kept', async () => {
    const careless = await mutant<{ buildServer: typeof buildServer }>('http/server.ts', [
      'server.closeIdleConnections();\n  });',
      '});',
    ]);
    expect(await askBesideHoard(careless.buildServer)).toBe('closed');
  });

  it('mutation control: is one of any number without the cap', async () => {
    const careless = await mutant<{ buildServer: typeof buildServer }>('http/server.ts', [
      '  server.maxConnections = CONNECTIONS_MAX;\n',
      '',
    ]);
    const app = await careless.buildServer(service.deps, []);
    expect(app.server.maxConnections).not.toBe(CONNECTIONS_MAX);
    await app.close();
  });
});
