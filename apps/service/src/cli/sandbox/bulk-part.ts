import { setImmediate as breath } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { NO_ORIGIN } from '../../geolocation/decision/facts.ts';
import type { Extra } from '../../geolocation/records/verification-records.ts';
import { newVerification } from '../../geolocation/verify/new-verification.ts';
import { decideOn, placed } from '../../geolocation/verify/record-decision.ts';
import type { Subject } from '../../geolocation/verify/subject.ts';
import { newKey } from '../../privacy/customers.ts';
import { chanceOf } from '../../seed/chance.ts';
import { crowdOf, DAYS } from '../../seed/crowd.ts';
import { personOf, sharesDevice } from '../../seed/people.ts';
import type { RulesInForce } from '../../seed/rules.ts';
import { nextTry } from '../../seed/verifications.ts';
import { momentOf, visitOf } from '../../seed/visits.ts';
import { type PastVerification, writeBatch } from './batch.ts';
import { Memory, type SightingRow } from './memory.ts';

/** The customers of one process, by their numbers, and how many verifications they have together. */
export interface Part {
  org: string;
  first: number;
  end: number;
  /** How many customers all processes make together. */
  customers: number;
  verifications: number;
  now_ms: number;
  seed: number;
}

const BATCH = 500;

interface Watch {
  done(count: number): void;
  stopped(): boolean;
}

/** Makes the whole past of each customer at once, in the order of time, and writes it in batches. */
export async function makePart(deps: Deps, rules: RulesInForce, part: Part, watch: Watch): Promise<void> {
  const crowd = await crowdOf(deps, part.org, part.now_ms, part);
  const visits = visitsOf(part);
  const client = await deps.database.pool.connect();
  const past: PastVerification[] = [];
  const sightings: SightingRow[] = [];
  const flush = async () => {
    if (past.length > 0) await writeBatch(client, past, sightings);
    watch.done(past.length);
    past.length = 0;
    sightings.length = 0;
    await deps.tally.flush(deps.database.db);
  };
  try {
    for (let index = part.first; index < part.end && !watch.stopped(); ) {
      // People who share a device have one past.
      const count = sharesDevice(index + 1) && index + 1 < part.end ? 2 : 1;
      const memory = new Memory(deps);
      const chance = chanceOf(part.seed * 31 + index);
      const people = Array.from({ length: count }, (_, i) => personOf(crowd, index + i));
      const moments = people.flatMap((person, i) =>
        Array.from({ length: visits[index + i - part.first]! }, () => ({
          person,
          at_ms: momentOf(chance, part.now_ms, DAYS),
        })),
      );
      const place = { deps, org: part.org, rules, actor: 'cli', odd: 0 };
      for (const { person, at_ms } of moments.sort((a, b) => a.at_ms - b.at_ms))
        past.push(...(await decided(deps, memory, visitOf(place, person, at_ms, chance))));
      sightings.push(...memory.sightings.values());
      if (past.length >= BATCH) await flush();
      index += count;
      // Deciding leaves no time for anything else otherwise, such as the watch of the fence.
      await breath();
    }
    await flush();
  } finally {
    client.release();
  }
}

/** Each person comes once; after that, chance says who comes. */
function visitsOf({ first, end, verifications, seed }: Part): number[] {
  const chance = chanceOf(seed * 13 + first);
  const visits = Array.from({ length: end - first }, () => 1);
  for (let left = verifications - visits.length; left > 0; left--)
    visits[Math.floor(chance() * visits.length)]!++;
  return visits;
}

/** One visit: a decision, and the one after it where the first asked for another try. */
async function decided(deps: Deps, memory: Memory, first: Subject): Promise<PastVerification[]> {
  const made: PastVerification[] = [];
  let earlier: Extra | null = null;
  for (let subject: Subject | null = first; subject; ) {
    const remembered = memory.remembered(subject, earlier);
    const fresh =
      remembered.key_id === null ? await newKey(deps.data_keys, subject, subject.customer_id) : null;
    const began = performance.now();
    const origin = { facts: NO_ORIGIN, extra: {} };
    const { decided, key } = decideOn(deps, subject, {
      remembered,
      origin,
      outcome: null,
      content: null,
      fresh,
    });
    const row = newVerification(subject, decided, key);
    const { org, env, now_ms } = subject;
    if (earlier === null) deps.tally.asked('location', { org, env }, now_ms);
    deps.tally.note({ org, env, ...placed(subject, decided) }, now_ms, performance.now() - began);
    memory.keep(subject, row);
    made.push({ made: row, at: new Date(now_ms) });
    earlier = row.extra;
    subject = nextTry(subject, row.decision);
  }
  return made;
}
