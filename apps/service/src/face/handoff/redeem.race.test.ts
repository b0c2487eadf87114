import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { tries } from '../../../../../testing/counts.ts';
import { person, phoneClaim, redeem } from '../../../testing/face/face.ts';
import { sharedService, testOrganization } from '../../../testing/hooks.ts';
import { codeHmac } from '../../handoff/short-code.ts';
import type { Db, HandoffRow } from '../session/records.ts';
import { claimByCode } from './redeem.ts';

const service = sharedService();
const org = testOrganization(service);

const claim = phoneClaim();

it('lets exactly one of twenty redeemers win when many codes are redeemed at once', async () => {
  for (let round = 0; round < tries(5, 1); round++) {
    const many = tries(10, 4);
    const codes = await Promise.all(
      Array.from({ length: many }, async () => (await (await person(service, org)).shortCode()).data.code),
    );
    const answers = await Promise.all(
      codes.flatMap((code) => Array.from({ length: 20 }, () => redeem(service, code))),
    );
    const tally: Record<string, number> = {};
    for (const { status, code } of answers) tally[code ?? status] = (tally[code ?? status] ?? 0) + 1;
    expect(tally).toEqual({ 200: many, short_code_used: 19 * many });
  }
});

it('lets at most one win while the desktop refreshes the code', async () => {
  for (let round = 0; round < tries(10, 2); round++) {
    const desktop = await person(service, org);
    const first = (await desktop.shortCode()).data.code;
    const refreshed = Array.from({ length: 4 }, () => desktop.refresh());
    const early = Array.from({ length: 5 }, () => redeem(service, first));
    const late = (await Promise.all(refreshed))
      .filter(({ status }) => status === 200)
      .map(({ data }) => redeem(service, data.code));
    const answers = await Promise.all([...early, ...late]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
});

/**
 * The number of winners of twenty claims at once, made without the session's lock: the statement alone
 * decides.
 */
async function winners(take: (db: Db, hmac: Buffer) => Promise<HandoffRow | null>): Promise<number> {
  const { code } = (await (await person(service, org)).shortCode()).data;
  const hmac = codeHmac(service.deps.envelope, code);
  const rows = await Promise.all(Array.from({ length: 20 }, () => take(service.database.db, hmac)));
  return rows.filter(Boolean).length;
}

it('has one winner by the conditional write alone when nothing is locked', async () => {
  for (let round = 0; round < tries(20, 5); round++)
    expect(await winners((db, hmac) => claimByCode(db, hmac, { ...claim, now: new Date() }))).toBe(1);
});

it('mutation control: with a look-up before an unconditional write, several win', async () => {
  const lookThenWrite = async (db: Db, hmac: Buffer): Promise<HandoffRow | null> => {
    const found = await sql<HandoffRow>`
      SELECT h.* FROM face_handoff h JOIN face_code c USING (org, env, session_id, handoff_id)
       WHERE c.code_hmac = ${hmac} AND h.state = 'issued'`.execute(db);
    if (!found.rows[0]) return null;
    const { handoff_id } = found.rows[0];
    const written = await sql<HandoffRow>`UPDATE face_handoff SET state = 'redeemed' 
        WHERE handoff_id = ${handoff_id} RETURNING *`.execute(db);
    return written.rows[0] ?? null;
  };
  let most = 0;
  for (let round = 0; round < 20 && most < 2; round++) most = Math.max(most, await winners(lookThenWrite));
  expect(most).toBeGreaterThanOrEqual(2);
});
