import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRecord, Role } from '@standpoint/contract';
import { EXPORT_KINDS } from '@standpoint/contract';
import { beforeAll, expect, it } from 'vitest';
import { browserEvidence, seal } from '../../testing/browser-payload.ts';
import { standpoint } from '../../testing/command.ts';
import { person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant, mutantInside } from '../../testing/mutant.ts';
import { PEOPLE_PLUGINS, signedIn } from '../../testing/people.ts';
import { DECLINE, review, reviewPolicy } from '../../testing/reviews.ts';
import { sealNote } from '../dossier/notes/sealed.ts';
import { frameAad } from '../face/capture/frame-aad.ts';
import { keepPrints } from '../face/templates/prints.ts';
import { setHousehold } from '../geolocation/history/households.ts';
import type { SealedPlace } from '../geolocation/history/trusted-places.ts';
import { newId } from '../ids.ts';
import { findKey } from '../privacy/customers.ts';
import { openBytes, sealJson } from '../privacy/envelope.ts';
import type { SESSION } from './face.ts';
import type { FRAME } from './frames.ts';

const service = testService({ plugins: () => PEOPLE_PLUGINS, unlimited: true });
const org = testOrganization(service);
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const hash = (customer_id: string) => service.hash(org.org, customer_id);

/** Two people of one organization. Each canary of theirs has their name in it. */
const A = 'alphacanary';
const B = 'betacanary';
const SHARED_INSTALL = 'ins_of_both';

interface Planted {
  verifications: string[];
  session_id: string;
  /** Beginnings of the person's pictures, in base64. */
  pictures: string[];
}
const planted: Record<string, Planted> = {};

async function verify(who: string, i: number): Promise<string> {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    body: {
      customer_id: who,
      transaction_type: 'aged',
      transaction_id: `transaction-${i}-${who}`,
      transaction_name: `purchase-${who}`,
      name: `name-${who}`,
      email: `${who}@example.com`,
      install_id: SHARED_INSTALL,
    },
  });
  const { token } = minted.data;
  const evidence = browserEvidence();
  const payload = await seal(token, {
    ...evidence,
    device: { ...evidence.device, model: `model-${who}` },
    positions: evidence.positions.map((each) => ({ ...each, lat: who === A ? 40.71111 : 40.72222 })),
  });
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.verification_id;
}

async function faceSession(who: string): Promise<string> {
  const customer = { customer_id: who, email: `face-${who}@example.com`, first_name: `first-${who}` };
  const desktop = await person(service, org, { customer });
  const opened = await desktop.open({ device: { os: `system-${who}` } });
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  return opened.data.session.session_id;
}

