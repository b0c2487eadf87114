import { beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../../testing/attacks.ts';
import { browserEvidence, seal } from '../../../testing/browser-payload.ts';
import { metresTo } from '../../../testing/geodata/metres-to.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../../testing/people.ts';
import { draft, publish } from '../../accounts/versions.ts';
import { CODES } from '../decision/checks/all.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
let analyst: Browser;
let policy_id: string;
let draft_version: number;
const customer = `explained-${Math.random()}`;

const RULE = {
  allow: ['US-NJ'],
  buffer_m: 100,
  shapes: [
    { effect: 'exclusion' as const, name: 'Pier', circle: { lat: 40.72, lng: -74.03, radius_m: 200 } },
  ],
};
const ALL = { name: 'Everywhere', max_accuracy_m: 5_000 };

/** New York City, as the tests' browser stands there. */
async function decided(change = {}) {
  const token = await mintToken(service, org, customer);
  const payload = await seal(token, browserEvidence(change));
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  expect(answer.status, answer.text).toBe(200);
  return answer.data as { verification_id: string; decision: string; next_token?: string };
}

const path = (id: string, rest: string) => `/dashboard/api/${org.org}/production/verifications/${id}/${rest}`;
const explain = async (id: string, as: Browser = analyst) => as.call({ path: path(id, 'explanation') });

beforeAll(async () => {
  analyst = await signedIn(service, org.org, 'analyst');
  const { db } = service.database;
  const made = (await draft(db, 'policy', org.org, {
    name: 'New Jersey only',
    rule: RULE,
    max_accuracy_m: 5_000,
  }))!;
  await publish(db, 'policy', org.org, made.id);
  policy_id = made.id;
  draft_version = (await draft(db, 'policy', org.org, ALL, made.id))!.version;
});

describe('an explanation', () => {
  it('names the check that decided, the rule, the border and what the policy makes of each finding', async () => {
    const { verification_id, decision } = await decided();
    expect(decision).toBe('fail');
    const { data, text } = await explain(verification_id);
    expect(data, text).toMatchObject({
      known: true,
      decided_by: 'subdivision_not_allowed',
      policy: { name: 'New Jersey only', max_accuracy_m: 5_000, rule: RULE },
      border: { buffer_m: 100, inside_from: 0.95, outside_to: 0.05, decided_by: 'subdivision' },
    });
    expect(data.border.distance_m).toBeLessThan(0);
    expect(data.border.picture).toContain('<title id="title">Inside the allowed area: ');
    expect(data.border.picture).toMatch(/class="name"[^>]*>New York<.*class="name"[^>]*>New Jersey</s);
    // The lines that the distance was measured to.
    const lines = data.border.lines as { error_m: number; points: number[] }[];
    const { lat, lng } = data.readings[0];
    const nearest_m = metresTo(
      lines.map(({ points }) => points),
      lat,
      lng,
    );
    expect(Math.abs(nearest_m + data.border.distance_m)).toBeLessThan(3);
    expect(lines[0]!.error_m).toBe(data.border.boundary_error_m);
    // The border lies to the west, in the Hudson.
    expect(data.border.at.lng).toBeLessThan(data.readings[0].lng);
    expect(data.readings).toMatchObject([{ used: true }]);
    const checks = data.checks as { code: string; question: string; if_found: string; limits: object }[];
    expect(checks.map(({ code }) => code)).toEqual([...CODES.keys()]);
    expect(checks.every(({ question }) => question.endsWith('?'))).toBe(true);
    const of = (code: string) => checks.find((each) => each.code === code);
    expect(of('subdivision_not_allowed')).toMatchObject({
      if_found: 'fail',
      if_uncertain: null,
      stated: false,
    });
    expect(of('clock_skew')).toMatchObject({ limits: { doubt_ms: 120_000, wrong_ms: 600_000 } });
  });

  it('shows other verifications of the same customer, and none of another', async () => {
    const first = await decided();
    const { verification_id } = await decided();
    const { data } = await explain(verification_id);
    expect(data.earlier.map((each: { verification_id: string }) => each.verification_id)).toContain(
      first.verification_id,
    );
    expect(data.earlier[0].position).toMatchObject({ p95_m: expect.any(Number) });
    const token = await mintToken(service, org, `other-${Math.random()}`);
    const other = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: await seal(token, browserEvidence()) },
    });
    expect((await explain(other.data.verification_id)).data.earlier).toEqual([]);
  });

  it('knows nothing once the person was erased', async () => {
    const gone = `gone-${Math.random()}`;
    const token = await mintToken(service, org, gone);
    const { data } = await service.call({
      path: '/geolocation/verify',
      token,
      body: { payload: await seal(token, browserEvidence()) },
    });
    await service.call({ method: 'DELETE', path: `/customers/${gone}`, token: org.results.production });
    const after = await explain(data.verification_id);
    expect(after.data).toMatchObject({ known: false, checks: [], readings: [], network: null, earlier: [] });
    const again = await analyst.call({
      path: path(data.verification_id, 'decide-again'),
      body: { policy_id, version: 1 },
    });
    expect([again.status, again.code]).toEqual([404, 'not_found']);
  });

  it('is of one organization and one environment', async () => {
    const { verification_id } = await decided();
    const stranger = await signedIn(service, (await service.organization()).org, 'owner');
    expect((await explain(verification_id, stranger)).status).toBe(404);
    const elsewhere = await analyst.call({
      path: path(verification_id, 'explanation').replace('/production/', '/sandbox/'),
    });
    expect(elsewhere.status).toBe(404);
  });
});

describe('deciding again', () => {
  it('says what another version would have decided, and stores nothing', async () => {
    const { verification_id } = await decided();
    const count = async () =>
      (await service.database.pool.query('SELECT count(*)::int AS n FROM verification')).rows[0].n;
    const before = await count();
    const { data, text } = await analyst.call({
      path: path(verification_id, 'decide-again'),
      body: { policy_id, version: draft_version },
    });
    expect(data, text).toMatchObject({
      recorded: { decision: 'fail' },
      before: { decision: 'fail', reason_codes: expect.arrayContaining(['subdivision_not_allowed']) },
      after: { decision: 'pass', p_inside: null },
    });
    expect(data.changed).toContainEqual({
      code: 'subdivision_not_allowed',
      before: 'fail, fail',
      after: 'skipped',
    });
    expect(await count()).toBe(before);
  });

  it('knows no version of another organization', async () => {
    const { verification_id } = await decided();
    const theirs = await service.organization();
    const made = (await draft(service.database.db, 'policy', theirs.org, ALL))!;
    for (const body of [
      { policy_id: made.id, version: 1 },
      { policy_id, version: 99 },
    ]) {
      const answer = await analyst.call({ path: path(verification_id, 'decide-again'), body });
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    }
  });

  // This test stays last. On a busy machine, weighing the shapes takes seconds, and the service then answers 503 until it
  // has read its database again.
  it('refuses shapes that every other request would wait for, before it works on them', async () => {
    const { verification_id } = await decided();
    const heap = Array.from({ length: 1_000 }, (_, i) => ({
      effect: 'exclusion' as const,
      circle: { lat: 40 + i / 1e4, lng: -74, radius_m: 50_000 + i },
    }));
    const made = (await draft(service.database.db, 'policy', org.org, { ...ALL, rule: { shapes: heap } }))!;
    const answer = await analyst.call({
      path: path(verification_id, 'decide-again'),
      body: { policy_id: made.id, version: 1 },
    });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request']);
    expect(answer.message).toMatch(/^These shapes are too intricate/);
  });
});
