import { Kysely, PostgresDialect, sql } from 'kysely';
import { ENTRY, type Entry, linkHash, NO_HASH } from '../../src/audit/chain.ts';
import type { Database } from '../../src/database/connect.ts';
import type { Schema } from '../../src/database/schema.ts';

/** Attacks on an audit chain by a person who owns the tables, and so can switch their triggers off. */

export type Trx = Kysely<Schema>;

/** Numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

class Undone extends Error {}

/** Runs `attack` with the triggers off, then `look`, and undoes everything. */
export async function attacked<T>(
  { owner }: Pick<Database, 'owner'>,
  attack: (trx: Trx) => Promise<unknown>,
  look: (trx: Trx) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: owner }) });
  let seen: { value: T } | null = null;
  await db
    .transaction()
    .execute(async (trx) => {
      for (const table of ['audit', 'audit_link', 'audit_head'])
        await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(trx);
      await attack(trx);
      seen = { value: await look(trx) };
      throw new Undone();
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
  return seen!.value;
}

/** One attack on a chain of `length` entries, and the first link that must be found wrong. */
export interface Attack {
  name: string;
  run(trx: Trx): Promise<unknown>;
  /** Null: another place of the chain shows it. */
  found_at: number | null;
}

type Make = (org: string, length: number, at: Chance) => Attack;

const EDITS: readonly ((any: string) => string)[] = [
  (any) => `actor = actor || '${any}'`,
  (any) => `action = action || '${any}'`,
  () => `target = CASE WHEN target IS NULL THEN '' END`,
  (any) => `outcome = '${any}'`,
  (any) => `request_id = '${any}'`,
  () => `ip = '192.0.2.0/24'`,
  () => `at = at + interval '1 microsecond'`,
  () => `env = CASE WHEN env = 'sandbox' THEN 'production' ELSE 'sandbox' END`,
  (any) => `detail = detail || '{"${any}": 1}'`,
];

/** The entry of a link, as a condition on `audit`. */
const entryOf = (org: string, seq: number) =>
  sql`org = ${org} AND audit_id = (SELECT audit_id FROM audit_link WHERE org = ${org} AND seq = ${seq})`;
const between = (low: number, high: number, at: Chance) => low + Math.floor(at() * (high - low + 1));
const word = (at: Chance) => Math.floor(at() * 2 ** 31).toString(36);

const edited: Make = (org, length, at) => {
  const seq = between(1, length, at);
  const change = EDITS[between(0, EDITS.length - 1, at)]!(word(at));
  return {
    name: `entry ${seq} edited: ${change}`,
    found_at: seq,
    run: (trx) => sql`UPDATE audit SET ${sql.raw(change)} WHERE ${entryOf(org, seq)}`.execute(trx),
  };
};

const deleted: Make = (org, length, at) => {
  const seq = between(1, length - 1, at);
  return {
    name: `entry ${seq} deleted`,
    found_at: seq,
    run: (trx) => sql`DELETE FROM audit WHERE ${entryOf(org, seq)}`.execute(trx),
  };
};

/** The links behind close up, as if the entry had never been. */
const takenOut: Make = (org, length, at) => {
  const seq = between(1, length - 1, at);
  return {
    name: `entry ${seq} taken out with its link`,
    found_at: seq,
    async run(trx) {
      await sql`DELETE FROM audit WHERE ${entryOf(org, seq)}`.execute(trx);
      await sql`DELETE FROM audit_link WHERE org = ${org} AND seq = ${seq}`.execute(trx);
      await moveLinks(trx, org, seq + 1, -1);
    },
  };
};

/** In two steps, because numbers are unique at every moment. */
async function moveLinks(trx: Trx, org: string, from: number, by: number): Promise<void> {
  await sql`UPDATE audit_link SET seq = -(seq + ${by}::int) WHERE org = ${org} AND seq >= ${from}`.execute(
    trx,
  );
  await sql`UPDATE audit_link SET seq = -seq WHERE org = ${org} AND seq < 0`.execute(trx);
}

const swapped: Make = (org, length, at) => {
  const one = between(1, length - 1, at);
  const other = between(one + 1, length, at);
  return {
    name: `entries ${one} and ${other} swapped`,
    found_at: one,
    async run(trx) {
      const rename = (from: string, to: string) =>
        sql`UPDATE audit SET audit_id = ${to} WHERE org = ${org} AND audit_id = ${from}`.execute(trx);
      const { rows } = await sql<{ audit_id: string }>`
        SELECT audit_id FROM audit_link WHERE org = ${org} AND seq IN (${one}, ${other}) ORDER BY seq`.execute(
        trx,
      );
      const [a, b] = rows.map(({ audit_id }) => audit_id) as [string, string];
      await rename(a, 'aside');
      await rename(b, a);
      await rename('aside', b);
    },
  };
};

const putIn: Make = (org, length, at) => {
  const seq = between(1, length, at);
  return {
    name: `an entry put in at ${seq}, with a link`,
    found_at: seq,
    async run(trx) {
      await copyEntry(trx, org, seq, 'aud_new');
      await moveLinks(trx, org, seq, 1);
      await sql`
        INSERT INTO audit_link (org, seq, audit_id, hash, seal)
        SELECT org, ${seq}, 'aud_new', sha256('x'), seal FROM audit_link
         WHERE org = ${org} AND seq = ${seq + 1}`.execute(trx);
    },
  };
};

const putPast: Make = (org, length, at) => {
  const seq = between(1, length, at);
  return {
    name: `an entry put in beside ${seq}, without a link`,
    found_at: null,
    run: (trx) => copyEntry(trx, org, seq, 'aud_new'),
  };
};

const copyEntry = (trx: Trx, org: string, seq: number, audit_id: string) =>
  sql`
    INSERT INTO audit (org, env, audit_id, at, actor, action, target, outcome, tx)
    SELECT org, env, ${audit_id}, at, actor, action, target, 'forged', tx FROM audit
      WHERE ${entryOf(org, seq)}`.execute(trx);

/** With every hash from there on recomputed: the attacker knows how chains are made. */
const rewritten: Make = (org, length, at) => {
  const seq = between(1, length, at);
  return {
    name: `entry ${seq} edited, and the chain recomputed`,
    found_at: seq,
    async run(trx) {
      await sql`UPDATE audit SET outcome = 'forged' WHERE ${entryOf(org, seq)}`.execute(trx);
      await recompute(trx, org);
    },
  };
};

/** Makes all hashes of a chain right; `seal` makes the seals too. */
export async function recompute(
  trx: Trx,
  org: string,
  seal?: (seq: number, hash: Buffer) => Buffer,
): Promise<void> {
  const { rows } = await sql<Entry & { seq: number; link_seal: Buffer }>`
    SELECT ${ENTRY}, l.seq, l.seal AS link_seal FROM audit_link l JOIN audit a USING (org, audit_id)
     WHERE l.org = ${org} ORDER BY l.seq`.execute(trx);
  let before: Buffer = NO_HASH;
  for (const { seq, link_seal, ...entry } of rows) {
    before = linkHash(before, entry);
    const sealed = seal?.(seq, before) ?? link_seal;
    await sql`
      UPDATE audit_link SET hash = ${before}, seal = ${sealed} WHERE org = ${org} AND seq = ${seq}`.execute(
      trx,
    );
  }
}

/** Cuts the last entries off, with their links. */
export async function cut(trx: Trx, org: string, keep: number): Promise<void> {
  await sql`
    DELETE FROM audit WHERE org = ${org} AND audit_id IN (
      SELECT audit_id FROM audit_link WHERE org = ${org} AND seq > ${keep})`.execute(trx);
  await sql`DELETE FROM audit_link WHERE org = ${org} AND seq > ${keep}`.execute(trx);
}

const cutOff: Make = (org, length, at) => {
  const keep = between(0, length - 1, at);
  return { name: `all after ${keep} cut off`, found_at: keep + 1, run: (trx) => cut(trx, org, keep) };
};

const MAKERS = { edited, deleted, takenOut, swapped, putIn, putPast, rewritten, cutOff };
export type AttackName = keyof typeof MAKERS;

/** `count` attacks of all kinds in turn, at random places of a chain. */
export function attacks(org: string, length: number, count: number, seed: number): Attack[] {
  const at = chance(seed);
  const makers = Object.values(MAKERS);
  return Array.from({ length: count }, (_, i) => makers[i % makers.length]!(org, length, at));
}

export const attackOf = (name: AttackName, org: string, length: number, seed = 1): Attack =>
  MAKERS[name](org, length, chance(seed));
