import type { reviewing } from '@standpoint/contract';
import { ERRORS } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../accounts/audit.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../ids.ts';
import { Refusal, refuse } from '../refuse.ts';
import { NOTHING_HELD } from '../reviews/records.ts';
import type { Handler } from '../route.ts';
import { CLAIM_MS, noted, tellQueues } from './claims.ts';
import type { Refused } from './held.ts';
import { type Becomes, hold, type Press, pressAt } from './hold.ts';
import { type DeskCall, queueRow, queueRows } from './rows.ts';

export const decideHandler: Handler<typeof reviewing.decideReview> = async (call, deps) => {
  const { review_id } = call.params;
  const press = pressAt(deps.clock.now(), newId('review_hold'), call.body, false);
  await hold(deps, call, review_id, press);
  const review = (await queueRow(deps, call.caller, review_id)) ?? refuse('not_found', 'erased meanwhile');
  return { hold_id: press.hold_id, until: press.until.toISOString(), review };
};

/** One refusal of many: the others are decided all the same. */
const refusedAs = (review_id: string, error: unknown): Refused => {
  if (!(error instanceof Refusal)) throw error;
  return { review_id, code: error.code, message: error.detail.message ?? ERRORS[error.code].message };
};

async function holdEach(deps: Deps, call: DeskCall, ids: readonly string[], press: Press) {
  const becoming = new Map<string, Becomes>();
  const refused: Refused[] = [];
  for (const review_id of ids)
    try {
      becoming.set(review_id, (await hold(deps, call, review_id, press)).becomes);
    } catch (error) {
      refused.push(refusedAs(review_id, error));
    }
  return { becoming, refused };
}

export const decideManyHandler: Handler<typeof reviewing.decideReviews> = async (call, deps) => {
  const { review_ids, dry = false, ...decision } = call.body;
  const press = pressAt(deps.clock.now(), newId('review_hold'), decision, dry);
  const { becoming, refused } = await holdEach(deps, call, review_ids, press);
  const rows = await queueRows(deps, call.caller, {
    where: sql`r.review_id = ANY (${[...becoming.keys()]}::text[])`,
    order: sql`r.review_id`,
    limit: review_ids.length,
  });
  const names = new Map(rows.map(({ review_id, customer_id }) => [review_id, customer_id]));
  const held = !dry && becoming.size > 0;
  return {
    hold_id: held ? press.hold_id : null,
    until: held ? press.until.toISOString() : null,
    decided: [...becoming].map(([review_id, becomes]) => ({
      review_id,
      customer_id: names.get(review_id) ?? '',
      becomes,
    })),
    refused,
  };
};

export const undoHandler: Handler<typeof reviewing.undoReviews> = async (call, deps) => {
  const { caller, body } = call;
  const { org, env, user_id } = caller;
  const until = new Date(deps.clock.now() + CLAIM_MS);
  const undone = await deps.database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; review_id: string }>`
      UPDATE review SET ${NOTHING_HELD}, claimed_by = ${user_id}, claimed_until = ${until}
       WHERE org = ${org} AND env = ${env} AND hold_id = ${body.hold_id} AND held_by = ${user_id}
      RETURNING id, review_id`.execute(trx);
    for (const row of rows)
      await audit(trx, noted(call, 'review.undone', row, { detail: { hold_id: body.hold_id } }));
    const ids = rows.map(({ review_id }) => review_id);
    await tellQueues(trx, caller, ids, 'held');
    return ids;
  });
  if (undone.length === 0)
    refuse('already_reviewed', body.hold_id, {
      message: 'It was taken back already, or the 8 seconds are over and it is final.',
    });
  return { undone };
};