/** Rows of tables that only rarer flows fill. */
async function plantRows(who: string, other: string, session_id: string) {
  const place = { org: org.org, env: 'production', customer_hash: hash(who) } as const;
  const own = [org.org, who];
  const key = (await findKey(service.database.db, service.deps.data_keys, place))!;
  const place_id = newId('place');
  const sealed = sealJson(
    key,
    { lat: 1, lng: who === A ? 2.0111 : 2.0222, install_id: `place-install-${who}` } satisfies SealedPlace,
    `place|${org.org}|production|${hash(who)}|${place_id}|place-hash|00`,
  );
  await query(
    `INSERT INTO trusted_place (org, env, customer_hash, place_id, install_hash, network, sealed, last_day,
      first_at, last_at)
     VALUES ($1, 'production', $2, $3, 'place-hash', '\\x00', $4, 1, now(), now())`,
    [org.org, hash(who), place_id, sealed],
  );
  for (const statement of [
    `INSERT INTO sighting (org, env, customer_hash, day, install_hash, network, country, counted, last_at, hour, five)
     VALUES ($1, 'production', '${hash(who)}', ${who === A ? 20_000 : 20_001}, 'seen-' || $2, '\\x01',
       'US', true, now(), 1, 1)`,
    `INSERT INTO attested_key (org, env, key_id, kind, app, customer_hash, public_key, statement)
     VALUES ($1, 'production', convert_to('device-key-' || $2, 'UTF8'), 'app_attest', 'app-' || $2,
       '${hash(who)}', '\\x02',
             jsonb_build_object('device', 'device-' || $2::text))`,
    `INSERT INTO location_handoff (org, env, next_jti, handoff_id, code_hmac, root_jti, customer_hash, asked_by,
       context_sealed, confirm, created_at, code_expires_at, expires_at, phone_label, epoch)
     VALUES ($1, 'production', $2, '${newId('handoff')}', convert_to($2, 'UTF8'), 'r', '${hash(who)}',
       'ver_of_' || $2, '',
             'none', now(), now(), now(), 'phone-' || $2, gen_random_uuid())`,
    `INSERT INTO face_template (org, env, customer_hash, kind, pack, pack_version, template_id, transform_id, sealed,
       frames, quality, created_at, updated_at, delete_after, seq)
     VALUES ($1, 'production', '${hash(who)}', 'enrolled', 'pack-' || $2, '1', '${newId('template')}', 't',
       'the vector', 1, 1,
             now(), now(), now(), 1)`,
  ])
    await query(statement, own);
  await query(
    `INSERT INTO face_approval (org, env, customer_hash, first_at)
     VALUES ($1, 'production', $2, '2021-01-01') ON CONFLICT DO NOTHING`,
    [org.org, hash(who)],
  );
  const note = { org: org.org, env: 'production', note_id: newId('note'), record_id: session_id } as const;
  await query(
    `INSERT INTO record_note (org, env, note_id, kind, record_id, customer_hash, user_id, at, sealed)
     VALUES ($1, 'production', $2, 'note', $3, $4, 'a-colleague', now(), $5)`,
    [org.org, note.note_id, session_id, hash(who), sealNote(key, note, `note-${who}`)],
  );
  const of_session = [org.org, who, session_id];
  for (const statement of [
    `INSERT INTO face_handoff (org, env, session_id, handoff_id, state, channel, confirm, created_at,
       code_expires_at, device_label)
     VALUES ($1, 'production', $3, '${newId('handoff')}', 'completed', 'qr', 'none', now(), now(),
       'handheld-' || $2::text)`,
    `INSERT INTO event (org, env, event_id, type, data)
     VALUES ($1, 'production', '${newId('event')}', 'key.misused',
             jsonb_build_object('session_id', $3::text, 'said', 'event-' || $2::text))`,
  ])
    await query(statement, of_session);
  await keepPrints(
    {
      trx: service.database.db,
      deps: service.deps,
      session: { org: org.org, env: 'production', session_id, customer_hash: hash(who) } as never,
      now: new Date(),
    },
    { attempt_id: `a-${who}`, prints: [(who === A ? 'a' : '5').repeat(64)] },
    { template_days: 365 },
  );
  await query(
    `INSERT INTO face_duplicate (org, env, session_id, customer_hash, score) VALUES ($1, 'production', $2, $3, 0.9)`,
    [org.org, session_id, hash(other)],
  );
}

async function pictures(who: string, session_id: string): Promise<string[]> {
  const place = { org: org.org, env: 'production', session_id } as const;
  const rows = await query('SELECT attempt_id, index FROM face_frame WHERE session_id = $1', [session_id]);
  const key = (await findKey(service.database.db, service.deps.data_keys, {
    ...place,
    customer_hash: hash(who),
  }))!;
  const found: string[] = [];
  for (const { attempt_id, index } of rows) {
    const at = { ...place, attempt_id };
    const sealed = (await service.deps.face.frames.read(at, index))!;
    found.push(openBytes(key, sealed, frameAad(at, index)).toString('base64').slice(0, 2_000));
  }
  return found;
}

async function plant(who: string, other: string): Promise<void> {
  const verifications = [await verify(who, 1), await verify(who, 2)];
  const said = { ...DECLINE, reason: `because-${who}`, note: `note-${who}`, reviewer: `staff-${other}` };
  expect((await review(service, org.results.production, verifications[0]!, said)).status).toBe(200);
  const session_id = await faceSession(who);
  await plantRows(who, other, session_id);
  expect((await review(service, org.results.production, session_id, said)).status).toBe(200);
  const hold = { method: 'PUT', path: `/customers/${who}/hold`, body: { reason: `held-${who}` } } as const;
  expect((await service.call({ ...hold, token: org.results.production })).status).toBe(200);
  planted[who] = { verifications, session_id, pictures: await pictures(who, session_id) };
}

