import type { Environment, RedeemAnswer, redeemShortCode } from '@standpoint/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { deviceLabel } from '../calls/device-label.ts';
import { FENCE_FROM, fenceCondition } from '../database/fence.ts';
import type { Schema } from '../database/schema.ts';
import { Answer, type Call, type Deps } from '../deps.ts';
import { newJti } from '../ids.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../route.ts';
import { KINDS } from '../tokens/kinds.ts';
import { acceptOnce, type Proof, readProof, sha256Base64url } from '../tokens/proof.ts';
import { newNumber } from './phone.ts';
import { codeHmac, countMiss, normaliseCode } from './short-code.ts';

/** The key that redeemed a code may fetch its answer again for this long. */
const REDEEM_AGAIN_MS = 60_000;
/** A code is known for this long after its end, so that it can be told from a code that never was. */
export const CODE_KEPT_MS = 24 * 3_600_000;

/** A code that an area knows, whether or not it still works. */
export interface FoundCode {
  env: Environment;
  handoff_id: string;
  /** State of its hand-off as stored. */
  state: string;
  valid_until: Date;
  /** When this very code was redeemed; a hand-off may have had several codes. */
  used_at: Date | null;
  redeemed_at: Date | null;
  second_at: Date | null;
  bound_jkt: string | null;
  /** In which the code was made. */
  epoch: string;
}

/** The values that the redeemer brings into the hand-off's row. */
export interface Claim {
  now: Date;
  bound_jkt: string | null;
  token_jti: string;
  token_expires_at: Date;
  number_sealed: Buffer | null;
  device_label: string;
}

/** The parts of a redemption that differ between the areas. */
export interface CodeArea<Found extends FoundCode, Redeemed, Words> {
  /** A code that ended before `known_after` is unknown. */
  find(deps: Deps, code_hmac: Buffer, known_after: Date): Promise<Found | null>;
  /**
   * Takes the hand-off by `claimHandoff` and tells what happened, in one transaction; null when the caller
   * lost. `claimAt` makes the claim from the moment and the end of the asking device's token.
   */
  claim(
    deps: Deps,
    call: Call,
    found: Found & { code_hmac: Buffer },
    claimAt: (now: Date, not_after: Date) => Claim,
  ): Promise<Redeemed | null>;
  /** Reads what was redeemed, to give the same answer again. */
  read(deps: Deps, found: Found): Promise<Redeemed | null>;
  /** Notes that a second redeemer came. `same_key`: it has the key of the first one, but is late. */
  noteSecond(deps: Deps, found: Found, same_key: boolean): Promise<void>;
  /**
   * Reads what the answer says besides the hand-off. It is read before the claim: what fails afterwards burns
   * the code of a phone that has no key to ask again with.
   */
  words(deps: Deps, found: Found): Promise<Words>;
  /** Makes the answer to the phone. It reads nothing. */
  answer(deps: Deps, call: Call, redeemed: Redeemed, words: Words): RedeemAnswer;
}

/** Redeems a code in one area; null when the area knows no such code. */
export type Redeem = (
  call: Call,
  deps: Deps,
  code: { hmac: Buffer; proof: Proof | null },
) => Promise<RedeemAnswer | null>;

/** Redeems a short code to a hand-off token. Public: any holder of a live code may, and exactly one does. */
export const redeemHandler =
  (areas: readonly Redeem[]): Handler<typeof redeemShortCode> =>
  async (call, deps) => {
    const text =
      call.query.code ||
      refuse('invalid_request', 'no code', { fields: [{ path: 'code', message: 'is required' }] });
    const code = normaliseCode(text);
    const bound = { ch: sha256Base64url(code ?? '') };
    const proof = await readProof(deps, call, { method: 'GET', path: '/facecheck/short-code', bound });
    if (code) {
      const hmac = codeHmac(deps.envelope, code);
      for (const redeem of areas) {
        const answer = await redeem(call, deps, { hmac, proof });
        if (answer) return new Answer(answer, { headers: SECRET });
      }
    }
    await countMiss(deps, call.ip);
    return refuse('short_code_not_found', code ? 'unknown code' : 'malformed code');
  };

const SECRET = { vary: '*', 'referrer-policy': 'no-referrer' };

