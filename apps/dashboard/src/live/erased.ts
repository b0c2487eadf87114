import type { QueryClient } from '@tanstack/react-query';
import type { Told } from './news.ts';

const ERASED = 'customer.erased';

/** A person was erased, or so much was missed that one may have been. */
export const tellsOfErasure = (news: Told): boolean =>
  news === 'all' || news.some(({ type }) => type === ERASED);

/** Of a query whose rows are exchanged where they stand. */
export const EXCHANGES_ROWS = { exchanges_rows: true };

/**
 * An answer from before an erasure still names the person: what is not shown is forgotten, and what is shown is read
 * again. Lists exchange their rows themselves, or rows would move.
 */
export function forgetErased(client: QueryClient): void {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries({ type: 'active', predicate: ({ meta }) => !meta?.exchanges_rows });
}
