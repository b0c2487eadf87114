import type { ExportKind } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import type { Who } from '../privacy/customers.ts';

/** The customer whose data are exported, with the id that the caller named. */
export interface Subject extends Who {
  customer_id: string;
  /** Whether pictures of the face leave with it. A person gets them only as owner or admin. */
  pictures: boolean;
}

/** One record of an export. `key` sorts within its section, and is where the next page goes on. */
export interface Piece {
  key: string;
  id: string | null;
  data: Record<string, unknown>;
}

/** All records of one kind. */
export interface Section {
  kind: ExportKind;
  /** The most records that are read at once: what one page holds in memory. */
  at_once: number;
  /** The records whose keys follow `after` ('' at the beginning), in the order of their keys. */
  read(deps: Deps, who: Subject, after: string, limit: number): Promise<Piece[]>;
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
