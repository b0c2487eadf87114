import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { clientAddress } from '../network-address.ts';

/** Address of the client: the right-most hop that is not a trusted proxy. */
export function addressOf({ config }: Pick<Deps, 'config'>, { socket, headers }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-for'];
  return clientAddress(
    socket.remoteAddress ?? '',
    Array.isArray(forwarded) ? forwarded.join() : forwarded,
    config.trusted_proxies,
  );
}
