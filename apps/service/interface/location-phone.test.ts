import { describe, expect, it } from 'vitest';
import { browserEvidence, claimsOf, NEW_YORK, seal } from '../testing/browser-payload.ts';
import { deviceKey, otherNumber } from '../testing/face/face.ts';
import { finding, testLocationPhone } from '../testing/interface/location-phone.ts';
import {
  askPhone,
  locationHandedOff,
  locationPhone,
  NO_POSITION,
  redeemCode,
  statusOf,
  verifyWith,
} from '../testing/location-phone.ts';
import { expectRefusal } from '../testing/refusals.ts';

/** A desktop that cannot prove where it is asks a phone, and is judged by what the phone found. */

const { clock, service, org, policy, read, eventsAbout } = testLocationPhone();

describe('the code', () => {
  it('lives as long as the policy says, and never longer than the token that goes with it', async () => {
    const ends = async (code_life_s: number) => {
      const policy_id = await policy({ handoff: { code_life_s } });
      const { handoff, next_token } = (await askPhone(service, org, { body: { policy_id } })).data;
      return { code: Date.parse(handoff.expires_at), token: claimsOf(next_token).exp * 1_000 };
    };
    const short = (await ends(60)).code - clock.now();
    expect([short > 30_000, short <= 60_000]).toEqual([true, true]);
    const long = await ends(900);
    expect(long.code).toBeLessThanOrEqual(long.token);
  });
});

