import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import EXAMPLE from '../../../../workflow.example.json' with { type: 'json' };
import { person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { join } from '../people/accounts.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service, beforeEach);
let owner: Browser;
let other: Browser;
beforeAll(async () => {
  const home = (await service.organization('Home')).org;
  owner = await signedIn(service, home, 'owner');
  other = await signedIn(service, home, 'developer');
});
beforeEach(async () => {
  await join(service.database.db, org.org, owner.user_id, 'owner');
  await join(service.database.db, org.org, other.user_id, 'developer');
});

const nameOf = (who: Browser) => `Person ${who.email.replace(/\D/g, '')}`;
const at = (rest = '') => `/dashboard/api/${org.org}/workflows${rest}`;
const get = async (rest = '', who = owner) => who.call({ path: at(rest) });
const ask = (method: 'POST' | 'PUT' | 'DELETE', rest: string, body?: object, who = owner) =>
  who.call({ method, path: at(rest), body });
const begin = async (body: object = { name: 'Checkout' }) =>
  (await ask('POST', '', body)).data.workflow_id as string;
const read = async (id: string) => (await get(`/${id}`)).data;
const save = (id: string, revision: number, definition: object, who = owner) =>
  ask('PUT', `/${id}/draft`, { revision, definition }, who);
const publish = (id: string, revision: number, over: number | null, who = owner) =>
  ask('POST', `/${id}/publish`, { revision, over }, who);
const audited = async (like: string) =>
  (
    await service.database.pool.query(
      `SELECT actor, action, env, target, detail FROM audit WHERE org = $1 AND action LIKE $2 ORDER BY at, audit_id`,
      [org.org, like],
    )
  ).rows;
const session = async (workflow_id: string, customer_id = 'test_face_approved_1') => {
  const someone = await person(service, { ...org, workflow_id }, { customer: { customer_id } });
  return { ...someone, answer: (await someone.open()).data };
};

describe('a new workflow', () => {
  it('is a draft that no check can use, and that says who wrote it', async () => {
    const id = await begin();
    expect(id).toMatch(/^wf_/);
    const one = await read(id);
    expect(one).toMatchObject({ workflow_id: id, state: 'draft', base: null, versions: [] });
    expect(one.draft).toMatchObject({ revision: 1, problems: [], edited_by: nameOf(owner) });
    expect(one.draft.definition.name).toBe('Checkout');
    const [listed] = (await get()).data.workflows;
    expect(listed).toMatchObject({
      workflow_id: id,
      name: 'Checkout',
      state: 'draft',
      version: null,
      published_at: null,
      draft: { edited_by: nameOf(owner) },
      last_used: { production: null, sandbox: null },
    });
    const token = await service.call({
      path: '/facecheck/session/portal',
      token: org.api.production,
      body: { workflow_id: id, customer: { customer_id: 'ann' } },
    });
    expect(token.code).toBe('workflow_not_found');
    expect(await audited('workflow.begun')).toEqual([
      expect.objectContaining({ actor: `user:${owner.user_id}`, target: id }),
    ]);
  });

  it('begins with the settings of another, under its own name', async () => {
    const first = await begin();
    await save(first, 1, { ...EXAMPLE });
    await publish(first, 2, null);
    const copy = await begin({ name: 'Copy', from: first });
    expect((await read(copy)).draft.definition).toEqual({ ...EXAMPLE, name: 'Copy' });
    const stranger = (await service.organization('Other')).workflow_id;
    const answer = await ask('POST', '', { name: 'Theirs', from: stranger });
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe('from');
  });

  it('that is thrown away is gone', async () => {
    const id = await begin();
    expectRefusal(await ask('DELETE', `/${id}/draft?revision=7`), 409, 'draft_changed');
    expect((await ask('DELETE', `/${id}/draft?revision=1`)).data).toEqual({ workflow_id: id, gone: true });
    expectRefusal(await get(`/${id}`), 404, 'not_found');
    expectRefusal(await ask('DELETE', `/${id}/draft?revision=1`), 404, 'not_found');
  });
});

describe('a draft', () => {
  it('may be unfinished, lists its problems, and shows the last text that could be shown', async () => {
    const id = await begin();
    const unfinished = { name: '', ui: { theme: { accent: '#12' } }, redirect_urls: [''] };
    const first = (await save(id, 1, unfinished)).data;
    expect(first.definition).toEqual(unfinished);
    expect(first.problems.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'name',
      'redirect_urls.0',
      'ui.theme.accent',
    ]);
    expect(first.preview).toBeUndefined();
    const never = { ...EXAMPLE, liveness: { mode: 'passive', challenges: ['turn'] } };
    const second = (await save(id, 2, never)).data;
    expect(second.problems).toEqual([
      { path: 'liveness.challenges', message: expect.stringContaining('never shown in passive mode') },
    ]);
    expect(second.preview.workflow).toMatchObject({ workflow_id: id, integrator: 'Example Shop' });
    expectRefusal(await publish(id, 3, null), 400, 'invalid_request');
    expect((await read(id)).state).toBe('draft');
  });

  it('previews the very consent text that a session of its version asks for, in every language', async () => {
    const id = await begin();
    const { preview } = (await save(id, 1, { ...EXAMPLE })).data;
    await publish(id, 2, null);
    const { answer } = await session(id);
    expect(answer.consent.version).toBe(preview.consent.version);
    expect(answer.workflow.consent_texts).toEqual(preview.workflow.consent_texts);
    expect(Object.keys(preview.workflow.consent_texts)).toHaveLength(6);
  });

  it.each([
    [{ name: 'x', liveness: { mode: 5 } }, 'definition.liveness.mode'],
    [{ name: 'x', livenes: {} }, 'definition.livenes'],
    [{ name: 'x', origins: 'https://a.example' }, 'definition.origins'],
    [{ name: 'a\u0000b' }, 'definition'],
    [{ name: 'x', ui: { purpose: '\ud800' } }, 'definition'],
    [[], 'definition'],
  ])('of another shape is not saved: %j', async (definition, path) => {
    const id = await begin();
    const answer = await save(id, 1, definition as object);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.data.error.fields[0].path).toBe(path);
    expect((await read(id)).draft.revision).toBe(1);
  });

  it('that another person saved meanwhile is not overwritten, and the refusal names who and when', async () => {
    const id = await begin();
    const theirs = (await save(id, 1, { name: 'Theirs' }, other)).data;
    const answer = await save(id, 1, { name: 'Mine' });
    expectRefusal(answer, 409, 'draft_changed');
    expect(answer.message).toContain(nameOf(other));
    expect(answer.message).toContain(theirs.edited_at);
    expect((await read(id)).draft.definition).toEqual({ name: 'Theirs' });
    expect((await save(id, 2, { name: 'Mine' })).data.revision).toBe(3);
  });

  it('saved twice because the answer was lost is saved once', async () => {
    const id = await begin();
    const definition = { name: 'Same', retention: { frames_days: 3, template_days: 9 } };
    const first = (await save(id, 1, definition)).data;
    expect((await save(id, 1, definition)).data).toEqual(first);
    expectRefusal(await save(id, 1, definition, other), 409, 'draft_changed');
  });

  it('of twenty people who save at once is that of one, and the others are told', async () => {
    const id = await begin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => save(id, 1, { name: `Number ${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(id)).draft.revision).toBe(2);
  });

  it('of a published workflow begins with what is published, and changes nothing by itself', async () => {
    const id = org.workflow_id;
    const before = await read(id);
    expect(before).toMatchObject({ state: 'published', draft: null, base: { version: 1, published: true } });
    await save(id, 0, { ...before.base.definition, attempts: 9 });
    expect((await session(id)).answer.workflow).toMatchObject({ version: 1, attempts_max: 3 });
    expect((await ask('DELETE', `/${id}/draft?revision=1`)).data).toEqual({ workflow_id: id, gone: false });
    expect(await read(id)).toMatchObject({ state: 'published', draft: null });
  });
});

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
