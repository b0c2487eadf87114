import { beforeAll, describe, expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import { answering, judgedSession } from '../../../testing/face/runner.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { newId } from '../../ids.ts';
import { insertReview } from '../../reviews/records.ts';

const { clock, service, org } = clockedService({ plugins: () => PEOPLE_PLUGINS });
let analyst: Browser;
let colleague: Browser;

/** A judged session with its frames. */
async function captured() {
  service.deps.face.runner = answering();
  const session_id = await judgedSession(service, org, clock);
  const path = `/dashboard/api/${org.org}/production/sessions/${session_id}`;
  const read = await service.call({
    path: `/facecheck/session/${session_id}`,
    token: org.results.production,
  });
  const [first] = read.data.attempts;
  return {
    session_id,
    customer_id: read.data.customer_id as string,
    path,
    frame: `${path}/frames/${first.attempt_id}/0`,
    reveal: (as: Browser) => as.call({ method: 'POST', path: `${path}/reveal`, body: {} }),
  };
}

beforeAll(async () => {
  analyst = await signedIn(service, org.org, 'analyst');
  colleague = await signedIn(service, org.org, 'reviewer');
});

const entries = async (target: string) =>
  (
    await service.database.pool.query(
      "SELECT actor FROM audit WHERE action = 'face.frames_revealed' AND target = $1",
      [target],
    )
  ).rows;

describe('a frame', () => {
  it('is shown only to the person who revealed it, after the entry in the audit log', async () => {
    const { session_id, frame, reveal } = await captured();
    expect((await analyst.call({ path: frame })).status).toBe(404);
    expect(await entries(session_id)).toEqual([]);
    expect((await reveal(analyst)).data).toMatchObject({ frames: 'kept', until: expect.any(String) });
    expect(await entries(session_id)).toEqual([{ actor: `user:${analyst.user_id}` }]);
    const shown = await analyst.call({ path: frame });
    expect(shown.data, shown.text).toMatchObject({ media_type: 'image/jpeg' });
    expect(Buffer.from(shown.data.base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(shown.headers['cache-control']).toBe('no-store');
    // A colleague with the same right has not revealed it.
    expect((await colleague.call({ path: frame })).status).toBe(404);
  });

  it('is not shown by the reveal of another session, nor when the entry is older than half an hour', async () => {
    const [one, two] = [await captured(), await captured()];
    await one.reveal(analyst);
    expect((await analyst.call({ path: two.frame })).status).toBe(404);
    // An attempt of one session below the id of the other.
    const crossed = two.frame.replace(two.session_id, one.session_id);
    expect((await analyst.call({ path: crossed })).status).toBe(404);
    const { owner } = service.database;
    await owner.query('ALTER TABLE audit DISABLE TRIGGER USER');
    await owner.query("UPDATE audit SET at = at - interval '31 minutes' WHERE target = $1", [one.session_id]);
    await owner.query('ALTER TABLE audit ENABLE TRIGGER USER');
    expect((await analyst.call({ path: one.frame })).status).toBe(404);
  });

  it('is gone after a redaction and after an erasure, also for the person who revealed it', async () => {
    const redacted = await captured();
    await redacted.reveal(analyst);
    await service.call({
      method: 'POST',
      path: `/facecheck/session/${redacted.session_id}/redact`,
      token: org.results.production,
      body: {},
    });
    expect((await analyst.call({ path: redacted.frame })).status).toBe(404);
    expect((await redacted.reveal(colleague)).data).toMatchObject({ frames: 'deleted' });
    const erased = await captured();
    await erased.reveal(analyst);
    await service.call({
      method: 'DELETE',
      path: `/customers/${erased.customer_id}`,
      token: org.results.production,
    });
    expect((await analyst.call({ path: erased.frame })).status).toBe(404);
  });

  it('is revealed for a review of its own session alone, which the entry names', async () => {
    const [one, two] = [await captured(), await captured()];
    const made = async (session_id: string) => {
      const review_id = newId('review');
      await insertReview(service.database.db, {
        ...{ org: org.org, env: 'production', review_id, area: 'face', id: session_id, four_eyes: false },
        ...{ opened_at: new Date(), due_at: new Date() },
      });
      return review_id;
    };
    const [mine, other] = [await made(one.session_id), await made(two.session_id)];
    const reveal = (review_id: string) =>
      analyst.call({ method: 'POST', path: `${one.path}/reveal`, body: { review_id } });
    const wrong = await reveal(other);
    expectRefusal(wrong, 400, 'invalid_request');
    expect((await analyst.call({ path: one.frame })).status).toBe(404);
    expect((await reveal(mine)).status).toBe(200);
    // Of a session whose customer looks like this one.
    await service.database.pool.query(
      `INSERT INTO face_duplicate (org, env, session_id, customer_hash, score) VALUES ($1, 'production', $2, $3, 0.7)`,
      [org.org, two.session_id, service.hash(org.org, one.customer_id)],
    );
    expect((await reveal(other)).status).toBe(200);
    const { rows } = await service.database.pool.query(
      "SELECT detail FROM audit WHERE action = 'face.frames_revealed' AND target = $1 ORDER BY audit_id",
      [one.session_id],
    );
    expect(rows).toEqual([{ detail: { review_id: mine } }, { detail: { review_id: other } }]);
  });

  it('is of no auditor and no developer, and of no other organization', async () => {
    const { frame, reveal, path } = await captured();
    for (const role of ['auditor', 'developer'] as const) {
      const person = await signedIn(service, org.org, role);
      expect((await reveal(person)).status).toBe(403);
      expect((await person.call({ path: frame })).status).toBe(403);
    }
    const stranger = await signedIn(service, (await service.organization()).org, 'owner');
    expect((await reveal(stranger)).status).toBe(404);
    expect((await stranger.call({ path: `${path}/explanation` })).status).toBe(404);
    const sandbox = frame.replace('/production/', '/sandbox/');
    await reveal(analyst);
    expect((await analyst.call({ path: sandbox })).status).toBe(404);
  });
});

it('explains each attempt by its signed record', async () => {
  const { path } = await captured();
  const { data, text } = await analyst.call({ path: `${path}/explanation` });
  expect(data.attempts, text).toHaveLength(1);
  const [attempt] = data.attempts;
  expect(attempt.steps).toHaveLength(10);
  expect(attempt.steps.every(({ outcome }: { outcome: string }) => outcome === 'shown')).toBe(true);
  expect(attempt.liveness).toMatchObject({ passes: 0.3, review: 0.15 });
});
