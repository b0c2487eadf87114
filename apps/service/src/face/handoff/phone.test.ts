import { expect, it } from 'vitest';
import { clockedService } from '../../../testing/face/clocked.ts';
import {
  eventsOf,
  handedOff,
  otherNumber,
  person,
  publishWorkflow,
  redeem,
  speaker,
} from '../../../testing/face/face.ts';

const { clock, service, org } = clockedService();

it('lets an unconfirmed phone confirm, deny and read the status, and nothing else', async () => {
  const { phone } = await handedOff(service, org);
  for (const answer of [
    await phone.attempt(),
    await phone.consent(),
    await phone.cancel(),
    await phone.event('loaded'),
  ])
    expect([answer.status, answer.code]).toEqual([403, 'handoff_unconfirmed']);
  expect((await phone.status()).status).toBe(200);
});

it('lets only the phone capture once the number is confirmed', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  await desktop.consent();
  const open = await desktop.attempt();
  const confirmed = await phone.confirm(number);
  expect(confirmed.data).toMatchObject({
    confirmed: true,
    session: { status: 'in_progress', phase: 'handoff_active' },
  });
  expect((await phone.confirm(number)).data.confirmed).toBe(true);
  for (const answer of [
    await desktop.attempt(),
    await desktop.consent(),
    await desktop.cancel(),
    await desktop.event('hidden'),
  ])
    expect([answer.status, answer.code]).toEqual([403, 'not_active_device']);
  expect((await desktop.submit(open)).code).toBe('not_active_device');
  const submitted = await phone.submit(await phone.attempt());
  expect(submitted.data.session.status).toBe('completed');
  expect((await desktop.status()).data).toMatchObject({ done: true, handoff: { state: 'completed' } });
});

it('ends the hand-off, not the session, with one wrong number', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  const wrong = await phone.confirm(otherNumber(number));
  expect(wrong.status).toBe(200);
  expect(wrong.data).toMatchObject({
    confirmed: false,
    session: { status: 'created', handoff: { state: 'aborted' } },
  });
  expect((await phone.confirm(number)).code).toBe('handoff_not_found');
  expect((await phone.attempt()).code).toBe('not_active_device');
  await desktop.consent();
  expect((await desktop.attempt()).status).toBe(200);
});

it('allows no hand-off after the third that was aborted', async () => {
  const desktop = await person(service, org);
  for (let i = 0; i < 3; i++) {
    const { code } = (await desktop.shortCode()).data;
    const phone = speaker(service, (await redeem(service, code)).data.handoff_token);
    const { number } = (await desktop.status()).data.handoff;
    expect((await phone.confirm(otherNumber(number))).data.confirmed).toBe(false);
  }
  const refused = await desktop.shortCode();
  expect([refused.status, refused.code]).toEqual([403, 'handoff_not_allowed']);
});

it('ends a hand-off that is not confirmed within 120 seconds', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  clock.pass(121);
  expect((await desktop.status()).data.handoff.state).toBe('aborted');
  expect((await phone.confirm(number)).code).toBe('handoff_not_found');
});

it('cancels the session when the person at the phone says “this wasn’t me”', async () => {
  const { desktop, phone } = await handedOff(service, org);
  expect((await phone.deny()).data.session).toMatchObject({
    status: 'canceled',
    handoff: { state: 'revoked' },
  });
  expect((await phone.deny()).status).toBe(200);
  const { data } = await desktop.status();
  expect(data.last_error.code).toBe('handoff_denied');
  expect(await eventsOf(service, data.session_id)).toEqual([
    'created',
    'handoff_redeemed',
    'handoff_denied',
    'canceled',
  ]);
});

it('frees the desktop when the phone is lost', async () => {
  const { desktop, phone, number } = await handedOff(service, org);
  await desktop.consent();
  await phone.confirm(number);
  await phone.attempt();
  expect((await desktop.cancelHandoff()).data.session).toMatchObject({
    status: 'in_progress',
    handoff: { state: 'revoked' },
  });
  expect((await phone.attempt()).code).toBe('not_active_device');
  expect((await desktop.attempt()).status).toBe(200);
  expect((await desktop.cancelHandoff()).code).toBe('handoff_not_found');
});

it('refuses hand-off tokens where only a portal token is let in', async () => {
  const { phone } = await handedOff(service, org);
  for (const answer of [
    await phone.open(),
    await phone.shortCode(),
    await phone.refresh(),
    await phone.cancelHandoff(),
  ])
    expect([answer.status, answer.code]).toEqual([403, 'token_wrong_purpose']);
});

it('confirms at once where the workflow asks for no number', async () => {
  const workflow_id = await publishWorkflow(service, org.org, { handoff: { confirm: 'none' } });
  const { redeemed, desktop } = await handedOff(service, org, { workflow_id });
  expect(redeemed.data).toMatchObject({
    confirm: { type: 'none' },
    session: { handoff: { state: 'confirmed' } },
  });
  expect((await desktop.status()).data.handoff.number).toBeUndefined();
});

it('captures on the phone only where the workflow forces it', async () => {
  const workflow_id = await publishWorkflow(service, org.org, { handoff: { policy: 'force' } });
  const { desktop, phone, number } = await handedOff(service, org, { workflow_id });
  await desktop.consent();
  expect((await desktop.attempt()).code).toBe('not_active_device');
  await phone.confirm(number);
  expect((await phone.attempt()).status).toBe(200);
});

it('asks for another try on the phone without a new hand-off', async () => {
  const { phone, number, desktop } = await handedOff(service, org, {
    env: 'sandbox',
    customer: { customer_id: 'test_face_retry_then_approved-h' },
  });
  await phone.confirm(number);
  await phone.consent();
  expect((await phone.submit(await phone.attempt())).data.session).toMatchObject({
    status: 'in_progress',
    handoff: { state: 'confirmed' },
  });
  expect((await desktop.status()).data.done).toBe(false);
  expect((await phone.submit(await phone.attempt())).data.session.status).toBe('completed');
});
