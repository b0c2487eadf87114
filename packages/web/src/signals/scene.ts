import type { Evidence, Signals } from '@standpoint/contract';
import type { Search } from '../location/position.ts';

/**
 * The globals of a same-origin `about:blank` frame: page scripts that ran before us have not touched them.
 */
export type FreshRealm = Window & typeof globalThis;

/** What a probe may look at before the position comes. */
export interface Scene {
  /** A realm in which only the browser has run; null where this page may not have one. */
  fresh: FreshRealm | null;
}

/** The same once the search is over. */
export interface LateScene extends Scene {
  search: Search;
}

export type Found = Partial<Signals>;
/** Given what the search for a position has seen, says what the probes found. */
export type Probes = (search: Search) => Promise<Pick<Evidence, 'device' | 'signals'>>;
