import { setTimeout as sleep } from 'node:timers/promises';
import { browserEvidence, seal } from '../../apps/service/testing/browser-payload.ts';
import type { TestAnswer } from '../../apps/service/testing/call.ts';
import { manifestOf, upload } from '../../apps/service/testing/face/face.ts';
import type { ProofOrganization } from '../organization.ts';
import { newPerson, type Person } from './canaries.ts';
import type { Stage } from './stage.ts';

function good(answer: TestAnswer): TestAnswer['data'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.data;
}

/** A location check with everything that an integrator and a browser can send. */
async function verify(stage: Stage, { api_key }: ProofOrganization, person: Person): Promise<void> {
  const { customer_id, transaction_id, install_id, name, email, lat, lng, ip } = person;
  const { token } = good(
    await stage.call({
      path: '/geolocation/preflight',
      token: api_key,
      headers: { 'idempotency-key': `k-${customer_id}` },
      body: { customer_id, transaction_type: 'deposit', transaction_id, install_id, name, email },
    }),
  );
  const measured_at = new Date(Date.now() - 500).toISOString();
  const positions = [{ lat, lng, accuracy_m: 20, accuracy_basis: 'p95' as const, measured_at }];
  const payload = await seal(token, browserEvidence({ positions }));
  const decided = good(await stage.call({ path: '/geolocation/verify', token, body: { payload }, ip }));
  person.verification_id = decided.verification_id;
  person.tokens.push(token);
  if (decided.result_token) person.tokens.push(decided.result_token);
}

/** A face session up to its approval, which keeps the frames and makes a template. */
async function capture(
  stage: Stage,
  { api_key }: ProofOrganization,
  workflow_id: string,
  person: Person,
): Promise<void> {
  const { customer_id, email, ip, frames } = person;
  const { token } = good(
    await stage.call({
      path: '/facecheck/session/portal',
      token: api_key,
      body: { workflow_id, customer: { customer_id, email } },
    }),
  );
  const body = { parent_origin: 'https://shop.example' };
  const opened = good(await stage.call({ path: '/facecheck/session', token, body, ip }));
  const attempt = good(await stage.call({ path: '/facecheck/session/attempt', token, body: {}, ip }));
  stage.faces.set(attempt.attempt_id, person.embedding);
  const call = (options: Parameters<Stage['call']>[0]) => stage.call({ ...options, ip });
  const manifest = manifestOf(attempt, frames);
  const sent = { manifest, frames, types: frames.map(() => 'image/jpeg') };
  good(await upload({ call } as never, token, attempt.attempt_id, sent));
  // On a busy machine the answer comes before the decision.
  for (let tries = 0; tries < 600; tries++) {
    const path = '/facecheck/session/status';
    if (good(await stage.call({ path, token, ip })).status === 'completed') break;
    await sleep(100);
  }
  person.session_id = opened.session.session_id;
  person.tokens.push(token);
}

/** Puts a new person through both areas, over the endpoints. */
export async function putThrough(
  stage: Stage,
  organization: ProofOrganization,
  workflow_id: string,
): Promise<Person> {
  const person = await newPerson();
  await verify(stage, organization, person);
  await capture(stage, organization, workflow_id, person);
  return person;
}
