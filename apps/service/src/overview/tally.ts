import type { Environment } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { floorQuarter } from './quarters.ts';

interface Place {
  org: string;
  env: Environment;
}
export interface Placed extends Place {
  policy_id: string;
  country: string;
  subdivision: string;
  decision: string;
  /** The first try of a chain, and whether it came with a position. */
  first: boolean;
  positioned: boolean;
}

/** Tables and their columns behind org, env and quarter. */
const TABLES = {
  place_count: [
    ['policy_id', 'text'],
    ['country', 'text'],
    ['subdivision', 'text'],
    ['decision', 'text'],
  ],
  time_count: [
    ['policy_id', 'text'],
    ['step', 'smallint'],
  ],
  stage_count: [
    ['stage', 'text'],
    ['policy_id', 'text'],
  ],
  first_attempt_count: [
    ['webhook_id', 'text'],
    ['good', 'boolean'],
    ['step', 'smallint'],
  ],
} as const;
type Table = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as Table[];

type Value = string | number | boolean;
interface Counted {
  row: Value[];
  count: number;
}
type Counts = Map<string, Counted>;
const nothing = (): Record<Table, Counts> =>
  Object.fromEntries(NAMES.map((name) => [name, new Map()])) as unknown as Record<Table, Counts>;

const STEPS_MAX = 130;
const STEP = Math.log(1.1);
/** The step of `time_count` that a time in milliseconds falls into. */
const stepOf = (ms: number): number => (ms <= 1 ? 0 : Math.min(STEPS_MAX, Math.ceil(Math.log(ms) / STEP)));
/** The middle of a step, in milliseconds. */
export const timeOfStep = (step: number): number => (step === 0 ? 0.5 : Math.exp(STEP * (step - 0.5)));

/** Of a check that no policy has judged yet. */
const NO_POLICY = '*';

/**
 * What no row of a record says, on this node, until it is added to the tables. Counting a decision in the statement
 * that records it would make all decisions wait for one row. Numbers alone: no count names a person.
 */
export class Tally {
  #counts = nothing();

  note(placed: Placed, now_ms: number, took_ms: number): void {
    const { policy_id, country, subdivision, decision, first, positioned } = placed;
    this.#add('place_count', placed, now_ms, [policy_id, country, subdivision, decision]);
    this.#add('time_count', placed, now_ms, [policy_id, stepOf(took_ms)]);
    if (first && positioned) this.#add('stage_count', placed, now_ms, ['location_positioned', policy_id]);
  }

  /** A backend asked for a check: it minted a token, or had one decided in the same call. */
  asked(area: 'location' | 'face', place: Place, now_ms: number): void {
    this.#add('stage_count', place, now_ms, [`${area}_asked`, NO_POLICY]);
  }

  /** The first attempt of a delivery ended so long after its event. */
  attempted(of: Place & { webhook_id: string; good: boolean }, now_ms: number, delay_ms: number): void {
    this.#add('first_attempt_count', of, now_ms, [of.webhook_id, of.good, stepOf(delay_ms)]);
  }

  #add(table: Table, { org, env }: Place, now_ms: number, more: Value[]): void {
    add(this.#counts[table], [org, env, floorQuarter(now_ms), ...more], 1);
  }

  /** Adds what was counted to the tables. What cannot be written is kept and counted on. */
  async flush(db: Kysely<Schema>): Promise<void> {
    const counts = this.#counts;
    this.#counts = nothing();
    try {
      await db.transaction().execute(async (trx) => {
        for (const name of NAMES) await store(trx, name, [...counts[name].values()]);
      });
    } catch (error) {
      for (const name of NAMES)
        for (const { row, count } of counts[name].values()) add(this.#counts[name], row, count);
      throw error;
    }
  }
}

function add(counts: Counts, row: Value[], count: number): void {
  const name = row.join('|');
  const known = counts.get(name);
  if (known) known.count += count;
  else counts.set(name, { row, count });
}

/** In one order everywhere, so that two nodes that add at once do not wait for each other in a circle. */
const sorted = (all: Counted[]) => all.sort((a, b) => (a.row.join('|') < b.row.join('|') ? -1 : 1));

async function store(db: Kysely<Schema>, table: Table, found: Counted[]): Promise<void> {
  if (found.length === 0) return;
  const all = sorted(found);
  const column = (index: number) => all.map(({ row }) => row[index]);
  const more = TABLES[table];
  const names = sql.join(
    [...['org', 'env', 'quarter'], ...more.map(([name]) => name)].map((n) => sql.ref(n)),
  );
  const values = sql.join([
    sql`${column(0)}::text[]`,
    sql`${column(1)}::text[]`,
    sql`${all.map(({ row }) => new Date(row[2] as number))}::timestamptz[]`,
    ...more.map(([, type], i) => sql`${column(i + 3)}::${sql.raw(type)}[]`),
    sql`${all.map(({ count }) => count)}::int[]`,
  ]);
  await sql`
    INSERT INTO ${sql.table(table)} AS c (${names}, count) SELECT * FROM unnest(${values})
    ON CONFLICT (${names}) DO UPDATE SET count = c.count + excluded.count`.execute(db);
}
