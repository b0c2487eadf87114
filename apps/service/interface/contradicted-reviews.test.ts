import { describe, expect, it } from 'vitest';
import { recordDigest } from '../src/evidence/signature.ts';
import {
  compareWithRecord,
  compareWithSignature,
  selectStored,
  storedRows,
} from '../src/geolocation/records/contradiction.ts';
import { newId } from '../src/ids.ts';
import { openAnswers, sealAnswer } from '../src/reviews/answers.ts';
import { reviewRow } from '../src/reviews/records.ts';
import { testReviews } from '../testing/interface/reviews.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';
import { APPROVE, DECLINE, review } from '../testing/reviews.ts';

const { service, org, key, waiting, read, query } = testReviews();

describe('a writer of the database', () => {
  const contradicted = async (id: string) => {
    const answer = await read(id);
    expect(answer.code, answer.text).toBe('record_contradicted');
    const noted = await query(
      `SELECT detail->>'what' AS what FROM audit WHERE action = 'record.contradicted' AND target = $1`,
      [id],
    );
    return noted[0].what;
  };
  const change = (id: string, set: string) => query(`UPDATE review SET ${set} WHERE id = $1`, [id]);

  it('cannot decide in the place of a reviewer', async () => {
    const { id } = await waiting();
    await query(
      `UPDATE verification SET decision = 'pass', decision_source = 'review' WHERE verification_id = $1`,
      [id],
    );
    expect(await contradicted(id)).toBe('decision, decision_source');
    expect((await review(service, key(), id)).code).toBe('record_contradicted');
    const other = (await waiting()).id;
    await change(other, `state = 'decided', outcome = 'approve', decided_at = now()`);
    expect(await contradicted(other)).toMatch(/^review: state, outcome, decided_at/);
  });

  it('cannot spare the second reviewer, nor stand in for the first', async () => {
    const { id } = await waiting({ four_eyes: true });
    await change(id, 'four_eyes = false');
    expect(await contradicted(id)).toBe('review: four_eyes');
    expect((await review(service, key(), id)).code).toBe('record_contradicted');
    const other = (await waiting({ four_eyes: true })).id;
    await change(other, `state = 'awaiting_second', first_reviewer = 'unknown'`);
    expect((await review(service, key(), other)).code).toBe('record_contradicted');
    expect((await read(other)).code).toBe('record_contradicted');
  });

  it.each([
    ['decision', `UPDATE verification SET decision = 'fail' WHERE verification_id = $1`],
    [
      'decision, decision_source',
      `UPDATE verification SET decision = 'review', decision_source = 'auto' WHERE verification_id = $1`,
    ],
    ['review: outcome', `UPDATE review SET outcome = 'decline' WHERE id = $1`],
    ['review: due_at', `UPDATE review SET due_at = due_at + interval '1 day' WHERE id = $1`],
    [
      'review: opened_at, due_at',
      `UPDATE review SET opened_at = opened_at - interval '1 day', due_at = due_at - interval '1 hour' WHERE id = $1`,
    ],
    ['review: decided_at', `UPDATE review SET decided_at = decided_at - interval '1 hour' WHERE id = $1`],
    ['review: first_reviewer', `UPDATE review SET first_reviewer = 'eve' WHERE id = $1`],
    ['review: first_user_id', `UPDATE review SET first_user_id = 'eve' WHERE id = $1`],
    ['review: area', `UPDATE review SET area = 'face' WHERE id = $1`],
    [
      'review: an answer does not open',
      `UPDATE review SET review_id = 'rev_01JD0000000000000000000000' WHERE id = $1`,
    ],
    ['review: an answer does not open', `UPDATE review SET answers[1] = answers[1] || '0' WHERE id = $1`],
    ['review: state, outcome, decided_at', `UPDATE review SET answers = '{}' WHERE id = $1`],
    ['review: it is missing', `DELETE FROM review WHERE id = $1`],
  ])('cannot edit a review after it was decided: %s', async (what, edit) => {
    const { id } = await waiting();
    await review(service, key(), id);
    expect((await read(id)).status).toBe(200);
    await query(edit, [id]);
    expect(await contradicted(id)).toBe(what);
  });

  it('cannot move an answer to another review, nor reset a decided one', async () => {
    const [one, other] = [await waiting(), await waiting()];
    await review(service, key(), one.id);
    await query(
      `UPDATE review r SET answers = o.answers, state = o.state, outcome = o.outcome, decided_at = o.decided_at
         FROM review o WHERE r.id = $1 AND o.id = $2`,
      [other.id, one.id],
    );
    await query(
      `UPDATE verification SET decision = 'pass', decision_source = 'review' WHERE verification_id = $1`,
      [other.id],
    );
    expect(await contradicted(other.id)).toBe('review: an answer does not open');
    await change(one.id, `state = 'open', outcome = NULL, decided_at = NULL`);
    expect((await review(service, key(), one.id, DECLINE)).code).toBe('record_contradicted');
  });
});

/** What a writer of the database would do to have a verification decided once more. */
async function rollBack(id: string): Promise<void> {
  await query(
    `UPDATE review SET answers = '{}', state = 'open', outcome = NULL, decided_at = NULL, first_reviewer = NULL
      WHERE id = $1`,
    [id],
  );
  await query(
    `UPDATE verification SET decision = 'review', decision_source = 'auto' WHERE verification_id = $1`,
    [id],
  );
}

