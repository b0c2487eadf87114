import { ConflictError, NotFoundError, ValidationError, type WebhookEvent } from '@standpoint/node';
import { describe, expect, it } from 'vitest';
import { browserEvidence } from '../testing/browser-payload.ts';
import { all, caught, testNodeClient } from '../testing/interface/node-client.ts';

/** The Node SDK's resources, over real HTTP, against the service itself. */

const { sandbox, losing, workflow } = testNodeClient();

describe('results', () => {
  it('of area A are read one by one and in pages', async () => {
    const customer_id = 'test_fail_vpn_list';
    const simulate = () => sandbox.testHelpers.simulateVerification({ customer_id });
    const ids = [await simulate(), await simulate(), await simulate()].map((one) => one.verification_id);
    const one = await sandbox.verifications.retrieve(ids[0]!);
    expect(one).toMatchObject({ decision: 'fail', customer_id, livemode: false });
    const listed = await all(sandbox.verifications.list({ customer_id, limit: 2 }));
    expect(listed.map((each) => each.verification_id)).toEqual(ids.reverse());
    const page = await sandbox.verifications.list({ customer_id, limit: 2 }).page();
    expect([page.data.length, page._meta.status]).toEqual([2, 200]);
    expect(await caught(sandbox.verifications.retrieve('ver_nonsense'))).toBeInstanceOf(ValidationError);
  });

  it('of area B are read, canceled and redacted', async () => {
    const made = await sandbox.testHelpers.simulateSession({
      customer_id: 'test_face_approved_1',
      ...workflow(),
    });
    expect(made).toMatchObject({ status: 'completed', _meta: { status: 200 } });
    const session = await sandbox.sessions.retrieve(made.session_id);
    expect(session).toMatchObject({ decision: 'approved', livemode: false });
    expect(await all(sandbox.sessions.list({ customer_id: 'test_face_approved_1' }))).toHaveLength(1);
    expect(await caught(sandbox.sessions.cancel(made.session_id))).toMatchObject({
      code: 'session_terminal',
    });
    const { retention } = await sandbox.sessions.redact(made.session_id);
    expect(retention.redacted_at).not.toBeNull();
  });

  it('of evaluate are the whole decision', async () => {
    const evidence = browserEvidence({ purpose: 'collect' });
    const payload = `plain.${Buffer.from(JSON.stringify(evidence)).toString('base64url')}`;
    const context = { customer_id: 'c-evaluate', transaction_type: 'login' };
    const refused = await caught(sandbox.evaluate({ ...context, payload: 'plain.e30' }));
    expect(refused).toMatchObject({ status: 422, code: 'payload_unreadable' });
    const decided = await losing(1).evaluate({ ...context, payload });
    expect(decided).toMatchObject({ customer_id: 'c-evaluate', livemode: false });
    expect(await all(sandbox.verifications.list({ customer_id: 'c-evaluate' }))).toHaveLength(1);
  });
});

describe('reviews', () => {
  it('of both areas are listed and decided once', async () => {
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_review_border_1',
    });
    const { session_id } = await sandbox.testHelpers.simulateSession({
      customer_id: 'test_face_review_1',
      ...workflow(),
    });
    const open = await all(sandbox.reviews.list());
    expect(open.map(({ area, id }) => [area, id])).toEqual([
      ['geolocation', verification_id],
      ['face', session_id],
    ]);
    const answer = { outcome: 'approve', reason: 'known', reviewer: 'ada' } as const;
    for (const { id } of open) {
      expect(await sandbox.reviews.decide(id, answer)).toMatchObject({ state: 'decided' });
      const again = await caught(sandbox.reviews.decide(id, answer));
      expect(again).toBeInstanceOf(ConflictError);
      expect(again?.code).toBe('already_reviewed');
    }
    expect((await sandbox.verifications.retrieve(verification_id)).decision).toBe('pass');
    expect((await sandbox.sessions.retrieve(session_id)).decision).toBe('approved');
  });

  it('are decided once although the answer is lost', async () => {
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_review_border_lost',
    });
    const answer = { outcome: 'decline', reason: 'far', reviewer: 'ada' } as const;
    const decided = await losing(1).reviews.decide(verification_id as `ver_${string}`, answer);
    expect(decided).toMatchObject({ state: 'decided', decision: 'fail', _meta: { replayed: true } });
  });
});

