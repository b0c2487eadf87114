import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { mutant } from '../../testing/mutant.ts';
import { Connections, type Drain } from './drain.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A server whose connections are watched, and its port. */
async function serve(listener: RequestListener, Watched = Connections) {
  const server: Server = createServer(listener);
  const connections = new Watched();
  connections.watch(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { server, connections, port: (server.address() as AddressInfo).port };
}

/** Without a wait; gives up after a time that no test of this file reaches. */
const now = (how: Partial<Drain> = {}): Drain => ({
  wait_ms: 0,
  linger_ms: 0,
  give_up: AbortSignal.timeout(60_000),
  ...how,
});

/** A connection and everything that was read from it. */
async function client(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  const read = { text: '', error: null as string | null };
  socket.setEncoding('latin1').on('data', (chunk) => {
    read.text += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    read.error = error.code ?? error.message;
  });
  const closed = once(socket, 'close').catch(() => undefined);
  opened.push({ close: () => socket.destroy() });
  await once(socket, 'connect');
  return {
    socket,
    read,
    closed,
    send: (...lines: string[]) => socket.write(`${lines.join('\r\n')}\r\n\r\n`),
  };
}

const GET = ['GET / HTTP/1.1', 'Host: localhost'];
const answers = (text: string) => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;

/** Waits until it is so, at most ten seconds. */
async function until(so: () => boolean): Promise<void> {
  for (let i = 0; i < 1_000 && !so(); i++) await sleep(10);
  expect(so()).toBe(true);
}

describe('a service that goes down', () => {
  test('answers a request under way, and takes no further connection', async () => {
    let answer = () => {};
    const { connections, port } = await serve((_, response) => {
      answer = () => response.end('late');
    });
    const asking = await client(port);
    asking.send(...GET);
    await until(() => answers('') === 0 && connections.under_way === 1);
    let handed_back = 0;
    const drained = connections.drain(now(), () => handed_back++);
    await until(() => handed_back === 1);
    const refused = connect(port, '127.0.0.1');
    expect(((await once(refused, 'error')) as [NodeJS.ErrnoException])[0].code).toBe('ECONNREFUSED');
    answer();
    await drained;
    await asking.closed;
    expect([
      asking.read.text.endsWith('late\r\n0\r\n\r\n') || asking.read.text.endsWith('late'),
      asking.read.error,
    ]).toEqual([true, null]);
  });

  test('takes the rest of a slow upload', async () => {
    const { connections, port } = await serve(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      response.end(`${bytes} bytes`);
    });
    const sending = await client(port);
    sending.send('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 30');
    await until(() => connections.under_way === 1);
    const drained = connections.drain(now(), () => {});
    for (let part = 0; part < 3; part++) {
      await sleep(60);
      sending.socket.write('0123456789');
    }
    await drained;
    expect(sending.read.text).toContain('30 bytes');
  });

  test('reads a request of which half had arrived', async () => {
    const { connections, port } = await serve((_, response) => void response.end('whole'));
    const halting = await client(port);
    halting.socket.write('GET / HTTP/1.1\r\nHost: loc');
    await sleep(50);
    const drained = connections.drain(now(), () => {});
    await sleep(100);
    halting.socket.write('alhost\r\nConnection: close\r\n\r\n');
    await drained;
    await halting.closed;
    expect(halting.read.text).toContain('whole');
  });

  test('closes an idle connection, and one that sent nothing for a second', async () => {
    const { connections, port } = await serve((_, response) => void response.end('done'));
    const [idle, silent] = [await client(port), await client(port)];
    idle.send(...GET);
    await until(() => answers(idle.read.text) === 1);
    await connections.drain(now(), () => {});
    await Promise.all([idle.closed, silent.closed]);
    expect([idle.read.error, silent.read.error]).toEqual([null, null]);
  });

  test('goes on while requests come, until a second has passed without one', async () => {
    const { connections, port } = await serve((_, response) => void response.end('done'));
    const busy = await client(port);
    busy.send(...GET);
    await until(() => answers(busy.read.text) === 1);
    const began = performance.now();
    let handed_back = 0;
    const drained = connections.drain(now({ linger_ms: 20_000 }), () => {
      handed_back = performance.now() - began;
    });
    for (let i = 2; i <= 8; i++) {
      await sleep(100);
      busy.send(...GET);
      await until(() => answers(busy.read.text) === i);
    }
    await drained;
    expect(handed_back).toBeGreaterThan(1_500);
    expect(handed_back).toBeLessThan(15_000);
  });

  test('is held up neither by a client that reads nothing nor by one that sends nothing more', async () => {
    const { connections, port } = await serve((request, response) => {
      if (request.method === 'GET') response.end(Buffer.alloc(64 * 2 ** 20));
    });
    const [deaf, mute] = [await client(port), await client(port)];
    deaf.socket.pause();
    deaf.send(...GET);
    mute.send('POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 30');
    await until(() => connections.under_way === 2);
    const began = performance.now();
    const give_up = new AbortController();
    const drained = connections.drain(now({ wait_ms: 20_000, give_up: give_up.signal }), () => {});
    give_up.abort();
    await drained;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

type Module = { Connections: typeof Connections };

describe('an answer that its client still reads', () => {
  const BYTES = 24 * 2 ** 20;
  /** How many of the bytes arrive when the service goes down while its client reads slowly. */
  async function arrived(Watched = Connections): Promise<number> {
    const { connections, port } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': BYTES }).end(Buffer.alloc(BYTES));
    }, Watched);
    const slow = await client(port);
    slow.send(...GET);
    await until(() => slow.read.text.length > 0);
    slow.socket.pause();
    const drained = connections.drain(now(), () => {});
    await sleep(200);
    slow.socket.resume();
    await Promise.all([drained, slow.closed]);
    return slow.read.text.length;
  }

  test('is not cut', async () => {
    expect(await arrived()).toBeGreaterThan(BYTES);
  });

  test('mutation control: is cut by the close() of node:http, which takes it for idle', async () => {
    const careless = await mutant<Module>('http/drain.ts', [
      'NetServer.prototype.close.call(server)',
      'server.close()',
    ]);
    // On a busy machine everything may have arrived before the close.
    await expect.poll(() => arrived(careless.Connections)).toBeLessThan(BYTES);
  });
});

describe('a connection that was just opened', () => {
  async function answered(Watched = Connections): Promise<boolean> {
    const { connections, port } = await serve((_, response) => void response.end('done'), Watched);
    const fresh = await client(port);
    await until(() => connections.open === 1);
    const drained = connections.drain(now(), () => {});
    await sleep(150);
    fresh.send(...GET, 'Connection: close');
    await Promise.all([drained, fresh.closed]);
    return answers(fresh.read.text) === 1;
  }

  test('has a second for its request', async () => {
    expect(await answered()).toBe(true);
  });

  test('mutation control: is cut before its request arrives when it counts as idle', async () => {
    const careless = await mutant<Module>('http/drain.ts', ['SILENT_MS = 1_000', 'SILENT_MS = 0']);
    expect(await answered(careless.Connections)).toBe(false);
  });
});

/** Opens connections and sends a request on each while the thread of the service does something else. */
const CALLERS = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, count, flag } = workerData;
  const lanes = new Int32Array(flag);
  let answered = 0, ended = 0;
  for (let i = 0; i < count; i++) {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n');
      Atomics.add(lanes, 0, 1);
      Atomics.notify(lanes, 0);
    });
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {});
    socket.on('close', () => {
      if (text.includes(' 200 ')) answered++;
      if (++ended === count) parentPort.postMessage(answered);
    });
  }`;

describe('connections that the system has opened and Node has not accepted', () => {
  const COUNT = 20;
  /** How many of the callers are answered who came just before the listener closed. */
  async function answered(Watched = Connections): Promise<number> {
    const { connections, port } = await serve((_, response) => void response.end('done'), Watched);
    const flag = new SharedArrayBuffer(4);
    const callers = new Worker(CALLERS, { eval: true, workerData: { port, count: COUNT, flag } });
    const said = once(callers, 'message');
    // This thread accepts nothing until all of them are connected.
    const lanes = new Int32Array(flag);
    for (let here = 0; here < COUNT; here = Atomics.load(lanes, 0)) Atomics.wait(lanes, 0, here, 10_000);
    await connections.drain(now(), () => {});
    const [count] = await said;
    await callers.terminate();
    return count;
  }

  test('are accepted and answered before the listener closes', async () => {
    expect(await answered()).toBe(COUNT);
  });

  test('mutation control: are reset when it closes without waiting for a quiet moment', async () => {
    const careless = await mutant<Module>('http/drain.ts', ['    await this.#quietMoment(give_up);\n', '']);
    expect(await answered(careless.Connections)).toBeLessThan(COUNT);
  });
});
