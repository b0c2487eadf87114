import { beforeAll, describe, expect, it } from 'vitest';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import { NEW_JERSEY, policyDesk, verifiedInNewYork } from '../../../testing/policies/desk.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import { draft } from '../../accounts/versions.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let ann: Browser;
let bob: Browser;
let desk: ReturnType<typeof policyDesk>;
beforeAll(async () => {
  ann = await signedIn(service, org.org, 'developer');
  bob = await signedIn(service, org.org, 'owner');
  desk = policyDesk(org.org, ann);
});

const audited = async (target: string) =>
  (
    await service.database.pool.query(
      `SELECT action, actor, detail FROM audit
        WHERE target = $1 AND action <> 'policy.backtest_started' ORDER BY audit_id`,
      [target],
    )
  ).rows;
const bowTie = {
  name: 'Race track',
  effect: 'exclusion' as const,
  polygon: [
    [
      [-74.7, 40.2],
      [-74.6, 40.2],
      [-74.6, 40.3],
      [-74.65, 40.1],
      [-74.7, 40.2],
    ] as [number, number][],
  ],
};

describe('a draft', () => {
  it('is kept, decides nothing, and counts its saves', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const saved = await desk.save(policy_id, 1, { ...NEW_JERSEY, max_accuracy_m: 300 });
    expect(saved.data).toMatchObject({
      revision: 2,
      version: 1,
      problems: [],
      saved_by: { user_id: ann.user_id },
    });
    expect((await desk.read(policy_id)).draft.definition.max_accuracy_m).toBe(300);
    expect(await service.deps.policies.byId(org.org, policy_id)).toBeNull();
    const { data } = await ann.call({ path: desk.at });
    expect(data.policies.find((each: { policy_id: string }) => each.policy_id === policy_id)).toMatchObject({
      published: null,
      draft: { version: 1 },
    });
  });

  it('with a fault is saved and names it, its shape and points; it cannot be tested or published', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const { data } = await desk.save(policy_id, 1, { ...NEW_JERSEY, rule: { shapes: [bowTie] } });
    expect(data.revision).toBe(2);
    expect(data.problems).toEqual([
      {
        path: 'rule.shapes[0].polygon[0]',
        message: expect.stringMatching(/“Race track”.*crosses or touches itself between points 3 and 4/),
      },
    ]);
    expectRefusal(await desk.start(policy_id, 2), 400, 'invalid_request');
    expectRefusal(await desk.publish(policy_id, 2, 'bkt_01K00000000000000000000000'), 400, 'invalid_request');
  });

  it('of two people who save at once is the first one’s, and the second is told who and when', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const others = policyDesk(org.org, bob);
    const answers = await Promise.all([
      desk.save(policy_id, 1, { ...NEW_JERSEY, name: 'Ann’s' }),
      others.save(policy_id, 1, { ...NEW_JERSEY, name: 'Bob’s' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expectRefusal(lost, 409, 'draft_changed');
    const { draft: kept } = await desk.read(policy_id);
    expect(lost.message).toContain(kept.saved_by.name);
    expect(lost.message).toContain(kept.saved_at);
    expect(kept.revision).toBe(2);
  });

  it('of two people who begin it at once on a published policy has one beginner', async () => {
    const made = (await draft(service.database.db, 'policy', org.org, NEW_JERSEY))!;
    const others = policyDesk(org.org, bob);
    const answers = await Promise.all([
      desk.save(made.id, 0, { ...NEW_JERSEY, name: 'Ann’s' }),
      others.save(made.id, 0, { ...NEW_JERSEY, name: 'Bob’s' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('never has the number of an earlier draft, so that a stale page cannot match it', async () => {
    const made = (await draft(service.database.db, 'policy', org.org, NEW_JERSEY))!;
    const first = (await desk.save(made.id, 0, { ...NEW_JERSEY, name: 'First' })).data.revision;
    await ann.call({ method: 'DELETE', path: `${desk.at}/${made.id}/draft`, body: { revision: first } });
    const second = (await desk.save(made.id, 0, { ...NEW_JERSEY, name: 'Second' })).data.revision;
    expect(second).toBeGreaterThan(first);
    expectRefusal(await desk.save(made.id, first, NEW_JERSEY), 409, 'draft_changed');
    expect((await desk.read(made.id)).draft.definition.name).toBe('Second');
  });

  it('is examined when it is saved, and not when it is read', async () => {
    const { policy_id } = await desk.make({ ...NEW_JERSEY, rule: { shapes: [bowTie] } });
    const { data } = await ann.call({ path: `${desk.at}/${policy_id}` });
    expect(data.draft.problems).toHaveLength(1);
    await service.database.pool.query(
      `UPDATE policy_draft SET judged = jsonb_set(judged, '{problems}', '[]') WHERE policy_id = $1`,
      [policy_id],
    );
    expect((await desk.read(policy_id)).draft.problems).toEqual([]);
    // Found with other borders, it counts for nothing.
    await service.database.pool.query(
      `UPDATE policy_draft SET judged = jsonb_set(judged, '{judged_with}', '"older"') WHERE policy_id = $1`,
      [policy_id],
    );
    expect((await desk.read(policy_id)).draft.problems).toHaveLength(1);
  });

  it('that is not saved is tried by those who may change it alone', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const at = { lat: 40.2, lng: -74.7, accuracy_m: 20 };
    const path = `${desk.at}/${policy_id}/try`;
    const auditor = await signedIn(service, org.org, 'auditor');
    expect((await auditor.call({ path, body: at })).status).toBe(200);
    expectRefusal(await auditor.call({ path, body: { ...at, definition: NEW_JERSEY } }), 403, 'scope_denied');
    expect((await ann.call({ path, body: { ...at, definition: NEW_JERSEY } })).status).toBe(200);
  });

  it('is discarded by the person who has seen it last', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const discard = (revision: number) =>
      ann.call({ method: 'DELETE', path: `${desk.at}/${policy_id}/draft`, body: { revision } });
    expectRefusal(await discard(7), 409, 'draft_changed');
    expect((await discard(1)).data).toEqual({ policy_id, gone: true });
    expectRefusal(await ann.call({ path: `${desk.at}/${policy_id}` }), 404, 'not_found');
  });

  it('of another organization does not exist', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const other = await service.organization();
    const stranger = await signedIn(service, other.org, 'owner');
    const there = policyDesk(other.org, stranger);
    expectRefusal(await stranger.call({ path: `${there.at}/${policy_id}` }), 404, 'not_found');
    expectRefusal(await there.save(policy_id, 0, NEW_JERSEY), 404, 'not_found');
    expectRefusal(await there.save(policy_id, 1, NEW_JERSEY), 404, 'not_found');
  });
});

describe('publication', () => {
  it('needs a finished back-test of exactly this content, and then decides the next verification', async () => {
    const { policy_id } = await desk.make(NEW_JERSEY);
    const before = await desk.backtest(policy_id, 1);
    const changed = { ...NEW_JERSEY, max_accuracy_m: 5_000 };
    await desk.save(policy_id, 1, changed);
    expectRefusal(await desk.publish(policy_id, 2, before.backtest_id), 409, 'backtest_needed');
    expectRefusal(await desk.publish(policy_id, 1, before.backtest_id), 409, 'draft_changed');
    expect((await verifiedInNewYork(service, org, 'before')).decision).not.toBe('fail');
    const test = await desk.backtest(policy_id, 2);
    expect((await desk.publish(policy_id, 2, test.backtest_id)).data).toEqual({ policy_id, version: 1 });
    expect((await verifiedInNewYork(service, org, 'after')).decision).toBe('fail');
    expect(await audited(policy_id)).toEqual([
      { action: 'policy.draft_begun', actor: `user:${ann.user_id}`, detail: {} },
      expect.objectContaining({ action: 'policy.drafted' }),
      {
        action: 'policy.published',
        actor: `user:${ann.user_id}`,
        detail: expect.objectContaining({ version: 1, backtest_id: test.backtest_id, flipped: test.flipped }),
      },
    ]);
    const events = await service.database.pool.query(
      `SELECT env FROM event WHERE type = 'policy.published' AND data->>'policy_id' = $1 ORDER BY env`,
      [policy_id],
    );
    expect(events.rows).toEqual([{ env: 'production' }, { env: 'sandbox' }]);
    expectRefusal(await desk.publish(policy_id, 0, test.backtest_id), 409, 'draft_changed');
  });

  it('is rolled back to an older version, whose content becomes a new one; archived, it decides nothing', async () => {
    const { policy_id } = await desk.make({ ...NEW_JERSEY, transaction_types: ['roll'] });
    await desk.publish(policy_id, 1, (await desk.backtest(policy_id, 1)).backtest_id);
    const open = { name: 'Open', transaction_types: ['roll'] };
    // The count goes on through all drafts.
    const again = await desk.save(policy_id, 0, open);
    expect(again.data.revision).toBe(2);
    await desk.publish(policy_id, 2, (await desk.backtest(policy_id, 2)).backtest_id, 1);
    expect((await verifiedInNewYork(service, org, 'open', 'roll')).decision).not.toBe('fail');
    const back = (published: number) =>
      ann.call({ path: `${desk.at}/${policy_id}/rollback`, body: { version: 1, published } });
    expectRefusal(await back(1), 409, 'draft_changed');
    expect((await back(2)).data).toEqual({ policy_id, version: 3 });
    expect((await verifiedInNewYork(service, org, 'back', 'roll')).decision).toBe('fail');
    const { data } = await ann.call({ path: `${desk.at}/${policy_id}/differences?from=2&to=3` });
    expect(data.differences).toEqual([
      { kind: 'changed', what: 'Name', detail: 'Open → New Jersey' },
      { kind: 'added', what: 'Allowed region', detail: 'US-NJ' },
    ]);
    await ann.call({ path: `${desk.at}/${policy_id}/archive`, body: { version: 3 } });
    expect((await verifiedInNewYork(service, org, 'archived', 'roll')).decision).not.toBe('fail');
    expect((await desk.read(policy_id)).published).toBeNull();
  });

  it('is rolled back without a back-test or after one, and the audit log says which', async () => {
    const define = (more = {}) => ({ ...NEW_JERSEY, transaction_types: ['seen'], ...more });
    const { policy_id } = await desk.make(define());
    await desk.publish(policy_id, 1, (await desk.backtest(policy_id, 1)).backtest_id);
    await desk.save(policy_id, 0, define({ max_accuracy_m: 400 }));
    const second = await desk.backtest(policy_id, 2);
    await desk.publish(policy_id, 2, second.backtest_id, 1);
    const back = (version: number, published: number, more = {}) =>
      ann.call({ path: `${desk.at}/${policy_id}/rollback`, body: { version, published, ...more } });
    const last = async () => (await audited(policy_id)).at(-1)!.detail;

    expect((await back(1, 2)).data.version).toBe(3);
    expect(await last()).toEqual({ version: 3, rolled_back_to: 1, tested: false });

    const of = (version: number) => ann.call({ path: `${desk.tests(policy_id)}?version=${version}` });
    expect((await of(2)).data.backtests).toMatchObject([{ backtest_id: second.backtest_id, state: 'done' }]);
    expect((await back(2, 3, { backtest_id: second.backtest_id })).data.version).toBe(4);
    expect(await last()).toMatchObject({
      rolled_back_to: 2,
      tested: true,
      backtest_id: second.backtest_id,
      backtest_env: 'production',
      flipped: second.flipped,
    });

    // Of a version, as of a draft.
    const begun = await ann.call({ path: desk.tests(policy_id), body: { version: 1, days: 7 } });
    expect(begun.status).toBe(200);
    await expect.poll(async () => (await of(1)).data.backtests[0].state).toBe('done');
    const both = await ann.call({ path: desk.tests(policy_id), body: { version: 1, revision: 1, days: 7 } });
    expectRefusal(both, 400, 'invalid_request');
    const never = await ann.call({ path: desk.tests(policy_id), body: { version: 99, days: 7 } });
    expect(never.status).toBe(404);
  });

  it('is rolled back at once when the back-test says too little, and the audit log says why', async () => {
    await verifiedInNewYork(service, org, 'little');
    const define = (more = {}) => ({ ...NEW_JERSEY, transaction_types: ['little'], ...more });
    const { policy_id } = await desk.make(define());
    const full = await desk.backtest(policy_id, 1);
    expect(full.lacks).toBeNull();
    await desk.publish(policy_id, 1, full.backtest_id);
    await desk.save(policy_id, 0, define({ max_accuracy_m: 400 }));
    const second = await desk.backtest(policy_id, 2);
    await desk.publish(policy_id, 2, second.backtest_id, 1);
    const ofVersion = async (tests: string, days: number) => {
      const { backtest_id } = (await ann.call({ path: tests, body: { version: 1, days } })).data;
      const read = async () => (await ann.call({ path: `${tests}/${backtest_id}` })).data;
      await expect.poll(async () => (await read()).state).toBe('done');
      return await read();
    };
    const day = await ofVersion(desk.tests(policy_id), 1);
    const sandbox = await ofVersion(policyDesk(org.org, ann, 'sandbox').tests(policy_id), 7);
    expect([day.lacks, sandbox.lacks]).toEqual(['too_little', 'sandbox']);
    const path = `${desk.at}/${policy_id}/rollback`;
    let published = 2;
    const audits = async (backtest_id: string) => {
      const { data } = await ann.call({ path, body: { version: 1, published, backtest_id } });
      published = data.version;
      return (await audited(policy_id)).at(-1)!.detail;
    };
    expect(await audits(day.backtest_id)).toMatchObject({ tested: false, why_not: 'too_little', days: 1 });
    expect(await audits(sandbox.backtest_id)).toMatchObject({
      tested: false,
      why_not: 'sandbox',
      backtest_env: 'sandbox',
    });
    // A back-test of another version does not vouch for this one.
    const none = { rolled_back_to: 1, tested: false, why_not: 'no_such_test' };
    expect(await audits(second.backtest_id)).toEqual({ version: 5, ...none });
    await service.database.pool.query('DELETE FROM policy_backtest WHERE policy_id = $1', [policy_id]);
    expect(await audits(full.backtest_id)).toEqual({ version: 6, ...none });
  });

  it('is refused where another version was published since: a roll-back is not undone unseen', async () => {
    const { policy_id } = await desk.make({ ...NEW_JERSEY, transaction_types: ['over'] });
    await desk.publish(policy_id, 1, (await desk.backtest(policy_id, 1)).backtest_id);
    await desk.save(policy_id, 0, { ...NEW_JERSEY, transaction_types: ['over'], max_accuracy_m: 400 });
    const { backtest_id } = await desk.backtest(policy_id, 2);
    const rolled = await ann.call({
      path: `${desk.at}/${policy_id}/rollback`,
      body: { version: 1, published: 1 },
    });
    expect(rolled.data.version).toBe(2);
    const late = await desk.publish(policy_id, 2, backtest_id, 1);
    expectRefusal(late, 409, 'draft_changed');
    expect(late.message).toMatch(/^Version 2 was published at/);
    expect((await desk.publish(policy_id, 2, backtest_id, 2)).data.version).toBe(3);
  });

  it('needs a back-test of production where it has decisions, and one that looked at enough', async () => {
    await verifiedInNewYork(service, org, 'enough');
    const { policy_id } = await desk.make({ ...NEW_JERSEY, transaction_types: ['scope'] });
    const day = await desk.publish(policy_id, 1, (await desk.backtest(policy_id, 1, 1)).backtest_id);
    expectRefusal(day, 409, 'backtest_needed');
    expect(day.message).toContain('7 days or more');
    const sandbox = policyDesk(org.org, ann, 'sandbox');
    const other = await desk.publish(policy_id, 1, (await sandbox.backtest(policy_id, 1)).backtest_id);
    expectRefusal(other, 409, 'backtest_needed');
    expect(other.message).toContain('Run one in production');
    expect((await desk.publish(policy_id, 1, (await desk.backtest(policy_id, 1)).backtest_id)).status).toBe(
      200,
    );
  });

  it('of a draft that the command line stored needs a back-test too', async () => {
    const made = (await draft(service.database.db, 'policy', org.org, {
      ...NEW_JERSEY,
      transaction_types: ['cli'],
    }))!;
    expect((await desk.read(made.id)).draft).toMatchObject({ revision: 0, version: 1, saved_by: null });
    expectRefusal(await desk.publish(made.id, 0, 'bkt_01K00000000000000000000000'), 409, 'backtest_needed');
    const test = await desk.backtest(made.id, 0);
    expect((await desk.publish(made.id, 0, test.backtest_id)).data.version).toBe(1);
  });
});
