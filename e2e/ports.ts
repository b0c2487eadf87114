import { createServer } from 'node:net';

/** Ports that were free a moment ago; they are held together, so that they differ. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(
    servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
};
