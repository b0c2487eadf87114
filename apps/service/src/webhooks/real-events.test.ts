import { type EventType, eventSchema } from '@standpoint/contract';
import { expect, it } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { handedOff, person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { validator } from '../validate.ts';

const WITHIN = { timeout: 30_000 };

const service = testService({ unlimited: true });
const org = testOrganization(service);

async function verify(customer_id: string) {
  const body = { customer_id, transaction_type: 'deposit', transaction_id: 'order-1' };
  const minted = await service.call({ path: '/geolocation/preflight', token: org.api.sandbox, body });
  const payload = await seal(minted.data.token, browserEvidence());
  const path = '/geolocation/verify';
  return (await service.call({ path, token: minted.data.token, body: { payload } })).data;
}

it('gives every event that a real flow records the form that OpenAPI publishes', async () => {
  const token = org.results.sandbox;
  await verify('test_pass');
  const { verification_id } = await verify('test_review_border');
  const answer = { outcome: 'approve', reason: 'seen in person', reviewer: 'r1' };
  const review = await service.call({
    path: `/geolocation/verifications/${verification_id}/review`,
    token,
    body: answer,
  });
  expect(review.status).toBe(200);
  const left = await person(service, org, { env: 'sandbox' });
  await left.open();
  await left.cancel();
  const { phone } = await handedOff(service, org, { env: 'sandbox' });
  await phone.deny();
  await service.call({ method: 'DELETE', path: '/customers/test_pass', token });

  const listed = () => service.call({ method: 'GET', path: '/events?limit=100', token });
  // Transactions of tests in other databases of the same server hold the last events back.
  await expect.poll(async () => JSON.stringify((await listed()).data), WITHIN).toContain('customer.erased');
  const { data } = await listed();
  const wrong = data.events.flatMap(({ event_id: _, ...event }: { event_id: string; type: EventType }) => {
    const problems = validator(eventSchema(event.type))(event);
    return problems ? [{ ...event, problems }] : [];
  });
  expect(wrong).toEqual([]);
  const types = new Set(data.events.map(({ type }: { type: string }) => type));
  for (const type of [
    'geolocation.verification.completed',
    'geolocation.verification.review_required',
    'geolocation.verification.reviewed',
    'facecheck.session.created',
    'facecheck.session.canceled',
    'facecheck.session.handoff_redeemed',
    'facecheck.session.handoff_denied',
    'customer.erased',
  ])
    expect(types, type).toContain(type);
});
