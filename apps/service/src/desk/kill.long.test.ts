import { afterAll, beforeAll, expect, it } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { APPROVED } from '../../testing/desk/calls.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { freePorts } from '../../testing/ports.ts';
import { reviewPolicy, verified } from '../../testing/reviews.ts';
import { openTestService, type TestOrganization, type TestService } from '../../testing/service.ts';
import { type Running, startStandpoint } from '../../testing/standpoint-process.ts';

/** The node that took a decision dies at once, without a word: the next start makes it final. */
let service: TestService;
let org: TestOrganization;
let person: Browser;
const running: Running[] = [];

beforeAll(async () => {
  const [port, sandbox] = await freePorts(2);
  const env = { STANDPOINT_PORT: `${port}`, STANDPOINT_SANDBOX_PORT: `${sandbox}`, STANDPOINT_DEMO: 'off' };
  service = await openTestService({ env, unlimited: true, plugins: () => PEOPLE_PLUGINS });
  org = await service.organization();
  person = await signedIn(service, org.org, 'reviewer');
  await reviewPolicy(service, org, 'killed');
  service.deps.policies.clear();
}, 120_000);
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await service?.close();
});

const start = async (): Promise<Running> => {
  const started = await startStandpoint(service.variables);
  running.push(started);
  return started;
};

const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results.production })).data;

it('survives the node that held it', { timeout: 240_000 }, async () => {
  const { verification_id: id } = await verified(service, org, 'killed', { type: 'killed' });
  const { rows } = await service.database.pool.query('SELECT review_id FROM review WHERE id = $1', [id]);
  const first = await start();
  const { base_url } = service.config;
  const decided = await fetch(
    `${base_url}/dashboard/api/${org.org}/production/reviews/${rows[0].review_id}/decide`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: new URL(base_url).origin,
        cookie: person.cookie,
      },
      body: JSON.stringify(APPROVED),
    },
  );
  const held = await decided.json();
  expect(decided.status, JSON.stringify(held)).toBe(200);
  first.child.kill('SIGKILL');
  await first.exited;
  expect((await read(id)).decision).toBe('review');
  await start();
  const until = Date.parse(held.data.until) + within(20_000);
  while ((await read(id)).decision === 'review' && Date.now() < until)
    await new Promise((done) => setTimeout(done, 250));
  expect(await read(id)).toMatchObject({
    decision: 'pass',
    review: { reviewers: [{ reviewer: person.email }] },
    record_contradicted: false,
  });
  expect(Date.now()).toBeGreaterThan(Date.parse(held.data.until));
});
