import type { Deps } from '../../deps.ts';
import { SeenProofs } from '../../handoff/proof.ts';
import { StatusWaiters } from '../../handoff/status-waiters.ts';

/** What the phone hand-off keeps beside the service's own dependencies, one set per service. */
interface LocationParts {
  proofs: SeenProofs;
  waiters: StatusWaiters;
}

const made = new WeakMap<Deps, LocationParts>();

export function locationParts(deps: Deps): LocationParts {
  const parts = made.get(deps) ?? {
    proofs: new SeenProofs(),
    waiters: new StatusWaiters(deps.notices, 'standpoint_location'),
  };
  made.set(deps, parts);
  return parts;
}

/** Answers everyone who waits for news, so that the service can stop at once. */
export const releaseLocationWaiting = (deps: Deps): void => locationParts(deps).waiters.release();