export const redeemIn =
  <Found extends FoundCode, Redeemed, Words>(area: CodeArea<Found, Redeemed, Words>): Redeem =>
  async (call, deps, { hmac, proof }) => {
    const known_after = new Date(deps.clock.now() - CODE_KEPT_MS);
    const found = await area.find(deps, hmac, known_after);
    if (!found) return null;
    // Only here: a guessed code must not cost a row.
    if (proof) await acceptOnce(deps, proof);
    const jkt = proof?.jkt ?? null;
    // A production token is of no use on the sandbox's address, so the code is not used up there.
    if (call.host === 'sandbox' && found.env === 'production')
      refuse('environment_mismatch', 'a production code on the sandbox host', {
        message: `This code belongs to production; call ${deps.config.base_url}.`,
      });
    const claimAt = (now: Date, not_after: Date) => newClaim(deps, call, { ...found, jkt }, now, not_after);
    if (found.state === 'issued') {
      const words = await area.words(deps, found);
      const taken = await area.claim(deps, call, { ...found, code_hmac: hmac }, claimAt);
      if (taken) return area.answer(deps, call, taken, words);
    }
    const present = (await area.find(deps, hmac, known_after)) ?? found;
    const redeemed = await readAgain(area, deps, present, jkt);
    return area.answer(deps, call, redeemed, await area.words(deps, present));
  };

function newClaim(
  deps: Deps,
  call: Call,
  { handoff_id, jkt }: { handoff_id: string; jkt: string | null },
  now: Date,
  not_after: Date,
): Claim {
  const life_end = (Math.floor(now.getTime() / 1_000) + KINDS.handoff.life_s) * 1_000;
  return {
    now,
    bound_jkt: jkt,
    token_jti: newJti(),
    token_expires_at: new Date(Math.min(life_end, not_after.getTime())),
    number_sealed: newNumber(deps, handoff_id),
    device_label: deviceLabel(call.header('user-agent')),
  };
}

/**
 * A key that redeemed within the last minute gets the same token again, because its answer was lost. Every
 * other caller is refused.
 */
async function readAgain<Found extends FoundCode, Redeemed, Words>(
  area: CodeArea<Found, Redeemed, Words>,
  deps: Deps,
  found: Found,
  jkt: string | null,
): Promise<Redeemed> {
  const now = deps.clock.now();
  const live = found.state === 'redeemed' || found.state === 'confirmed';
  const same_key = jkt !== null && jkt === found.bound_jkt;
  if (live && found.used_at && same_key && now - found.redeemed_at!.getTime() <= REDEEM_AGAIN_MS) {
    // Its token would be void, and the phone would not know why.
    if (found.epoch !== deps.epoch.current())
      refuse('short_code_expired', 'of an earlier life of the database');
    const redeemed = await area.read(deps, found);
    if (redeemed) return redeemed;
  }
  const used = found.used_at !== null || (live && found.valid_until.getTime() > now);
  if (!used) return refuse('short_code_expired', `code of a hand-off that is ${found.state}`);
  if (live && !found.second_at) await area.noteSecond(deps, found, same_key);
  return refuse('short_code_used', 'a second redeemer');
}

/** Where an area keeps its hand-offs, and what is its own of the claim. */
interface HandoffTable {
  name: 'face_handoff' | 'location_handoff';
  /** The area's own columns, the new `state` among them; `h` is the hand-off. */
  set: RawBuilder<unknown>;
  from?: RawBuilder<unknown>;
  /** That the code belongs to the hand-off `h` and still works. */
  works: RawBuilder<unknown>;
  /** The column with the epoch in which the code was made. */
  epoch: 'h.epoch' | 'k.epoch';
}

/**
 * The one claim. The caller that gets the row has won the hand-off, and every other caller has lost, whatever
 * a look-up said before: a hand-off leaves `issued` once, over all codes that it ever had. The fence stands
 * in the same statement: a database that was restored has forgotten claims.
 */
export async function claimHandoff<Row>(
  db: Kysely<Schema>,
  claim: Claim,
  { name, set, from = sql``, works, epoch }: HandoffTable,
): Promise<Row | null> {
  const { rows } = await sql<Row>`
    UPDATE ${sql.table(name)} h
       SET redeemed_at = ${claim.now}, bound_jkt = ${claim.bound_jkt}, token_jti = ${claim.token_jti},
           token_expires_at = ${claim.token_expires_at}, number_sealed = ${claim.number_sealed}, ${set}
           ${from}
     WHERE h.state = 'issued' AND ${works}
       AND EXISTS (SELECT FROM ${sql.raw(FENCE_FROM)} WHERE ${sql.raw(fenceCondition(epoch))})
    RETURNING h.*`.execute(db);
  return rows[0] ?? null;
}
