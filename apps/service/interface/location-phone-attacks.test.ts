import { describe, expect, it } from 'vitest';
import type * as Authenticate from '../src/http/authenticate.ts';
import { browserEvidence, NEW_YORK, seal } from '../testing/browser-payload.ts';
import { deviceKey, handedOff } from '../testing/face/face.ts';
import { finding, testLocationPhone } from '../testing/interface/location-phone.ts';
import {
  locationHandedOff,
  locationPhone,
  NO_POSITION,
  statusOf,
  verifyWith,
} from '../testing/location-phone.ts';
import { mutant } from '../testing/mutant.ts';
import { expectRefusal } from '../testing/refusals.ts';

const { service, org, policy, read, eventsAbout } = testLocationPhone();

/** A confirmed and judged hand-off whose phone is in New York. */
const completed = async (options?: Parameters<typeof locationHandedOff>[2]) => {
  const handed = await locationHandedOff(service, org, options);
  expect((await handed.phone.confirm(handed.number)).data).toEqual({ confirmed: true });
  const told = await handed.phone.verify();
  expect(told.data, told.text).toMatchObject({ decision: 'pass' });
  return { ...handed, told };
};

describe('attacks', () => {
  it.each([
    ['keeps its review, even with a phone there', {}, 'review'],
    ['passes with a phone when the policy asks for one', { override_suspected: 'retry' }, 'pass'],
  ] as const)('a position that looked typed in %s', async (_, actions, decision) => {
    const policy_id = await policy({ min_assurance: 'handoff', actions });
    const measured_at = new Date(service.deps.clock.now() - 300).toISOString();
    const evidence = {
      positions: [{ ...NEW_YORK, accuracy_m: 0, accuracy_basis: 'p95' as const, measured_at }],
    };
    const { next, number, phone, asked } = await locationHandedOff(service, org, {
      key: deviceKey(),
      evidence,
      body: { policy_id },
    });
    expect((await read(asked.data.verification_id)).reason_codes).toContain('override_suspected');
    await phone.confirm(number);
    await phone.verify();
    const final = await verifyWith(service, next);
    expect(final.data, final.text).toMatchObject({ decision });
    expect(JSON.stringify(final.data)).not.toContain('override');
  });

  it('sends a relayed code (a phone in another country) to review, and the client learns nothing', async () => {
    const { asked, next, number, phone } = await locationHandedOff(service, org, { ip: '81.2.69.142' });
    expect(asked.data.handoff).toBeDefined();
    await phone.confirm(number);
    await phone.verify({}, { ip: '72.229.28.185' });
    const payload = await seal(next, browserEvidence(NO_POSITION, service.deps.clock.now()));
    const final = await service.call({
      path: '/geolocation/verify',
      token: next,
      body: { payload },
      ip: '81.2.69.142',
    });
    expect(final.data.decision).toBe('review');
    expect(JSON.stringify(final.data)).not.toContain('handoff_far');
    const whole = await read(final.data.verification_id);
    expect(whole.reason_codes).toContain('handoff_far');
    expect(finding(whole, 'handoff_far')).toMatchObject({
      inputs: { same_network: false, country: 'GB', phone_country: 'US' },
    });
  });

  it('ends with “this wasn’t me”, raises an event, and goes to review', async () => {
    const { asked, next, phone } = await locationHandedOff(service, org);
    expect((await phone.deny()).data).toEqual({ denied: true });
    expect((await phone.deny()).data).toEqual({ denied: true });
    expectRefusal(await phone.confirm('00'), 404, 'handoff_not_found');
    expect((await statusOf(service, next)).data).toMatchObject({ state: 'denied', done: true });
    expect(await eventsAbout(asked.data.verification_id)).toEqual([
      'geolocation.handoff.redeemed',
      'geolocation.handoff.denied',
    ]);
    const alone = await verifyWith(service, next);
    expect(alone.data).toMatchObject({ decision: 'review', reasons: [{ code: 'location_unconfirmed' }] });
    expect((await read(alone.data.verification_id)).reason_codes).toContain('handoff_denied');
  });

  it('judges an asker that does not wait by its own evidence, and closes the phone’s check', async () => {
    const { next, number, phone } = await locationHandedOff(service, org);
    await phone.confirm(number);
    const early = await verifyWith(service, next);
    expect(early.data.decision).toBe('pass');
    expect((await read(early.data.verification_id)).assurance).toEqual(['consistent']);
    expectRefusal(await phone.verify(), 404, 'handoff_not_found');
    expectRefusal(await statusOf(service, next), 409, 'token_already_used');
  });

  it('uses the outcome for one decision: the token that gets it is spent', async () => {
    const { next } = await completed();
    const finals = await Promise.all(Array.from({ length: 8 }, () => verifyWith(service, next, NO_POSITION)));
    expect(finals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(finals.filter(({ code }) => code === 'token_already_used')).toHaveLength(7);
  });

  it('repeats a lost answer with the same code', async () => {
    const { token } = (
      await service.call({
        path: '/geolocation/preflight',
        token: org.api.production,
        body: { customer_id: 'asker', transaction_type: 'deposit' },
      })
    ).data;
    const evidence = browserEvidence(NO_POSITION, service.deps.clock.now());
    const body = { payload: await seal(token, evidence) };
    const first = await service.call({ path: '/geolocation/verify', token, body });
    const again = await service.call({
      path: '/geolocation/verify',
      token,
      body,
      headers: { 'standpoint-retry': evidence.attempt_id },
    });
    expect(first.data.handoff).toBeDefined();
    expect(again.data).toEqual(first.data);
  });

  it('erases the hand-off with its customer', async () => {
    const { next, phone, number } = await locationHandedOff(service, org);
    await service.call({ method: 'DELETE', path: '/customers/asker', token: org.results.production });
    expectRefusal(await phone.confirm(number), 404, 'handoff_not_found');
    expectRefusal(await statusOf(service, next), 404, 'handoff_not_found');
  });

  it('refuses a token of one area at the endpoints of the other', async () => {
    const face = await handedOff(service, org);
    await face.phone.confirm(face.number);
    const foreign = locationPhone(service, face.phone.token);
    expectRefusal(await foreign.confirm('00'), 401, 'token_invalid');
    expectRefusal(await foreign.deny(), 401, 'token_invalid');
    const { phone } = await locationHandedOff(service, org);
    const calls = [
      ['/facecheck/session/status', undefined],
      ['/facecheck/session/handoff/confirm', { number: '00' }],
      ['/facecheck/session/attempt', {}],
      ['/geolocation/verify', {}],
      ['/geolocation/collect', {}],
    ] as const;
    for (const [path, body] of calls)
      expectRefusal(await service.call({ path, token: phone.token, body }), 401, 'token_invalid');
    expectRefusal(
      await service.call({ path: '/facecheck/short-code', token: phone.token, body: {} }),
      403,
      'token_wrong_purpose',
    );
  });

  it('mutation control: lets a face token in without the check of the scope', async () => {
    const face = await handedOff(service, org);
    const { authenticate } = await mutant<typeof Authenticate>('http/authenticate.ts', [
      'if (claims.scope !== handoff_scope)',
      'if (claims.scope === null)',
    ]);
    const { confirmLocation } = await import('@standpoint/contract');
    const request = { headers: { authorization: `Bearer ${face.phone.token}` } };
    const caller = await authenticate(
      service.deps,
      confirmLocation,
      request as unknown as Parameters<typeof authenticate>[2],
      'production',
      '127.0.0.1',
    );
    expect(caller).toMatchObject({ kind: 'handoff' });
  });
});
