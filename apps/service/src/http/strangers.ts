import type { FastifyInstance } from 'fastify';
import { takeForStranger } from '../calls/take.ts';
import type { Deps } from '../deps.ts';
import { networkKey } from '../network-address.ts';
import { addressOf } from './client-address.ts';
import type { RouteConfig } from './endpoint-route.ts';

/**
 * A limit per address on whatever asks for no credential. Nothing has to be registered for it: a route that
 * says nothing of itself is open to strangers, and so is an address that does not exist.
 */
export function limitStrangers(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { credential, uncounted } = (request.routeOptions.config ?? {}) as RouteConfig;
    let counting: Promise<void> | undefined;
    if (!credential && !uncounted)
      counting = takeForStranger(deps, 'public_address', networkKey(addressOf(deps, request)));
    if (counting) counting.then(() => done(), done);
    else done();
  });
}