async function storedOne(id: string) {
  const select = selectStored(service.deps, org.org, 'production').where('v.verification_id', '=', id);
  return (await storedRows(service.deps, select))[0]!;
}

describe('a writer who takes an answer back', () => {
  const OTHER = 'review: the audit log has another answer';
  type Module = { compareWithRecord: typeof compareWithRecord };
  const compared = async (id: string, module: Module = { compareWithRecord }) => {
    return module.compareWithRecord(service.deps, await storedOne(id)).what;
  };

  it('cannot have a decided review decided the other way', async () => {
    const { id } = await waiting();
    await review(service, key(), id);
    await rollBack(id);
    expect((await review(service, key(), id, { ...DECLINE, reviewer: 'bob' })).code).toBe(
      'record_contradicted',
    );
    expect((await read(id)).code).toBe('record_contradicted');
    expect(await compared(id)).toBe(OTHER);
    // Nor with a review of another name.
    await query(`UPDATE review SET review_id = $2 WHERE id = $1`, [id, newId('review')]);
    expect((await review(service, key(), id, DECLINE)).code).toBe('record_contradicted');
    await expect(query(`DELETE FROM audit WHERE target = $1`, [id])).rejects.toThrow('permission denied');
    const owned = service.database.owner.query(`DELETE FROM audit WHERE target = $1`, [id]);
    await expect(owned).rejects.toThrow('append-only');
  });

  it('cannot drop the first of two answers, nor the second', async () => {
    const { id } = await waiting({ four_eyes: true });
    await review(service, key(), id);
    const [one] = await query(`SELECT answers FROM review WHERE id = $1`, [id]);
    expect(await compared(id)).toBeNull();
    await rollBack(id);
    expect((await review(service, key(), id, DECLINE)).code).toBe('record_contradicted');
    await query(
      `UPDATE review SET answers = $2, state = 'awaiting_second', first_reviewer = 'ann' WHERE id = $1`,
      [id, one.answers],
    );
    await review(service, key(), id, { ...APPROVE, reviewer: 'bob' });
    expect((await read(id)).data).toMatchObject({ decision: 'pass', record_contradicted: false });
    await rollBack(id);
    await query(
      `UPDATE review SET answers = $2, state = 'awaiting_second', first_reviewer = 'ann' WHERE id = $1`,
      [id, one.answers],
    );
    expect((await review(service, key(), id, { ...DECLINE, reviewer: 'bob' })).code).toBe(
      'record_contradicted',
    );
  });

  it('mutation control: it would wait again without the comparison with the audit log', async () => {
    const careless = await mutantInside<Module>(
      'geolocation/records/contradiction.ts',
      'reviews/compare.ts',
      ['row.logged > answers.length', 'false'],
    );
    const { id } = await waiting();
    await review(service, key(), id);
    await rollBack(id);
    expect([await compared(id), await compared(id, careless)]).toEqual([OTHER, null]);
  });
});

describe('a writer who also holds the root key', () => {
  type Module = { compareWithSignature: typeof compareWithSignature };
  const stored = storedOne;
  const what = async (id: string, { compareWithSignature: compare }: Module = { compareWithSignature }) =>
    (await compare(service.deps, await stored(id))).what;

  /** Turns an approval into a decline, in row, record and digest, with everything but a signature. */
  async function forge(id: string): Promise<void> {
    const row = reviewRow((await stored(id)).review)!;
    const { key } = await stored(id);
    const [answer] = openAnswers(key!, row);
    const record = JSON.stringify({ ...answer!.said, outcome: 'decline', decision: 'fail' });
    const [head, claims, bytes] = answer!.signature.split('.') as [string, string, string];
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const fitted = Buffer.from(JSON.stringify({ ...said, sha256: recordDigest(record) })).toString(
      'base64url',
    );
    const sealed = sealAnswer(key!, row, 1, { record, signature: `${head}.${fitted}.${bytes}`, note: null });
    await query(`UPDATE review SET outcome = 'decline', answers = ARRAY[$2::bytea] WHERE id = $1`, [
      id,
      sealed,
    ]);
    await query(`UPDATE verification SET decision = 'fail' WHERE verification_id = $1`, [id]);
  }

  it('cannot forge an answer without the signing key', async () => {
    const { id } = await waiting();
    await review(service, key(), id);
    expect(await what(id)).toBeNull();
    await forge(id);
    expect(await what(id)).toBe('review: a signature is not valid');
    expect((await read(id)).code).toBe('record_contradicted');
  });

  it('mutation control: the forged answer is served without the check of its signature', async () => {
    const careless = await mutant<Module>('geolocation/records/contradiction.ts', [
      'return holds ? compared :',
      'return true ? compared :',
    ]);
    const { id } = await waiting();
    await review(service, key(), id);
    await forge(id);
    expect(await what(id, careless)).toBeNull();
  });

  it('mutation control: one reviewer suffices when the row is not compared with the policy', async () => {
    const careless = await mutantInside<Module>(
      'geolocation/records/contradiction.ts',
      'reviews/compare.ts',
      ['if (what) return bad(what);', ''],
    );
    const { id } = await waiting({ four_eyes: true });
    await query('UPDATE review SET four_eyes = false WHERE id = $1', [id]);
    expect([await what(id), await what(id, careless)]).toEqual(['review: four_eyes', null]);
  });
});
