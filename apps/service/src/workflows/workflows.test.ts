import { describe, expect, it } from 'vitest';
import { signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { workflowStage } from '../../testing/workflows/calls.ts';

const { service, org, owner, other, nameOf, get, ask, begin, read, save, publish, audited, session } =
  workflowStage();

describe('publishing', () => {
  it('is for new sessions: one that runs keeps its version', async () => {
    const id = await begin();
    await save(id, 1, { name: 'One', attempts: 2, ui: { purpose: 'First' } });
    expect((await publish(id, 2, null)).data).toEqual({ workflow_id: id, version: 1 });
    const old = await session(id, 'test_face_approved_old');
    expect(old.answer.workflow).toMatchObject({ version: 1, purpose: 'First', attempts_max: 2 });
    await save(id, 0, { name: 'Two', attempts: 5, ui: { purpose: 'Second' } });
    expect((await publish(id, 3, 1)).data.version).toBe(2);
    const young = await session(id, 'test_face_approved_young');
    expect(young.answer.workflow).toMatchObject({ version: 2, purpose: 'Second', attempts_max: 5 });
    expect((await old.open()).data.workflow).toMatchObject({ version: 1, purpose: 'First' });
    const stored = await service.call({
      path: `/facecheck/session/${old.answer.session.session_id}`,
      token: org.results.production,
    });
    expect(stored.data).toMatchObject({ workflow_version: 1, attempts_max: 2 });
  });

  it('is audited, told to both environments, and shown with who did it', async () => {
    const id = await begin();
    await publish(id, 1, null);
    const [entry] = await audited('workflow.published');
    expect(entry).toMatchObject({ actor: `user:${owner.user_id}`, target: id, detail: { version: 1 } });
    const { rows } = await service.database.pool.query(
      `SELECT env FROM event WHERE org = $1 AND type = 'workflow.published' AND data ->> ` +
        `'workflow_id' = $2 ORDER BY env`,
      [org.org, id],
    );
    expect(rows.map(({ env }) => env)).toEqual(['production', 'sandbox']);
    const one = await read(id);
    expect(one.draft).toBeNull();
    expect(one.versions).toEqual([
      expect.objectContaining({ version: 1, status: 'published', published_by: nameOf(owner) }),
    ]);
  });

  it('takes the draft and the published version that the person compared', async () => {
    const id = await begin();
    await save(id, 1, { name: 'Other text' }, other);
    const stale = await publish(id, 1, null);
    expectRefusal(stale, 409, 'draft_changed');
    expect(stale.message).toContain(nameOf(other));
    await publish(id, 2, null);
    const next = (await save(id, 0, { name: 'Next' })).data;
    // A page that shows the first draft can never match this one.
    expect(next.revision).toBe(3);
    expect(await audited('workflow.draft_begun')).toContainEqual(
      expect.objectContaining({ target: id, actor: `user:${owner.user_id}`, detail: { revision: 3 } }),
    );
    expectRefusal(await publish(id, 3, null), 409, 'draft_changed');
    expectRefusal(await publish(id, 3, 7), 409, 'draft_changed');
    expect((await publish(id, 3, 1)).status).toBe(200);
    expectRefusal(await publish(id, 3, 2), 409, 'draft_changed');
  });

  it('twice at once makes one version', async () => {
    const id = await begin();
    const answers = await Promise.all([publish(id, 1, null), publish(id, 1, null, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(id)).versions).toHaveLength(1);
  });

  it('by a role that only reads is refused, and an analyst sees no draft', async () => {
    const id = await begin();
    const auditor = await signedIn(service, org.org, 'auditor');
    expect((await get(`/${id}`, auditor)).status).toBe(200);
    expectRefusal(await save(id, 1, { name: 'x' }, auditor), 403, 'scope_denied');
    expectRefusal(await publish(id, 1, null, auditor), 403, 'scope_denied');
    const analyst = await signedIn(service, org.org, 'analyst');
    expectRefusal(await get(`/${id}`, analyst), 403, 'scope_denied');
    expect((await get('', analyst)).status).toBe(200);
  });
});

describe('an older version', () => {
  it('comes back as a new one, with the same content', async () => {
    const id = await begin();
    await save(id, 1, { name: 'One', attempts: 2 });
    await publish(id, 2, null);
    await save(id, 0, { name: 'Two', attempts: 4 });
    await publish(id, 3, 1);
    const back = (version: number, over: number | null) => ask('POST', `/${id}/roll-back`, { version, over });
    expectRefusal(await back(1, 1), 409, 'draft_changed');
    expectRefusal(await back(9, 2), 404, 'not_found');
    expect((await back(1, 2)).data).toEqual({ workflow_id: id, version: 3 });
    expect((await get(`/${id}/versions/3`)).data).toEqual({
      version: 3,
      status: 'published',
      definition: { name: 'One', attempts: 2 },
    });
    expect((await read(id)).versions.map(({ status }: { status: string }) => status)).toEqual([
      'published',
      'archived',
      'archived',
    ]);
    expect(await audited('workflow.rolled_back')).toEqual([
      expect.objectContaining({ target: id, detail: { version: 3, content_of: 1 } }),
    ]);
  });

  it('that could no longer work does not come back', async () => {
    const id = await begin();
    await publish(id, 1, null);
    await service.database.pool.query(
      `INSERT INTO workflow (org, workflow_id, version, status, name, definition)
       VALUES ($1, $2, 2, 'archived', 'Old', '{"name": "Old", "attempts": 99}')`,
      [org.org, id],
    );
    const answer = await ask('POST', `/${id}/roll-back`, { version: 2, over: 1 });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe('definition.attempts');
  });
});

describe('an archived workflow', () => {
  it('mints no token any more, while a session that runs goes on; it can come back', async () => {
    const id = org.workflow_id;
    const running = await session(id);
    expectRefusal(await ask('POST', `/${id}/archive`, { over: 2 }), 409, 'draft_changed');
    expect((await ask('POST', `/${id}/archive`, { over: 1 })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'archived', base: { version: 1, published: false } });
    const mint = () =>
      service.call({
        path: '/facecheck/session/portal',
        token: org.api.production,
        body: { workflow_id: id, customer: { customer_id: 'ann' } },
      });
    expect((await mint()).code).toBe('workflow_inactive');
    expect((await running.consent()).status).toBe(200);
    expect((await ask('POST', `/${id}/roll-back`, { version: 1, over: null })).status).toBe(200);
    expect((await mint()).status).toBe(200);
    expect((await audited('workflow.archived'))[0]).toMatchObject({ target: id, detail: { version: 1 } });
  });
});

describe('another organization', () => {
  it('sees, changes and publishes nothing', async () => {
    const id = await begin();
    const theirs = await service.organization('Theirs');
    const stranger = await signedIn(service, theirs.org, 'owner');
    const path = `/dashboard/api/${theirs.org}/workflows`;
    const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest: string, body?: object) =>
      stranger.call({ method, path: `${path}/${id}${rest}`, body });
    for (const answer of [
      await call('GET', ''),
      await call('GET', '/versions/1'),
      await call('PUT', '/draft', { revision: 0, definition: { name: 'x' } }),
      await call('DELETE', '/draft?revision=1'),
      await call('POST', '/roll-back', { version: 1, over: null }),
      await call('POST', '/archive', { over: 1 }),
    ])
      expectRefusal(answer, 404, 'not_found');
    expect((await call('POST', '/publish', { revision: 1, over: null })).status).toBe(409);
    expect((await read(id)).draft.revision).toBe(1);
    const rows = (await stranger.call({ path })).data.workflows;
    expect(rows.map((row: { workflow_id: string }) => row.workflow_id)).toEqual([theirs.workflow_id]);
  });
});

it('the list tells when each environment last used a workflow', async () => {
  await session(org.workflow_id);
  const [listed] = (await get()).data.workflows;
  expect(listed).toMatchObject({
    workflow_id: org.workflow_id,
    state: 'published',
    version: 1,
    last_used: { production: expect.any(String), sandbox: null },
  });
});
