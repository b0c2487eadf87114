import type { SharedOptions } from '../calls/shared-limits.ts';
import type { Draw } from '../chance.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { Egress } from '../egress/egress.ts';
import type { FaceParts } from '../face/parts.ts';
import type { BundledData } from '../geolocation/geodata/geography.ts';
import type { PackedTree } from '../registry/shelf.ts';

/** Stand-ins that tests put in place of the real parts. */
export interface Replacements {
  clock?: (database: Database) => Promise<DatabaseClock>;
  draw?: Draw;
  face?: Partial<FaceParts>;
  egress?: Egress;
  deps?: (deps: Deps) => Deps;
  /** How patient the service is with Redis, in milliseconds. */
  redis?: Pick<SharedOptions, 'answer_ms' | 'retry_ms'>;
  /** The packages of this clone. */
  packed_tree?: PackedTree;
  /** Already in memory: read once for many services. */
  bundled?: BundledData;
}
