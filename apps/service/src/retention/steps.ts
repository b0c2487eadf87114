import { PURGES } from '../database/purges.ts';
import type { Deps } from '../deps.ts';
import { NOTES } from '../dossier/notes/aged.ts';
import { SESSIONS } from '../face/session/aged.ts';
import { countDueFrames, deleteDueFrames } from '../face/session/redaction.ts';
import { countDueTemplates, PENDING, PRINTS, sweepTemplates } from '../face/templates/due.ts';
import { HANDOFFS } from '../geolocation/handoff/records.ts';
import { HOUSEHOLDS, PLACES, SIGHTINGS } from '../geolocation/history/sighting-records.ts';
import { DECISIONS, DEVICE_KEYS, EVIDENCE } from '../geolocation/records/aged.ts';
import { type AgedSweep, countAged, sweepAged } from './aged.ts';
import { countIdle, sweepIdle } from './idle.ts';
import { countRows, type RowSweep, type SweepOptions, sweepRows } from './rows.ts';
import type { ClassName } from './schedule.ts';

/** How the rows of one class are counted and deleted. */
export interface Step {
  /** `held`: due, and kept by a legal hold. */
  count(deps: Deps, now: Date): Promise<{ due: number; held: number }>;
  /** Gives the number of rows of each organization; '' where the rows are of none. */
  run(deps: Deps, options: SweepOptions): Promise<ReadonlyMap<string, number>>;
}

const rows = (sweep: RowSweep): Step => ({
  count: ({ database }, now) => countRows(database.db, sweep, now),
  run: ({ database }, options) => sweepRows(database.db, sweep, options),
});

const aged = (sweep: AgedSweep): Step => ({
  count: ({ database }, now) => countAged(database.db, sweep, now),
  run: ({ database }, options) => sweepAged(database.db, sweep, options),
});

const templates = (kind: 'enrolled' | 'reference'): Step => ({
  count: ({ database }, now) => countDueTemplates(database.db, kind, now),
  run: ({ database }, options) => sweepTemplates(database.db, kind, options),
});

/** Purges of housekeeping, which keep no order between organizations and touch no customer. */
function purged(...names: string[]): Step {
  const purges = PURGES.filter(({ name }) => names.includes(name));
  if (purges.length !== names.length) throw new Error(`no such purge: ${names.join()}`);
  return {
    async count({ database }) {
      let due = 0;
      for (const purge of purges) due += await purge.count(database.db);
      return { due, held: 0 };
    },
    async run({ database }, { stopping, told }) {
      let gone = 0;
      for (const purge of purges) gone += await purge.run(database.db, stopping);
      told?.(gone);
      return new Map(gone > 0 ? [['', gone]] : []);
    },
  };
}

const FRAMES_AT_ONCE = 200;

const frames: Step = {
  count: countDueFrames,
  async run(deps, { now, stopping, told }) {
    const total = new Map<string, number>();
    while (!stopping?.aborted) {
      const orgs = await deleteDueFrames(deps, now, FRAMES_AT_ONCE);
      for (const org of orgs) total.set(org, (total.get(org) ?? 0) + 1);
      if (orgs.length === 0) break;
      told?.(orgs.length);
    }
    return total;
  },
};

/**
 * The steps of a run, in order: frames before their sessions, evidence before its decisions, and customers at the
 * end, once nothing of them is left. Classes that are missing here end with the person's erasure, or not at all.
 */
export const STEPS: ReadonlyMap<ClassName, Step> = new Map<ClassName, Step>([
  ['frames', frames],
  ['templates', templates('enrolled')],
  ['references', templates('reference')],
  ['prints', rows(PRINTS)],
  ['pending', rows(PENDING)],
  ['sessions', aged(SESSIONS)],
  ['evidence', rows(EVIDENCE)],
  ['decisions', aged(DECISIONS)],
  ['notes', rows(NOTES)],
  ['sightings', rows(SIGHTINGS)],
  ['places', rows(PLACES)],
  ['households', rows(HOUSEHOLDS)],
  ['device_keys', rows(DEVICE_KEYS)],
  ['handoffs', rows(HANDOFFS)],
  ['events', purged('deliveries', 'deliveries without an endpoint', 'events')],
  ['backtests', purged('back-tests of policies')],
  ['requests', purged('idempotency', 'decoded play tokens', 'seen proofs', 'guess buckets')],
  [
    'customers',
    {
      count: ({ database }, now) => countIdle(database.db, now),
      run: sweepIdle,
    },
  ],
]);
