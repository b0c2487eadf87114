import { sql } from 'kysely';
import { inTransaction } from '../accounts/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { record } from '../events/outbox.ts';
import { SIGNATURE_LIFE_S } from '../evidence/signature.ts';
import { mint } from '../tokens/mint.ts';
import { appendHead, lastHead, openHead } from './head-files.ts';
import { type KnownHead, type Problem, walkChain } from './verify-chain.ts';

/** Any number, the same in every version. */
const LOCK = 7_263_541_906;
const EVERY_MS = 3_600_000;

type SigningDeps = Pick<Deps, 'database' | 'envelope' | 'keys' | 'config' | 'log'>;

/** The last link of a chain that has grown since its last head. */
interface Grown {
  org: string;
  audit_id: string;
  seq: number;
  hash: Buffer;
  last_head: string | null;
}

/**
 * Signs the head of every chain that has grown and whose last head is an hour old, and returns their number.
 * Any node may call it at any time; one of them does the work. The head stands in a file of this node's data
 * folder before the database knows of it, so every head that was told can be found again.
 */
export async function signHeads(deps: SigningDeps, now_ms: number): Promise<number> {
  const client = await deps.database.pool.connect();
  let unlocked = false;
  try {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
    let signed = 0;
    if (rows[0]!.ours)
      for (const chain of await grownChains(deps, now_ms))
        signed += Number(await signHead(deps, chain, now_ms));
    await client.query('SELECT pg_advisory_unlock($1) WHERE $2', [LOCK, rows[0]!.ours]);
    unlocked = true;
    return signed;
  } finally {
    // Closing the session releases the lock in any case.
    client.release(!unlocked);
  }
}

async function grownChains({ database }: SigningDeps, now_ms: number): Promise<Grown[]> {
  const due = new Date(now_ms - EVERY_MS);
  const { rows } = await sql<Grown>`
    SELECT o.org, l.audit_id, l.seq, l.hash, h.head AS last_head
      FROM organization o
      CROSS JOIN LATERAL (
        SELECT * FROM audit_link WHERE org = o.org ORDER BY seq DESC LIMIT 1) l
      LEFT JOIN LATERAL (
        SELECT * FROM audit_head WHERE org = o.org ORDER BY seq DESC LIMIT 1) h ON true
     WHERE h.seq IS NULL OR (h.seq <> l.seq AND h.signed_at <= ${due})`.execute(database.db);
  return rows;
}

/** False for a chain that does not hold: a signature must not vouch for what was edited since the last head. */
async function signHead(deps: SigningDeps, chain: Grown, now_ms: number): Promise<boolean> {
  const { org, audit_id, seq } = chain;
  const problem = await editedSinceHead(deps, chain);
  if (problem) {
    deps.log.error({ org, ...problem }, 'The audit chain was edited and gets no head: run audit verify.');
    return false;
  }
  const at = new Date(now_ms);
  const hash = chain.hash.toString('base64url');
  const context = { org, env: 'production', iss: deps.config.base_url, now: now_ms } as const;
  const life_s = SIGNATURE_LIFE_S;
  const { token: head } = mint(deps.keys, 'audit_head', { ...context, life_s }, { seq, audit_id, hash });
  const data = { seq, audit_id, hash, at: at.toISOString(), head };
  appendHead(deps.config.data_dir, org, data);
  await inTransaction(deps.database.db, async (trx) => {
    await trx.insertInto('audit_head').values({ org, seq, signed_at: at, head }).execute();
    await record(trx, { org, env: 'production', type: 'audit.head', data });
  });
  return true;
}

/**
 * Walks the chain from its longest signed head on: that of the database, or that of this node's file when the
 * database does not have it any more.
 */
async function editedSinceHead(deps: SigningDeps, { org, last_head }: Grown): Promise<Problem | null> {
  const known: KnownHead[] = [];
  for (const head of [last_head, lastHead(deps.config.data_dir, org)]) {
    const opened = head === null ? null : await openHead(deps, org, head);
    if (opened && opened !== 'withdrawn') known.push(opened);
  }
  const start = known.sort((a, b) => b.seq - a.seq)[0];
  return (await walkChain(deps, org, known, start)).problem;
}
