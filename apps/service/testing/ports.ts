import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the range that systems use for outgoing connections, so that a browser cannot take a port before the
 * service.
 */
const FROM = 18_000;
const TO = 25_000;
/**
 * This much above each port is its guard. The process that was given the port listens there as long as it lives, so
 * no other process is given the same port before the service listens.
 */
const GUARD = TO - FROM;

/** Ports that were free a moment ago. They are held open together, so that no two are equal. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = [];
  while (servers.length < count) {
    const port = randomInt(FROM, TO);
    const guard = await held(port + GUARD);
    const server = guard && (await held(port));
    if (server) servers.push(server);
    else guard?.close();
    guard?.unref();
  }
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

const held = (port: number): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
