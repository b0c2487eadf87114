import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { within } from '../../../../testing/busy.ts';
import { atDesk } from '../../testing/desk/calls.ts';
import { testService } from '../../testing/hooks.ts';
import { openStream, type Stream } from '../../testing/http/event-stream.ts';
import { type Browser, PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { reviewPolicy, verified } from '../../testing/reviews.ts';
import type { TestOrganization } from '../../testing/service.ts';
import { record } from '../events/outbox.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
let address: string;
let ours: TestOrganization;
let theirs: TestOrganization;
let ana: Browser;
let eve: Browser;
const open: Stream[] = [];

beforeAll(async () => {
  address = await service.listen();
  ours = await service.organization();
  theirs = await service.organization();
  ana = await signedIn(service, ours.org, 'owner');
  eve = await signedIn(service, theirs.org, 'owner');
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

const pathOf = (org: string, after?: string) =>
  `/dashboard/api/${org}/production/live${after ? `?after=${after}` : ''}`;

async function listening(who: Browser, path: string, at = address): Promise<Stream> {
  const stream = await openStream(at, who, path);
  open.push(stream);
  if (stream.status === 200) await stream.until(({ event }) => event === 'beat');
  return stream;
}

const tells = (id: string) => (heard: { event: string; data: unknown }) =>
  heard.event === 'news' && (heard.data as { id: string }[]).some((each) => each.id === id);

it('tells of a verification within a second, thin, and with headers that no proxy keeps it by', async () => {
  const stream = await listening(ana, pathOf(ours.org));
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  const took: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { verification_id } = await verified(service, ours, `customer-${i}`);
    const began = performance.now();
    took.push((await stream.until(tells(verification_id))).at - began);
  }
  expect(Math.max(...took)).toBeLessThan(within(1_000));
  const [one] = stream.news();
  expect(Object.keys(one!).toSorted()).toEqual(['at', 'id', 'kind', 'type']);
  expect(JSON.stringify(stream.heard)).not.toContain('customer-');
});

it('tells of a review and of its verification when the checks ask for people', async () => {
  await reviewPolicy(service, ours, 'withdrawal');
  const stream = await listening(ana, pathOf(ours.org));
  const { verification_id } = await verified(service, ours, 'customer-r', { type: 'withdrawal' });
  await stream.until(({ data }) => JSON.stringify(data).includes('geolocation.verification.review_required'));
  const kinds = stream.news().filter(({ id }) => id === verification_id);
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['verification', 'review']));
});

it('tells a claim from a decision that is held, which changes how many wait', async () => {
  await reviewPolicy(service, ours, 'payout');
  const { verification_id } = await verified(service, ours, 'customer-h', { type: 'payout' });
  const desk = atDesk(ana, ours);
  const { reviews } = (await desk.queue()).data;
  const { review_id } = reviews.find(({ id }: { id: string }) => id === verification_id);
  const stream = await listening(ana, pathOf(ours.org));
  const heard = () => stream.news().flatMap(({ id, kind }) => (id === review_id ? [kind] : []));
  const steps: [() => Promise<unknown>, string][] = [
    [() => desk.claim(review_id), 'claim'],
    [() => desk.release(review_id), 'claim'],
    [() => desk.decide(review_id), 'held'],
  ];
  for (const [i, [step]] of steps.entries()) {
    await step();
    await expect.poll(() => heard().length).toBe(i + 1);
  }
  expect(heard()).toEqual(steps.map(([, kind]) => kind));
});

it('tells nothing of another organization or environment, and lets no stranger in', async () => {
  const [mine, hers] = [await listening(ana, pathOf(ours.org)), await listening(eve, pathOf(theirs.org))];
  const sandbox = await listening(eve, `/dashboard/api/${theirs.org}/sandbox/live`);
  const { verification_id } = await verified(service, theirs, 'of-eve');
  await hers.until(tells(verification_id));
  await sleep(700);
  expect(JSON.stringify(mine.heard)).not.toContain(verification_id);
  expect(JSON.stringify(sandbox.heard)).not.toContain(verification_id);
  expect((await listening(ana, pathOf(theirs.org))).status).toBe(404);
  expect((await listening({ ...ana, cookie: '' }, pathOf(ours.org))).status).toBe(401);
});

it('ends within seconds when the session is revoked, the role changes, or the member is removed', async () => {
  const bob = await signedIn(service, ours.org, 'analyst');
  const cleo = await signedIn(service, ours.org, 'analyst');
  const dora = await signedIn(service, ours.org, 'owner');
  const streams = [];
  for (const each of [bob, cleo, dora]) streams.push(await listening(each, pathOf(ours.org)));
  const kept = await listening(ana, pathOf(ours.org));
  await sql`DELETE FROM person_session WHERE user_id = ${bob.user_id}`.execute(service.database.db);
  await sql`UPDATE member SET role = 'reviewer' WHERE user_id = ${cleo.user_id}`.execute(service.database.db);
  await sql`DELETE FROM member WHERE user_id = ${dora.user_id}`.execute(service.database.db);
  for (const stream of streams) {
    const { data } = await stream.until(({ event }) => event === 'end', within(6_000));
    expect(data).toEqual({ why: 'session' });
    await stream.ended;
  }
  expect(kept.heard.some(({ event }) => event === 'end')).toBe(false);
  expect((await listening(bob, pathOf(ours.org))).status).toBe(401);
});

it('stays open while the session holds and the role is the same', async () => {
  const dan = await signedIn(service, ours.org, 'analyst');
  const stream = await listening(dan, pathOf(ours.org));
  await sleep(3_000);
  expect(stream.heard.some(({ event }) => event === 'end')).toBe(false);
});

