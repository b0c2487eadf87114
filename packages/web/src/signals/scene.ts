import type { Evidence, Signals } from '@standpoint/contract';
import type { Search } from '../location/watch.ts';

/** The globals of a same-origin `about:blank` frame. Page scripts that ran earlier have not touched them. */
export type FreshRealm = Window & typeof globalThis;

/** The input of a probe before the position comes. */
export interface Scene {
  /** A realm in which no script has run; null where this page may not open one. */
  fresh: FreshRealm | null;
}

/** The input of a probe once the search is over. */
export interface LateScene extends Scene {
  search: Search;
}

export type Found = Partial<Signals>;
/** Returns the findings of the probes, given the search for a position. */
export type Probes = (search: Search) => Promise<Pick<Evidence, 'device' | 'signals'>>;
