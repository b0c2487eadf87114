import { type Endpoint, isBoundedRead } from '@standpoint/contract';
import { refuse } from '../refuse.ts';
import type { Route } from '../route.ts';

/** PostgreSQL ended a statement: its time was over, or the operator canceled it. */
const CANCELED = '57014';
const TOO_LONG = 'Reading this took too long and was stopped.';
const ASK_LESS = `${TOO_LONG} Ask for less: a shorter time, one customer, or fewer filters at once.`;

/**
 * What only reads uses connections of its own, on which a statement ends after 15 s. Otherwise a few searches over
 * years of rows would take every connection of the node, and verifications would be refused.
 */
export function bounded(endpoint: Endpoint, handle: Route['handle']): Route['handle'] {
  if (!isBoundedRead(endpoint)) return handle;
  return async (call, deps) => {
    const { org } = call.caller as { org?: string };
    const over = org ? await deps.readers.place(org) : () => {};
    try {
      return await handle(call, { ...deps, database: deps.database.reads });
    } catch (error) {
      if ((error as { code?: string }).code !== CANCELED) throw error;
      return refuse('unavailable', 'a statement of a read was canceled', {
        message: endpoint.query ? ASK_LESS : TOO_LONG,
        retry_after_s: 60,
        cause: error,
      });
    } finally {
      over();
    }
  };
}
