import type { GeolocationDecision } from '@standpoint/contract';
import type { Policy } from '../../../accounts/policies.ts';
import type { Replayed, ReplayTotals } from '../../evidence/time-machine.ts';
import type { PlacesContent } from '../../geodata/places/places.ts';

/** What every back-test of a thread stands on. The borders are shared memory; other data are opened when needed. */
export interface SentWorld {
  places: PlacesContent;
  /** Names of the network data in use, and where they lie. */
  network_versions: Record<string, string>;
  snapshot: string;
  data_dir: string;
}

/** A stored verification whose seal was opened: keys do not leave the service's own thread. */
export interface SentRow extends Omit<Replayed, 'open'> {
  /** Where its bytes lie; null once the person was erased. */
  bytes: [start: number, end: number] | null;
}

export type Question =
  | { op: 'begin'; backtest_id: string; draft: Policy; published: Policy[] }
  | { op: 'decide'; backtest_id: string; rows: SentRow[]; bytes: Uint8Array; at_most: number }
  | { op: 'end'; backtest_id: string };

/** A flip without the person. */
export interface FoundFlip {
  verification_id: string;
  from: GeolocationDecision;
  to: GeolocationDecision;
  reasons_added: string[];
  reasons_removed: string[];
  because: string | null;
}

export interface Found {
  /** Of these rows alone. */
  totals: ReplayTotals;
  flips: FoundFlip[];
  /** Rows that were taken before `at_most` were decided. */
  taken: number;
  worked_ms: number;
}