describe('a whole hand-off', () => {
  it('ends in a pass with assurance handoff, and with what was near', async () => {
    const { asked, redeemed, next, number, phone } = await locationHandedOff(service, org, {
      key: deviceKey(),
      body: { transaction_name: 'Deposit of 50', email: 'jo@example.com' },
    });
    expect(asked.data).toMatchObject({ decision: 'retry', reasons: [{ code: 'permission_denied' }] });
    const { code, url, expires_at } = asked.data.handoff;
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(url).toBe(`${service.config.face_base_url}/h#${code}`);
    expect(Date.parse(expires_at) - service.deps.clock.now()).toBeLessThanOrEqual(600_000);
    // The asker's token outlasts the code, and still ends with the chain.
    expect(claimsOf(next).exp * 1_000).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect(claimsOf(next).exp).toBe(claimsOf(next).root_iat! + 900);

    expect(redeemed.data).toMatchObject({
      kind: 'location',
      origin: {
        integrator: 'Example',
        purpose: 'Deposit of 50',
        customer_hint: 'j•••@e•••.com',
        place: null,
      },
      confirm: { type: 'number' },
      livemode: true,
    });
    expect(claimsOf(phone.token)).toMatchObject({ scope: 'location', hop: 0 });
    // The id of the asking customer stays on the server.
    expect(JSON.stringify(claimsOf(phone.token))).not.toContain('asker');

    expect((await statusOf(service, next)).data).toMatchObject({ state: 'redeemed', number, done: false });
    expectRefusal(await phone.verify(), 403, 'handoff_unconfirmed');
    expect((await phone.confirm(number)).data).toEqual({ confirmed: true });
    // The client repeats the call because the reply was lost.
    expect((await phone.confirm(number)).data).toEqual({ confirmed: true });
    const confirmed = (await statusOf(service, next)).data;
    expect(confirmed).toMatchObject({ state: 'confirmed', done: false });
    expect(confirmed).not.toHaveProperty('number');

    const told = await phone.verify();
    expect(told.data).toEqual({
      verification_id: expect.stringMatching(/^ver_/),
      decision: 'pass',
      livemode: true,
      reasons: [],
    });
    expect((await statusOf(service, next)).data).toMatchObject({ state: 'completed', done: true });

    const final = await verifyWith(service, next, NO_POSITION);
    expect(final.data).toMatchObject({ decision: 'pass', reasons: [] });
    const facts = ['consistent', 'handoff'];
    expect(claimsOf<{ assurance: string[] }>(final.data.result_token)).toMatchObject({
      assurance: facts,
      jurisdiction: { country: 'US', subdivision: 'US-NY' },
    });
    const whole = await read(final.data.verification_id);
    expect(whole).toMatchObject({ assurance: facts, position: NEW_YORK, hop: 1 });
    expect(finding(whole, 'handoff_far')).toMatchObject({
      outcome: 'pass',
      inputs: { same_network: true, number_confirmed: true, second_redeemer: false },
    });
    const own = await read(told.data.verification_id);
    expect(own).toMatchObject({ decision: 'pass', assurance: facts, root_jti: whole.root_jti });
    // One chain completes once, with one event.
    expect(await eventsAbout(final.data.verification_id)).toEqual(['geolocation.verification.completed']);
    expect(await eventsAbout(told.data.verification_id)).toEqual([]);
    expect(await eventsAbout(asked.data.verification_id)).toEqual(['geolocation.handoff.redeemed']);
  });

  it('answers the asker’s long poll as soon as the phone moves', async () => {
    const asked = await askPhone(service, org);
    const next = asked.data.next_token;
    const { version } = (await statusOf(service, next)).data;
    const polled = statusOf(service, next, `?wait=20&since=${version}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await redeemCode(service, asked.data.handoff.code);
    const began = performance.now();
    expect((await polled).data).toMatchObject({ state: 'redeemed' });
    // Long before the twenty seconds are over.
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('a phone is offered', () => {
  it('not to a phone, not to an app, and not when the policy forbids it', async () => {
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' };
    for (const options of [
      { headers: phone },
      { headers: { 'sec-ch-ua-mobile': '?1' } },
      { evidence: { ...NO_POSITION, platform: 'ios' as const } },
      { body: { policy_id: await policy({ handoff: { on: false } }) } },
    ]) {
      const asked = await askPhone(service, org, options);
      expect(asked.data).toMatchObject({ decision: 'retry', next_token: expect.any(String) });
      expect(asked.data).not.toHaveProperty('handoff');
    }
  });

  it('not when nothing is wrong, and not when a phone would not change the decision', async () => {
    expect((await askPhone(service, org, { evidence: {} })).data).not.toHaveProperty('handoff');
    const policy_id = await policy({ rule: { allow: ['DE'] }, actions: { country_not_allowed: 'retry' } });
    const outside = await askPhone(service, org, { evidence: {}, body: { policy_id } });
    expect(outside.data).toMatchObject({ decision: 'retry', reasons: [{ code: 'country_not_allowed' }] });
    expect(outside.data).not.toHaveProperty('handoff');
  });

  it('to a browser below min_assurance in place of a refusal; a stated action wins', async () => {
    const policy_id = await policy({ min_assurance: 'handoff' });
    const asked = await askPhone(service, org, { evidence: {}, body: { policy_id } });
    expect(asked.data).toMatchObject({
      decision: 'retry',
      reasons: [{ code: 'attestation_missing' }],
      handoff: { code: expect.any(String) },
    });
    const strict = await policy({ min_assurance: 'handoff', actions: { attestation_missing: 'fail' } });
    const refused = await askPhone(service, org, { evidence: {}, body: { policy_id: strict } });
    expect(refused.data).toMatchObject({ decision: 'fail' });

    const { next, number, phone } = await locationHandedOff(service, org, {
      key: deviceKey(),
      evidence: {},
      body: { policy_id },
    });
    await phone.confirm(number);
    expect((await phone.verify()).data).toMatchObject({ decision: 'pass' });
    expect((await verifyWith(service, next)).data).toMatchObject({ decision: 'pass' });
  });
});

describe('the code', () => {
  it('is redeemed by exactly one of two phones at once, and the other learns why', async () => {
    for (let round = 0; round < 10; round++) {
      const { code } = (await askPhone(service, org)).data.handoff;
      const answers = await Promise.all(Array.from({ length: 8 }, () => redeemCode(service, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer.code === 'short_code_used')).toHaveLength(7);
    }
  });

  it('is read as a person types it, and ends after ten minutes', async () => {
    const { code } = (await askPhone(service, org)).data.handoff;
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase();
    expect((await redeemCode(service, encodeURIComponent(typed))).status).toBe(200);
    const late = (await askPhone(service, org)).data;
    clock.pass(600);
    expectRefusal(await redeemCode(service, late.handoff.code), 410, 'short_code_expired');
    expect((await statusOf(service, late.next_token)).data).toMatchObject({ state: 'expired', done: true });
  });

  it('is not spent by a preview or a prefetch', async () => {
    const { code } = (await askPhone(service, org)).data.handoff;
    expectRefusal(await redeemCode(service, code, { 'sec-purpose': 'prefetch' }), 428, 'client_required');
    expect((await redeemCode(service, code)).status).toBe(200);
  });

  it('is answered again to the key that redeemed it, and its token is bound to that key', async () => {
    const key = deviceKey('ES256');
    const { code } = (await askPhone(service, org)).data.handoff;
    const first = await redeemCode(service, code, key.codeProof(service, code));
    const again = await redeemCode(service, code, key.codeProof(service, code));
    expect(again.data.handoff_token).toBe(first.data.handoff_token);
    expectRefusal(await redeemCode(service, code), 410, 'short_code_used');
    const { handoff_token: token } = first.data;
    const phone = locationPhone(service, token);
    expectRefusal(await phone.confirm('00'), 403, 'not_active_device');
    const thief = deviceKey('ES256').proof(service, 'POST', '/geolocation/handoff/confirm', token);
    expectRefusal(await phone.confirm('00', thief), 403, 'not_active_device');
    const own = key.proof(service, 'POST', '/geolocation/handoff/confirm', token);
    expect((await phone.confirm('xx', own)).data).toEqual({ confirmed: false });
    expectRefusal(await phone.confirm('xx', own), 401, 'proof_invalid');
  });

  it('leaves neither itself nor the person’s name readable in the database', async () => {
    const { code } = (await askPhone(service, org, { body: { name: 'Somebody Special' } })).data.handoff;
    const { rows } = await service.database.pool.query('SELECT t::text AS text FROM location_handoff t');
    const text = rows.map((row) => row.text).join();
    expect(text).not.toContain(code);
    expect(text).not.toContain('Special');
  });
});

describe('the number', () => {
  it('ends the hand-off alone when it is wrong: the asker continues without the phone', async () => {
    const { next, number, phone } = await locationHandedOff(service, org);
    expect((await phone.confirm(otherNumber(number))).data).toEqual({ confirmed: false });
    expectRefusal(await phone.confirm(number), 404, 'handoff_not_found');
    expectRefusal(await phone.verify(), 404, 'handoff_not_found');
    expect((await statusOf(service, next)).data).toMatchObject({ state: 'aborted', done: true });
    const alone = await verifyWith(service, next);
    expect(alone.data).toMatchObject({ decision: 'pass' });
    expect((await read(alone.data.verification_id)).assurance).toEqual(['consistent']);
  });

  it('is waited for 120 s', async () => {
    const { next, number, phone } = await locationHandedOff(service, org);
    clock.pass(120);
    expectRefusal(await phone.confirm(number), 404, 'handoff_not_found');
    expect((await statusOf(service, next)).data.state).toBe('aborted');
  });

  it('counts the first of two answers at once, whatever the second says', async () => {
    for (let round = 0; round < 5; round++) {
      const { next, number, phone } = await locationHandedOff(service, org);
      const [right, wrong] = await Promise.all([phone.confirm(number), phone.confirm(otherNumber(number))]);
      const { state } = (await statusOf(service, next)).data;
      expect(['confirmed', 'aborted']).toContain(state);
      if (state === 'aborted') expect(right.data?.confirmed ?? false).toBe(false);
      else expect(wrong.status === 200 ? wrong.data.confirmed : true).toBe(true);
    }
  });

  it('is not asked for when the policy needs none', async () => {
    const policy_id = await policy({ handoff: { confirm: 'none' } });
    const { redeemed, next, phone } = await locationHandedOff(service, org, { body: { policy_id } });
    expect(redeemed.data.confirm).toEqual({ type: 'none' });
    expect((await phone.verify()).data).toMatchObject({ decision: 'pass' });
    expect((await verifyWith(service, next, NO_POSITION)).data).toMatchObject({ decision: 'pass' });
  });
});

describe('the phone’s own check', () => {
  it('may be tried three times, then goes to review', async () => {
    const { next, number, phone } = await locationHandedOff(service, org);
    await phone.confirm(number);
    let token = phone.token;
    for (const hop of [1, 2]) {
      const tried = await locationPhone(service, token).verify(NO_POSITION);
      expect(tried.data).toMatchObject({ decision: 'retry', next_token: expect.any(String) });
      token = tried.data.next_token;
      expect(claimsOf<{ hop: number }>(token)).toMatchObject({ scope: 'location', hop });
      expect((await statusOf(service, next)).data.state).toBe('confirmed');
    }
    expect((await locationPhone(service, token).verify(NO_POSITION)).data).toMatchObject({
      decision: 'review',
    });
    expect((await statusOf(service, next)).data.state).toBe('completed');
  });

  it('is answered again for a lost reply, and refuses other payloads as reuse', async () => {
    const { number, phone } = await locationHandedOff(service, org);
    await phone.confirm(number);
    const evidence = browserEvidence({}, service.deps.clock.now());
    const payload = await seal(phone.token, evidence, { path: '/geolocation/handoff/verify' });
    const send = (headers = {}) =>
      service.call({ path: '/geolocation/handoff/verify', token: phone.token, body: { payload }, headers });
    const first = await send();
    expectRefusal(await send(), 409, 'token_already_used');
    const again = await send({ 'standpoint-retry': evidence.attempt_id });
    expect(again.data).toEqual(first.data);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('refuses a payload that was sealed for another call or token', async () => {
    const { next, number, phone } = await locationHandedOff(service, org);
    await phone.confirm(number);
    const evidence = browserEvidence({}, service.deps.clock.now());
    const other = (await locationHandedOff(service, org)).phone.token;
    for (const payload of [
      await seal(phone.token, evidence),
      await seal(next, evidence, { path: '/geolocation/handoff/verify' }),
      await seal(other, evidence, { path: '/geolocation/handoff/verify' }),
    ])
      expectRefusal(
        await service.call({ path: '/geolocation/handoff/verify', token: phone.token, body: { payload } }),
        422,
        'challenge_mismatch',
      );
    expect((await phone.verify()).data.decision).toBe('pass');
  });

  it('still counts when the asker’s own browser looks clean', async () => {
    const policy_id = await policy({ rule: { allow: ['DE'] } });
    const { next, number, phone } = await locationHandedOff(service, org, { body: { policy_id } });
    await phone.confirm(number);
    expect((await phone.verify()).data).toMatchObject({
      decision: 'fail',
      reasons: [{ code: 'country_not_allowed' }],
    });
    const final = await verifyWith(service, next, NO_POSITION);
    expect(final.data).toMatchObject({ decision: 'fail', reasons: [{ code: 'country_not_allowed' }] });
    expect((await read(final.data.verification_id)).reason_codes).toContain('handoff_doubtful');
  });
});
