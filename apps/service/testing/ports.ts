import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the range that systems use for outgoing connections, so that a browser cannot take a port before the
 * service.
 */
const FROM = 18_000;
const TO = 25_000;
/** Above each port, one at which this process listens as long as it lives: no other process takes the port's turn. */
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
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
