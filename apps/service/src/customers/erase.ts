import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment, eraseCustomer } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { record } from '../events/outbox.ts';
import type { Who } from '../privacy/customers.ts';
import { customerHash } from '../privacy/pseudonyms.ts';
import { refuse } from '../refuse.ts';
import { isOwed, keptByHold } from '../retention/holds/state.ts';
import type { Handler } from '../route.ts';
import { mint } from '../tokens/mint.ts';
import { type Counts, eraseRows } from './erase-rows.ts';
import { type Erasure, finishErasure, lastErasure } from './erasures.ts';

/** Ten years, because auditors keep receipts for years. */
const RECEIPT_LIFE_S = 10 * 365 * 86_400;

/** Who asked for an erasure, for the audit log. */
export interface Asked {
  actor: string;
  request_id?: string;
  ip?: string;
}

/** An erasure that waited for the end of a legal hold, with its receipt, which names the hold and not the person. */
export interface Settled {
  erased_at: string;
  receipt: string;
}

/**
 * Deletes the rows of a person, and notes in the same transaction that their key is to be destroyed: whatever
 * happens then, a chore goes on with it. Null when there is no such customer.
 */
async function eraseInside(
  trx: Kysely<Schema>,
  deps: Deps,
  who: Who,
  told: (erasure: Erasure) => Asked & { detail?: Record<string, unknown> },
): Promise<Erasure | null> {
  const { org, env, customer_hash } = who;
  const erased = await eraseRows(trx, deps, who);
  if (!erased) return null;
  // Now, because it may have waited for locks: a token that was issued meanwhile is from before it, too.
  const at = new Date(deps.clock.now());
  const { counts, key_id } = erased;
  await sql`
    INSERT INTO erasure (org, env, customer_hash, at, counts, key_id)
    VALUES (${org}, ${env}, ${customer_hash}, ${at}, ${JSON.stringify(counts)}, ${key_id})`.execute(trx);
  const erasure = { ...who, at, counts, key_id, finished_at: null };
  await record(trx, { org, env, type: 'customer.erased', data: { erased_at: at.toISOString() } });
  await audit(trx, { org, env, action: 'customer.erased', target: customer_hash, ...told(erasure) });
  return erasure;
}

/** The ledger, then the key. */
async function complete(deps: Deps, erasure: Erasure): Promise<Erasure> {
  await finishErasure(deps, erasure);
  // A token names the second of its issue. One that is issued after this answer has a later second than the
  // erasure, so it is never mistaken for one from before.
  const second_over_ms = Math.floor(erasure.at.getTime() / 1_000) * 1_000 + 1_000;
  await sleep(Math.min(1_000, Math.max(0, second_over_ms - deps.clock.now())));
  return erasure;
}

/**
 * Erases a person: rows first, then the ledger, then the key. It is final when this resolves. A customer who was
 * erased before, and has not come back, gets that erasure again. Null when the customer was never known. 409
 * `legal_hold` while a hold keeps the customer: the request is then remembered.
 */
export async function erase(deps: Deps, who: Who, asked: Asked): Promise<Erasure | null> {
  const begun = await deps.database.db.transaction().execute(async (trx) => {
    if (await keptByHold(trx, who, new Date(deps.clock.now()), asked)) return 'held';
    return eraseInside(trx, deps, who, () => asked);
  });
  if (begun === 'held') return refuse('legal_hold', 'the erasure is remembered');
  const erasure = begun ?? (await lastErasure(deps, who));
  return erasure && complete(deps, erasure);
}

/**
 * The same for an erasure that waited for the end of a hold. Its audit entry has the receipt. Null when another
 * node has done it, or when the customer is held again.
 */
export async function eraseOwed(deps: Deps, who: Who, hold_id: string): Promise<Settled | null> {
  const { org, env } = who;
  const iss = env === 'sandbox' ? deps.config.sandbox_base_url : deps.config.base_url;
  const by = { actor: 'system' };
  let receipt = '';
  const erasure = await deps.database.db.transaction().execute(async (trx) => {
    if (!(await isOwed(trx, who, hold_id))) return null;
    if (await keptByHold(trx, who, new Date(deps.clock.now()), by)) return null;
    return eraseInside(trx, deps, who, (erasure) => {
      receipt = receiptOf(deps, { org, env, iss }, hold_id, erasure);
      return { ...by, detail: { hold_id, receipt } };
    });
  });
  if (!erasure) return null;
  await complete(deps, erasure);
  return { erased_at: erasure.at.toISOString(), receipt };
}

/** The signed proof that the organization keeps. */
export function receiptOf(
  deps: Pick<Deps, 'keys' | 'clock'>,
  place: { org: string; env: Environment; iss: string },
  /** The customer, or the legal hold at whose end it happened. */
  sub: string,
  { at, counts }: { at: Date; counts: Counts },
): string {
  const context = { ...place, now: deps.clock.now(), life_s: RECEIPT_LIFE_S };
  const claims = { sub, erased_at: at.toISOString(), ...counts };
  return mint(deps.keys, 'erasure_receipt', context, claims).token;
}

/** Safe to repeat: a lost answer is given again. */
export const eraseHandler: Handler<typeof eraseCustomer> = async (call, deps) => {
  const { org, env, actor } = call.caller;
  const { customer_id } = call.params;
  const who = { org, env, customer_hash: customerHash(deps.envelope, { org, env }, customer_id) };
  const asked = { actor, request_id: call.request_id, ip: call.ip };
  const erasure = (await erase(deps, who, asked)) ?? refuse('not_found', 'no such customer');
  const { at, counts } = erasure;
  return {
    customer_id,
    livemode: env === 'production',
    erased_at: at.toISOString(),
    counts,
    receipt: receiptOf(deps, { org, env, iss: call.base_url }, customer_id, erasure),
  };
};