it('tells keys and webhooks only to roles that see them', async () => {
  const reviewer = await signedIn(service, ours.org, 'reviewer');
  const [all, few] = [await listening(ana, pathOf(ours.org)), await listening(reviewer, pathOf(ours.org))];
  await record(service.database.db, {
    org: ours.org,
    env: 'production',
    type: 'key.misused',
    data: { key_id: 'key_x' },
  });
  await record(service.database.db, {
    org: ours.org,
    env: 'production',
    type: 'policy.published',
    data: { policy_id: 'pol_x' },
  });
  await all.until(tells('key_x'));
  await few.until(tells('pol_x'));
  expect(few.news().map(({ id }) => id)).not.toContain('key_x');
});

it('tells again what a stream missed, and says so when it is more than is told', async () => {
  const first = await listening(ana, pathOf(ours.org));
  const { verification_id: before } = await verified(service, ours, 'cursor-1');
  await first.until(tells(before));
  const { id } = first.heard.at(-1)!;
  first.close();
  const missed = [];
  for (let i = 0; i < 3; i++) missed.push((await verified(service, ours, `cursor-${i}`)).verification_id);
  const second = await listening(ana, pathOf(ours.org, id));
  for (const each of missed) await second.until(tells(each));
  await sql`INSERT INTO event (org, env, event_id, type, data)
    SELECT ${ours.org}, 'production', 'evt_many_' || n, 'policy.published', '{}'
      FROM generate_series(1, 600) n`.execute(service.database.db);
  const third = await listening(ana, pathOf(ours.org, id));
  expect(third.heard.map(({ event }) => event)).toContain('all');
  const elsewhere = `00000000-0000-4000-8000-000000000000.${id.split('.')[1]}`;
  const fourth = await listening(ana, pathOf(ours.org, elsewhere));
  expect(fourth.heard[0]!.event).toBe('all');
});

it('tells what commits behind another transaction that has told', async () => {
  // An organization of its own: after hundreds of events at once, as above, a stream says that all is to be loaded.
  const { org } = await service.organization();
  const stream = await listening(await signedIn(service, org, 'owner'), pathOf(org));
  const event = (n: string) => ({
    org,
    env: 'production' as const,
    type: 'policy.published' as const,
    data: { policy_id: n },
  });
  await service.database.db.transaction().execute(async (slow) => {
    await record(slow, event('pol_slow'));
    // This one finds the other telling, and commits first.
    await record(service.database.db, event('pol_quick'));
    await sleep(50);
  });
  await stream.until(tells('pol_slow'));
  await stream.until(tells('pol_quick'));
});

it('tells what commits after so much had happened at once that all was loaded anew', async () => {
  const { org } = await service.organization();
  const stream = await listening(await signedIn(service, org, 'owner'), pathOf(org));
  const { db } = service.database;
  const about = (policy_id: string) => ({
    org,
    env: 'production' as const,
    type: 'policy.published' as const,
    data: { policy_id },
  });
  await db.transaction().execute(async (slow) => {
    await record(slow, about('pol_slow'));
    await sql`INSERT INTO event (org, env, event_id, type, data)
      SELECT ${org}, 'production', 'evt_burst_' || n, 'policy.published', '{}' FROM generate_series(1, 600) n`.execute(
      db,
    );
    await sql`SELECT tell_live(${org}, 'production', 'claim', 'rev_1')`.execute(db);
    await record(db, about('pol_quick'));
    await stream.until(({ event }) => event === 'all');
  });
  await record(db, about('pol_after'));
  await stream.until(tells('pol_slow'));
  await stream.until(tells('pol_after'));
  // What all was loaded for is not told once more.
  expect(stream.heard.filter(({ event }) => event === 'all').length).toBeLessThan(3);
});

it('hears of what another node did, and goes on there after a stop', async () => {
  const node = await service.node();
  try {
    const stream = await listening(ana, pathOf(ours.org));
    await record(node.database.db, {
      org: ours.org,
      env: 'production',
      type: 'workflow.published',
      data: { workflow_id: 'wf_elsewhere' },
    });
    await stream.until(tells('wf_elsewhere'), within(1_500));
    await sql`SELECT tell_live(${ours.org}, 'production', 'claim', 'rev_1')`.execute(node.database.db);
    await stream.until(tells('rev_1'), within(1_500));
    const there = await listening(ana, pathOf(ours.org), await node.listen());
    const { verification_id } = await verified(service, ours, 'before-stop');
    await there.until(tells(verification_id));
    node.deps.live.release();
    expect((await there.until(({ event }) => event === 'end')).data).toEqual({ why: 'restart' });
    const missed = await verified(service, ours, 'while-away');
    const again = await listening(ana, pathOf(ours.org, there.heard.at(-1)!.id));
    await again.until(tells(missed.verification_id));
    expect(again.heard.some(({ event }) => event === 'all')).toBe(false);
  } finally {
    await node.close();
  }
});

it('gives the place of the oldest stream of a session to a newer one', async () => {
  const streams = [];
  for (let i = 0; i < 9; i++) streams.push(await listening(ana, pathOf(ours.org)));
  expect((await streams[0]!.until(({ event }) => event === 'end')).data).toEqual({ why: 'many' });
  expect(streams.at(-1)!.heard.some(({ event }) => event === 'end')).toBe(false);
});

it('costs no notice where no screen is open', async () => {
  const client = await service.database.pool.connect();
  const other = await service.organization();
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query('LISTEN standpoint_live');
  await verified(service, other, 'unseen');
  await sleep(300);
  await client.query('UNLISTEN standpoint_live');
  client.release();
  expect(heard.filter((payload) => payload.startsWith(other.org))).toEqual([]);
});
