import { describe, expect, it } from 'vitest';
import EXAMPLE from '../../../../workflow.example.json' with { type: 'json' };
import { expectRefusal } from '../../testing/refusals.ts';
import { workflowStage } from '../../testing/workflows/calls.ts';

const { service, org, owner, other, nameOf, get, ask, begin, read, save, publish, audited, session } =
  workflowStage();

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
