import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { atOnce, connectionsOf, type Drain } from './drain.ts';
import { CONNECTIONS, capConnections, docsUrl } from './server.ts';

export interface Listening {
  /** Answers what is under way, then closes every listener. */
  close(how?: Drain): Promise<void>;
}

/** Listens on the production port, and on the sandbox port if it is a different one. */
export async function listen(app: FastifyInstance, deps: Deps): Promise<Listening> {
  const { host, port, sandbox_port } = deps.config;
  const [first = host, ...others] = await addressesOf(host);
  await app.listen({ host: first, port });
  const opened = (app.server.address() as AddressInfo).port;
  for (const address of others) await listenToo(app, deps, address, opened).catch(() => undefined);
  if (sandbox_port !== port) {
    const sandbox = await listenToo(app, deps, first, sandbox_port, true);
    for (const address of others) await listenToo(app, deps, address, sandbox, true).catch(() => undefined);
  }
  return {
    async close(how = atOnce()) {
      // Long polls and streams would hold the stop for as long as they wait. Callers of polls get the state as it is.
      await connectionsOf(app).drain(how, () => {
        deps.waiters.release();
        deps.live.release();
      });
      await app.close();
    },
  };
}

/**
 * The addresses to listen on. `localhost` often has one of IPv4 and one of IPv6, and a browser may try either;
 * the second need not exist on this computer.
 */
async function addressesOf(host: string): Promise<string[]> {
  if (host.toLowerCase() !== 'localhost') return [host];
  return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))];
}

/** One more listener of the same service; returns its port. */
function listenToo(
  app: FastifyInstance,
  deps: Deps,
  host: string,
  port: number,
  sandbox = false,
): Promise<number> {
  const server = createServer(CONNECTIONS, (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  );
  capConnections(server);
  if (sandbox) server.on('connection', (socket) => Object.assign(socket, { standpoint_sandbox: true }));
  server.on('clientError', answerBrokenRequest(docsUrl(deps)));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      connectionsOf(app).watch(server);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
