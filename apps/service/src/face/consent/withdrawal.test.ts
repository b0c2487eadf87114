import { describe, expect, it } from 'vitest';
import { handedOff } from '../../../testing/face/face.ts';
import { analysed, atEase } from '../../../testing/face/runner.ts';
import { consentStage, KEEPING } from '../../../testing/face/stages/consents.ts';
import { mutant } from '../../../testing/mutant.ts';
import { expectRefusal } from '../../../testing/refusals.ts';
import type { Capture } from '../runner/runner.ts';

const { clock, service, org, query, acts, read, opened, decided, held } = consentStage();
const NOTHING = { frames: 0, templates: 0, prints: 0, pending: 0, records: 0 };

const withdraw = (customer_id: string) =>
  service.call({
    path: `/customers/${customer_id}/consent/withdraw`,
    token: org.results.production,
    body: {},
  });

describe('a withdrawal', () => {
  it('by the person ends a session under way, and nothing is enrolled', async () => {
    const { desktop, session_id } = await opened('eva');
    await desktop.consent();
    const attempt = await desktop.attempt();
    clock.pass(17);
    let judge: () => void = () => {};
    const judging = new Promise<void>((resolve) => {
      judge = resolve;
    });
    service.deps.face.runner = {
      analyse: async (capture: Capture) => {
        await judging;
        return analysed(service.deps, capture, 1);
      },
    };
    const sent = desktop.submit(attempt, atEase(attempt));
    await expect.poll(async () => (await desktop.status()).data.status).toBe('processing');
    const gone = await desktop.post('/session/consent', { version: 'any', accepted: false, pressed: 'Stop' });
    expect(gone.data.session).toMatchObject({
      status: 'canceled',
      last_error: { code: 'consent_withdrawn', retryable: false },
    });
    judge();
    await sent;
    expect(await held('eva')).toEqual(NOTHING);
    expect(await acts(session_id)).toMatchObject([
      { act: 'agreed' },
      { act: 'withdrawn', pressed: 'Stop', device: 'desktop' },
    ]);
    expectRefusal(await desktop.attempt(), 409, 'session_terminal');
    // After a lost answer, and by the customer's other devices, it may be sent again.
    const again = await desktop.post('/session/consent', { version: 'any', accepted: false });
    expect([again.status, (await acts(session_id)).length]).toEqual([200, 2]);
  });

  it('by the person after the end deletes what came of all checks, and the decision stays', async () => {
    await decided('fay');
    const { desktop, session_id } = await decided('fay');
    const before = await held('fay');
    expect(Object.values(before).filter((n) => n === 0)).toEqual([0]);
    const gone = await desktop.post('/session/consent', { version: 'any', accepted: false });
    expect(gone.data.session).toMatchObject({ status: 'completed', last_error: null });
    expect(await held('fay')).toEqual(NOTHING);
    const shown = await read(session_id);
    expect(shown).toMatchObject({
      decision: 'approved',
      consent: { accepted: true, withdrawn_at: expect.any(String) },
      retention: { frames: 'deleted' },
      record_contradicted: false,
    });
    const [entry] = await query(`SELECT * FROM audit WHERE org = $1 AND action = 'face.consent_withdrawn'`, [
      org.org,
    ]);
    expect(entry).toMatchObject({ actor: 'client', target: session_id });
    expect(entry.detail).toMatchObject({ frames: before.frames, templates: 1, sessions_canceled: 0 });
    expect(JSON.stringify(entry)).not.toContain('fay');
  });

  it('by a backend says what was deleted, touches no other customer, and is safe to repeat', async () => {
    await decided('gus', { ...KEEPING, review: { when: ['always'] } }, 2);
    await decided('gus', KEEPING, 2);
    const waiting = await opened('gus');
    await waiting.desktop.consent();
    const other = await decided('hal', KEEPING, 3);
    const [before, others] = [await held('gus'), await held('hal')];
    expect(before.pending).toBe(1);
    const gone = await withdraw('gus');
    expect(gone.data).toMatchObject({
      customer_id: 'gus',
      livemode: true,
      counts: { ...before, sessions_canceled: 1 },
    });
    expect([await held('gus'), await held('hal')]).toEqual([NOTHING, others]);
    expect((await waiting.desktop.status()).data).toMatchObject({ status: 'canceled', done: true });
    expect((await read(other.session_id)).consent.withdrawn_at).toBeNull();
    const again = await withdraw('gus');
    expect(again.data.counts).toEqual({ ...NOTHING, sessions_canceled: 0 });
    expectRefusal(await withdraw('not-a-customer'), 404, 'not_found');
    // A new check asks again, and a customer who was approved before is no stranger.
    const next = await opened('gus');
    expectRefusal(await next.desktop.attempt(), 403, 'consent_required');
  });

  it('of two at once deletes once, and neither fails', async () => {
    const visits = [await decided('ida', KEEPING, 4), await decided('ida', KEEPING, 4)];
    const answers = await Promise.all([
      withdraw('ida'),
      ...visits.map(({ desktop }) => desktop.post('/session/consent', { version: '-', accepted: false })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await held('ida')).toEqual(NOTHING);
    for (const { session_id } of visits)
      expect((await acts(session_id)).map(({ act }) => act)).toEqual(['agreed', 'withdrawn']);
  });

  it('is open to a phone that was confirmed, also after the end, and to no other one', async () => {
    const { phone, number, redeemed } = await handedOff(service, org);
    const version = redeemed.data.consent.version;
    expectRefusal(
      await phone.post('/session/consent', { version, accepted: false }),
      403,
      'handoff_unconfirmed',
    );
    await phone.confirm(number);
    await phone.post('/session/consent', { version, accepted: true });
    await phone.cancel();
    const gone = await phone.post('/session/consent', { version, accepted: false });
    expect([gone.status, gone.data.session.status]).toEqual([200, 'canceled']);
    expect(await acts(redeemed.data.session.session_id)).toMatchObject([
      { act: 'agreed', device: 'phone' },
      { act: 'withdrawn', device: 'phone' },
    ]);
  });

  it('mutation control: the tables above are found full when it deletes nothing', async () => {
    await decided('joe', KEEPING, 5);
    const before = await held('joe');
    const { withdrawConsentHandler } = await mutant<typeof import('./withdraw.ts')>(
      'face/consent/withdraw.ts',
      ['  await redact(change);\n', ''],
      ['await removeTemplates(trx, { org, env }, { customer_hash })', '0'],
      ['  await removePrints(trx, who);\n', ''],
    );
    const caller = { org: org.org, env: 'production', actor: 'key:key_1', key_id: 'key_1' };
    const call = { caller, params: { customer_id: 'joe' }, request_id: 'req_1', ip: '127.0.0.1' };
    await withdrawConsentHandler(call as never, service.deps);
    expect(await held('joe')).toEqual(before);
  });
});