beforeAll(async () => {
  await reviewPolicy(service, org, 'aged');
  await plant(A, B);
  await plant(B, A);
  const label = { customers: [A, B], days: 1, by: 'analyst', note: `a note that names ${A} and ${B}` };
  await setHousehold(service.deps, { org: org.org, env: 'production', install_id: 'home' }, label);
});

const subject = (who: string) =>
  ({
    org: org.org,
    env: 'production',
    customer_id: who,
    customer_hash: hash(who),
    pictures: true,
  }) as const;

async function pages(who: string, limit: number): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/customers/${who}/export?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await service.call({ path, token: org.results.production });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.data).toMatchObject({ customer_id: who, livemode: true });
    records.push(...answer.data.records);
    cursor = answer.data.next_cursor;
  }
  return records;
}

/** What must be found of a person: one canary at least for every table that an export brings. */
const canaries = (who: string): string[] => [
  `transaction-1-${who}`,
  `transaction-2-${who}`,
  `purchase-${who}`,
  `name-${who}`,
  `${who}@example.com`,
  `model-${who}`,
  who === A ? '40.71111' : '40.72222',
  `because-${who}`,
  `note-${who}`,
  `face-${who}@example.com`,
  `first-${who}`,
  `system-${who}`,
  `handheld-${who}`,
  `held-${who}`,
  `pack-${who}`,
  who === A ? 'a'.repeat(64) : '5'.repeat(64),
  `place-install-${who}`,
  who === A ? '2.0111' : '2.0222',
  who === A ? '2024-10-04' : '2024-10-05',
  `app-${who}`,
  `device-${who}`,
  `phone-${who}`,
  `event-${who}`,
  '2021-01-01',
  ...planted[who]!.verifications,
  planted[who]!.session_id,
  ...planted[who]!.pictures,
];

it.each([
  [A, B],
  [B, A],
])('of %s has everything that is stored about the person, and nothing of the other', async (who, other) => {
  const records = await pages(who, 100);
  const text = JSON.stringify(records);
  expect(canaries(who).filter((canary) => !text.includes(canary))).toEqual([]);
  expect(canaries(other).filter((canary) => canary !== '2021-01-01' && text.includes(canary))).toEqual([]);
  expect(text).not.toContain(other);
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(EXPORT_KINDS));
  const [session] = records.filter(({ kind }) => kind === 'session');
  expect(session!.data).toMatchObject({ others_look_alike: 1, consent: { accepted: true } });
  expect(session!.data).not.toHaveProperty('duplicates');
  const home = records.filter(({ kind }) => kind === 'household');
  expect(home.map(({ data }) => [data.install_id, data.others])).toEqual([['home', true]]);
});

it('brings the same records, each once, in pages of any length', async () => {
  const whole = await pages(A, 100);
  for (const limit of [1, 3]) expect(await pages(A, limit)).toEqual(whole);
});

it('mutation control: a session that is passed on as the reviewer sees it names the other person', async () => {
  const { SESSION: open } = await mutantInside<{ SESSION: typeof SESSION }>(
    'portable/face.ts',
    'portable/location.ts',
    [
      'return { ...rest, answers: reviewers.map(({ reviewer: _, ...answer }) => answer) };',
      'return { ...rest, reviewers } as never;',
    ],
  );
  const who = subject(A);
  expect(JSON.stringify(await open.read(service.deps, who, '', 10))).toContain(B);
});

