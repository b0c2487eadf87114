import { describe, expect, it } from 'vitest';
import { person, publishWorkflow } from '../../testing/face/face.ts';
import { retentionService } from '../../testing/retention/days.ts';
import { changeSettings } from '../accounts/organizations.ts';
import { newKeyIds } from '../privacy/keys/key-id.ts';
import type { dryRun } from './run.ts';

const { clock, service, org, query, get, run, due } = retentionService();
const keyId = () => newKeyIds(1, clock.now())[0]!;

describe('a face session', () => {
  async function completed(customer_id: string, options = {}) {
    const desktop = await person(service, org, { customer: { customer_id }, ...options });
    const { session_id } = (await desktop.open()).data.session;
    await desktop.consent();
    await desktop.submit(await desktop.attempt());
    return session_id as string;
  }
  const rowsOf = async (session_id: string) => {
    const of: Record<string, number> = {};
    for (const table of ['face_session', 'face_attempt', 'face_frame', 'face_evidence'])
      of[table] = (await query(`SELECT FROM ${table} WHERE session_id = $1`, [session_id])).length;
    return of;
  };

  it('loses its frames after the days of its workflow, and all else after those of the organization', async () => {
    const workflow_id = await publishWorkflow(service, org.org, { retention: { frames_days: 10 } });
    const id = await completed('seen', { workflow_id });
    const whole = await rowsOf(id);
    expect(whole).toMatchObject({ face_session: 1, face_attempt: 1, face_frame: 8 });
    expect((await run(9)).swept.frames).toMatchObject({ rows: 0 });
    expect((await due(11)).frames).toEqual({ due: 1, held: 0 });
    expect((await run(11)).swept.frames).toMatchObject({ rows: 1 });
    expect((await get(`/facecheck/session/${id}`)).data.retention).toMatchObject({ frames: 'deleted' });
    expect(await rowsOf(id)).toEqual(whole);
    expect((await run(731)).swept.sessions!.rows).toBeGreaterThanOrEqual(1);
    expect(await rowsOf(id)).toEqual({ face_session: 0, face_attempt: 0, face_frame: 0, face_evidence: 0 });
  });

  it('keeps frames and rows under a legal hold, and can not be redacted', async () => {
    const id = await completed('held-face');
    const put = { method: 'PUT', path: '/customers/held-face/hold', body: { reason: 'case 2' } } as const;
    expect((await service.call({ ...put, token: org.results.production })).status).toBe(200);
    await run(800);
    expect((await get(`/facecheck/session/${id}`)).data.retention).toMatchObject({ frames: 'kept' });
    const redact = {
      method: 'POST',
      path: `/facecheck/session/${id}/redact`,
      token: org.results.production,
    } as const;
    expect((await service.call(redact)).code).toBe('legal_hold');
    await service.call({
      method: 'DELETE',
      path: '/customers/held-face/hold',
      token: org.results.production,
    });
    expect((await service.call(redact)).data.retention).toMatchObject({ frames: 'deleted' });
  });

  it('is kept for a year at most under the preset of Texas', async () => {
    await run(731);
    await completed('texan');
    await run(2);
    expect((await due(400)).sessions!.due).toBe(0);
    await changeSettings(service.database.db, org.org, { retention: { preset: 'cubi' } });
    expect([(await due(364)).sessions!.due, (await due(366)).sessions!.due]).toEqual([0, 1]);
    await changeSettings(service.database.db, org.org, { retention: { preset: 'cubi', session_days: 30 } });
    expect((await due(31)).sessions!.due).toBe(1);
    await changeSettings(service.database.db, org.org, { retention: undefined });
  });
});

describe('templates and prints', () => {
  const plant = async (customer_hash: string, kind: 'enrolled' | 'reference', days: number) => {
    await query(
      `INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since)
       VALUES ($1, 'production', $2, $3, '', now())`,
      [org.org, customer_hash, keyId()],
    );
    await query(
      `INSERT INTO face_template (org, env, customer_hash, kind, pack, pack_version, template_id, transform_id, sealed,
         frames, quality, created_at, updated_at, delete_after, seq)
       VALUES ($1, 'production', $2, $3, 'p', '1', 't-' || $2, 'x', '', 1, 1, now(), now(),
               now() + make_interval(days => $4), 1)`,
      [org.org, customer_hash, kind, days],
    );
    await query(
      `INSERT INTO face_print (org, env, session_id, attempt_id, index, customer_hash, print, at, delete_after)
       VALUES ($1, 'production', 's-' || $2, 'a', 0, $2, repeat('1', 256)::bit(256), now(),
         now() + make_interval(days => $3))`,
      [org.org, customer_hash, days],
    );
  };
  const of = ({ templates, references, prints }: Awaited<ReturnType<typeof dryRun>>) =>
    [templates, references, prints].map((each) => each!.due);

  it('go at their own end, or at that of the preset, whichever comes first', async () => {
    await plant('a-template', 'enrolled', 1_000);
    await plant('a-reference', 'reference', 1_000);
    await plant('a-short-one', 'enrolled', 20);
    expect(of(await due(21))).toEqual([1, 0, 1]);
    await changeSettings(service.database.db, org.org, { retention: { preset: 'cubi' } });
    expect(of(await due(364))).toEqual([1, 0, 1]);
    expect(of(await due(366))).toEqual([2, 1, 3]);
    const { swept } = await run(366);
    expect([swept.templates, swept.references, swept.prints].map((each) => each!.rows)).toEqual([2, 1, 3]);
    expect(await query('SELECT FROM face_template')).toEqual([]);
    await changeSettings(service.database.db, org.org, { retention: undefined });
  });
});
