import { keepDelivering } from '../../src/webhooks/worker.ts';
import type { TestServiceOptions } from '../service.ts';

/** A service that delivers its events, also to receivers on loopback. */
export const DELIVERING: TestServiceOptions = {
  env: { STANDPOINT_EGRESS_ALLOW: '127.0.0.0/8' },
  unlimited: true,
  parts: [
    (deps) => {
      const stop = keepDelivering(deps);
      return async () => (await stop)();
    },
  ],
};
