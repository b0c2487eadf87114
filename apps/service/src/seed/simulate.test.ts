import { beforeAll, describe, expect, it } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { FACE_SANDBOX_OUTCOMES } from '../face/decision/sandbox-outcomes.ts';
import { GEOLOCATION_OUTCOMES } from '../geolocation/decision/sandbox-outcomes.ts';

const service = sharedService();
const org = testOrganization(service);
let dev: Browser;
beforeAll(async () => {
  dev = await signedIn(service, org.org, 'developer');
});

const at = (path: string, env = 'sandbox') => `/dashboard/api/${org.org}/${env}/${path}`;
const simulate = (body: object, env?: string) => dev.call({ path: at('simulations', env), body });
const position = { lat: 40.7, lng: -74.1, accuracy_m: 12 };

describe('sandbox-outcomes: a simulated outcome', () => {
  it.each(
    GEOLOCATION_OUTCOMES.filter(({ delay_ms, unavailable }) => !delay_ms && !unavailable).map(
      (each) => [each.prefix, each] as const,
    ),
  )('%s is a stored verification with that decision, where the record was', async (prefix, outcome) => {
    const { data } = await simulate({ customer_id: `${prefix}_7`, transaction_type: 'wager', position });
    expect(data).toMatchObject({ area: 'geolocation', decision: outcome.decision });
    const stored = await dev.call({ path: at(`geolocation/verifications/${data.id}`) });
    expect(stored.data).toMatchObject({
      customer_id: `${prefix}_7`,
      decision_source: 'simulated',
      transaction_type: 'wager',
      reason_codes: outcome.codes,
      position: { lat: position.lat, lng: position.lng },
    });
  });

  it.each(
    FACE_SANDBOX_OUTCOMES.filter(({ denies_handoff }) => !denies_handoff).map(
      (each) => [each.name, each] as const,
    ),
  )('%s is a session with that end', async (name, { submits, expires }) => {
    const { data } = await simulate({ customer_id: `${name}_7`, workflow_id: org.workflow_id });
    expect(data.area).toBe('face');
    const read = async () => (await dev.call({ path: at(`facecheck/session/${data.id}`) })).data;
    await expect.poll(async () => (await read()).status).toBe(expires ? 'expired' : 'completed');
    expect((await read()).decision).toBe(expires ? null : submits!.at(-1));
  });

  it('that answers 503 is answered so, and stores nothing', async () => {
    const answer = await simulate({ customer_id: 'test_unavailable_7', position });
    expect([answer.status, answer.code]).toEqual([503, 'unavailable']);
  });

  it('is known by its id alone: every other id, and one that needs a phone, is refused', async () => {
    expectRefusal(await simulate({ customer_id: 'cus_7', position }), 400, 'invalid_request');
    const denied = { customer_id: 'test_face_handoff_denied_7', workflow_id: org.workflow_id };
    expectRefusal(await simulate(denied), 400, 'invalid_request');
    expectRefusal(await simulate({ customer_id: 'test_face_approved_7' }), 400, 'invalid_request');
  });

  it('does not exist in production, nor for people who may only read', async () => {
    const body = { customer_id: 'test_pass_7', position };
    expectRefusal(await simulate(body, 'production'), 403, 'environment_mismatch');
    const auditor = await signedIn(service, org.org, 'auditor');
    expectRefusal(await auditor.call({ path: at('simulations'), body }), 403, 'scope_denied');
    const { rows } = await service.database.pool.query(
      `SELECT 1 FROM verification WHERE org = $1 AND env = 'production'`,
      [org.org],
    );
    expect(rows).toEqual([]);
  });
});

describe('a token for oneself', () => {
  it('verifies on the dashboard’s own page, in the sandbox, under the id of the person', async () => {
    const { data } = await dev.call({ path: at('own-token'), body: {} });
    const evidence = browserEvidence();
    const payload = await seal(data.token, evidence);
    const answer = await service.call({ path: '/geolocation/verify', token: data.token, body: { payload } });
    expect(answer.data).toMatchObject({ livemode: false, verification_id: expect.stringMatching(/^ver_/) });
    const stored = await dev.call({ path: at(`geolocation/verifications/${answer.data.verification_id}`) });
    expect(stored.data).toMatchObject({ customer_id: data.customer_id, decision_source: 'auto' });
    expect(data.customer_id).toContain(dev.user_id);
  });

  it('is refused in production, and to people who may not build', async () => {
    expectRefusal(
      await dev.call({ path: at('own-token', 'production'), body: {} }),
      403,
      'environment_mismatch',
    );
    const reviewer = await signedIn(service, org.org, 'reviewer');
    expectRefusal(await reviewer.call({ path: at('own-token'), body: {} }), 403, 'scope_denied');
  });

  it('is refused on a page of another origin', async () => {
    const { data } = await dev.call({ path: at('own-token'), body: {} });
    const payload = await seal(data.token, browserEvidence());
    const answer = await service.call({
      path: '/geolocation/verify',
      token: data.token,
      body: { payload },
      headers: { origin: 'https://evil.example' },
    });
    expectRefusal(answer, 403, 'origin_not_allowed');
  });
});