describe('customers', () => {
  it('are read, exported, held and erased', async () => {
    const customer_id = 'test_pass_person /?';
    await sandbox.testHelpers.simulateVerification({ customer_id });
    const { customers } = sandbox;
    expect((await customers.retrieve(customer_id)).timeline).toHaveLength(1);
    const exported = await all(customers.export(customer_id, { limit: 1 }));
    expect(exported.map(({ kind }) => kind)).toContain('verification');
    expect(await customers.putHold(customer_id, { reason: 'lawsuit' })).toMatchObject({ reason: 'lawsuit' });
    expect(await customers.retrieveHold(customer_id)).toMatchObject({ customer_id });
    expect(await caught(customers.erase(customer_id))).toMatchObject({ code: 'legal_hold' });
    // The receipt of the erasure that waited stands in this answer alone: it must not be lost.
    const ended = await losing(1).customers.removeHold(customer_id);
    expect([ended.erased?.receipt.split('.').length, ended._meta.replayed]).toEqual([3, true]);
    expect((await customers.erase(customer_id)).receipt.split('.')).toHaveLength(3);
    expect(await caught(customers.retrieveHold(customer_id))).toBeInstanceOf(NotFoundError);
  });

  it('withdraw their consent, and have a reference only of a face', async () => {
    await sandbox.testHelpers.simulateSession({ customer_id: 'test_face_approved_2', ...workflow() });
    const withdrawn = await sandbox.customers.withdrawConsent('test_face_approved_2');
    expect(withdrawn.counts).toMatchObject({ sessions_canceled: 0 });
    const picture = sandbox.customers.putFaceReference('c', new Uint8Array([0xff, 0xd8, 0xff]));
    expect([422, 415, 503]).toContain((await caught(picture))?.status);
  });
});

describe('webhooks and events', () => {
  const url = 'http://127.0.0.1:9/hook';

  it('are managed, and made once although the answer is lost', async () => {
    const { webhooks } = losing(1);
    const made = await webhooks.create({ url, types: ['customer.erased'] });
    expect([made.secret?.slice(0, 6), made._meta.replayed]).toEqual(['whsec_', true]);
    expect((await sandbox.webhooks.list()).webhooks).toHaveLength(1);
    const changed = await sandbox.webhooks.update(made.webhook_id, { enabled: false });
    expect(changed.enabled).toBe(false);
    const rotated = await losing(1).webhooks.rotate(made.webhook_id, { overlap_s: 60 });
    expect(rotated.secret).not.toBe(made.secret);
    // One rotation, not two: the older secret is still the first one.
    const body = JSON.stringify({ type: 'customer.erased', timestamp: 't', data: {} });
    const headers = webhooks.generateTestHeaders(body, rotated.secret!);
    expect(webhooks.unwrap(body, headers, [made.secret!, rotated.secret!]).type).toBe('customer.erased');
    const disabled = await caught(sandbox.webhooks.replay(made.webhook_id, { missed: true }));
    expect(disabled).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Enable it'),
    });
    await sandbox.webhooks.update(made.webhook_id, { enabled: true });
    expect(await losing(1).webhooks.replay(made.webhook_id, { types: ['customer.erased'] })).toMatchObject({
      more: false,
      _meta: { replayed: true },
    });
    const removed = await losing(1).webhooks.remove(made.webhook_id);
    expect(removed).toMatchObject({ removed: true, _meta: { replayed: true } });
    const https = await caught(sandbox.webhooks.create({ url: 'http://shop.example/' }));
    expect(https).toBeInstanceOf(ValidationError);
  });

  it('control: without the key of its own, a lost answer makes an endpoint twice', async () => {
    const bare: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('idempotency-key');
      return fetch(input, { ...init, headers });
    };
    const { webhooks } = losing(1, bare);
    const { webhook_id } = await webhooks.create({ url });
    const { webhooks: made } = await webhooks.list();
    expect(made).toHaveLength(2);
    for (const each of made) await webhooks.remove(each.webhook_id);
    expect(made.map((each) => each.webhook_id)).toContain(webhook_id);
  });

  it('come as one typed union, from a list that ends and from one that does not', async () => {
    const stored = await all(sandbox.events.list({ limit: 3 }));
    expect(stored.length).toBeGreaterThan(3);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
    const erased = await all(sandbox.events.list({ type: 'customer.erased' }));
    expect(new Set(erased.map(({ type }) => type))).toEqual(new Set(['customer.erased']));

    const last = stored.at(-1)!.id;
    const seen: WebhookEvent[] = [];
    const stop = new AbortController();
    const polling = (async () => {
      const events = sandbox.events.poll({ after: last }, { intervalMs: 100, signal: stop.signal });
      for await (const event of events) seen.push(event);
    })();
    const { verification_id } = await sandbox.testHelpers.simulateVerification({
      customer_id: 'test_pass_poll',
    });
    // An earlier event may be listed only now, because none is listed while an older transaction is open.
    const ours = () =>
      seen.filter(({ data }) => 'verification_id' in data && data.verification_id === verification_id);
    await expect.poll(() => ours().length).toBe(1);
    stop.abort(new Error('enough'));
    await expect(polling).rejects.toThrow('enough');
    const [event] = ours();
    if (event?.type !== 'geolocation.verification.completed') throw new Error(`not ${event?.type}`);
    expect(event.data.decision).toBe('pass');
  });
});