async function exportedBy(role: Role): Promise<ExportRecord[]> {
  const person = await signedIn(service, org.org, role);
  const records: ExportRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`;
    const path = `/dashboard/api/${org.org}/production/customers/${A}/export${query}`;
    const answer = await person.call({ path });
    expect(answer.status, answer.text).toBe(200);
    records.push(...answer.data.records);
    cursor = answer.data.next_cursor;
  }
  return records;
}
const framesOf = (records: readonly ExportRecord[]) => records.filter(({ kind }) => kind === 'frame');
const takenPictures = async (): Promise<{ actor: string }[]> =>
  query(`SELECT actor FROM audit WHERE action = 'face.frames_exported' AND target = $1`, [
    planted[A]!.session_id,
  ]);

it.each(['analyst', 'auditor'] as const)('gives an %s no picture, and says so in its place', async (role) => {
  const before = await takenPictures();
  const records = await exportedBy(role);
  expect(planted[A]!.pictures.filter((picture) => JSON.stringify(records).includes(picture))).toEqual([]);
  const frames = framesOf(records);
  expect(frames).toHaveLength(8);
  for (const { data } of frames)
    expect(data).toMatchObject({ image_base64: null, image_left_out: expect.stringContaining('owner') });
  expect(await takenPictures()).toEqual(before);
  // All else is there.
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(EXPORT_KINDS));
});

it.each(['owner', 'admin'] as const)(
  'gives an %s the pictures, and the session’s timeline says so',
  async (role) => {
    const before = (await takenPictures()).length;
    const frames = framesOf(await exportedBy(role));
    expect(planted[A]!.pictures.every((picture) => JSON.stringify(frames).includes(picture))).toBe(true);
    expect(frames[0]!.data).not.toHaveProperty('image_left_out');
    expect((await takenPictures()).length).toBeGreaterThan(before);
    const auditor = await signedIn(service, org.org, 'auditor');
    const path = `/dashboard/api/${org.org}/production/records/${planted[A]!.session_id}/timeline`;
    const { steps } = (await auditor.call({ path })).data;
    expect(steps.map(({ name }: { name: string }) => name)).toContain('face.frames_exported');
  },
);

it('mutation control: without the question who asks, pictures leave with the export of every role', async () => {
  const { FRAME: open } = await mutant<{ FRAME: typeof FRAME }>('portable/frames.ts', [
    'rows.length > 0 && who.pictures &&',
    'rows.length > 0 &&',
  ]);
  const frames = await open.read(service.deps, { ...subject(A), pictures: false }, '', 4);
  expect(JSON.stringify(frames)).toContain(planted[A]!.pictures[0]);
});

it('is audited page by page, without the name of the customer', async () => {
  const before = await query(`SELECT count(*)::int AS n FROM audit WHERE action = 'customer.exported'`);
  await pages(A, 100);
  const entries = await query(
    `SELECT detail, audit::text AS row FROM audit WHERE action = 'customer.exported' ORDER BY at, audit_id`,
  );
  const fresh = entries.slice(before[0].n);
  expect(fresh.at(-1)!.detail.last).toBe(true);
  const frames = fresh.map(({ detail }) => detail.records.frame ?? 0);
  expect(frames.reduce((sum, count) => sum + count, 0)).toBe(8);
  expect(fresh.map(({ row }) => row).join()).not.toContain(A);
});

it('of an unknown customer, or of another organization, is 404; a made-up cursor is refused', async () => {
  const token = org.results.production;
  expect((await service.call({ path: '/customers/stranger/export', token })).code).toBe('not_found');
  const stranger = await service.organization('Stranger');
  const elsewhere = await service.call({
    path: `/customers/${A}/export`,
    token: stranger.results.production,
  });
  expect(elsewhere.code).toBe('not_found');
  const sandbox = await service.call({ path: `/customers/${A}/export`, token: org.results.sandbox });
  expect(sandbox.code).toBe('not_found');
  const cursor = await service.call({ path: `/customers/${A}/export?cursor=face~x`, token });
  expect(cursor.code).toBe('invalid_request');
});

it('is written by the command line as lines of JSON, into a file that only its owner reads', async () => {
  const out = join(service.config.data_dir, 'export.ndjson');
  const args = ['--org', org.org, '--env', 'production'];
  const written = await standpoint(
    ['customers', 'export', A, '--out', out, ...args, '--json'],
    service.variables,
  );
  expect(written.code, written.stderr).toBe(0);
  const [head, ...records] = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ customer_id: A, livemode: true });
  expect(records).toEqual(await pages(A, 100));
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(written.json.records).toMatchObject({ verification: 2, session: 1, frame: 8 });
  const said = await standpoint(['customers', 'export', A, ...args], service.variables);
  expect(said.stdout.trimEnd().split('\n')).toHaveLength(records.length + 1);
  const unknown = await standpoint(['customers', 'export', 'stranger', ...args], service.variables);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
});
