import { expect } from 'vitest';
import { sealNote } from '../../src/dossier/notes/sealed.ts';
import { frameAad } from '../../src/face/capture/frame-aad.ts';
import { keepPrints } from '../../src/face/templates/prints.ts';
import { setHousehold } from '../../src/geolocation/history/households.ts';
import type { SealedPlace } from '../../src/geolocation/history/trusted-places.ts';
import { newId } from '../../src/ids.ts';
import { findKey } from '../../src/privacy/customers.ts';
import { openBytes, sealJson } from '../../src/privacy/envelope.ts';
import { browserEvidence, seal } from '../browser-payload.ts';
import { person } from '../face/face.ts';
import { DECLINE, review, reviewPolicy } from '../reviews.ts';
import type { TestOrganization, TestService } from '../service.ts';

/** Two people of one organization. Each canary of theirs has their name in it. */
export const A = 'alphacanary';
export const B = 'betacanary';
const SHARED_INSTALL = 'ins_of_both';

export interface Planted {
  verifications: string[];
  session_id: string;
  /** Beginnings of the person's pictures, in base64. */
  pictures: string[];
}

interface Planting {
  service: TestService;
  org: TestOrganization;
}
const query = async ({ service }: Planting, text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const hash = ({ service, org }: Planting, customer_id: string) => service.hash(org.org, customer_id);

async function verify(of: Planting, who: string, i: number): Promise<string> {
  const minted = await of.service.call({
    path: '/geolocation/preflight',
    token: of.org.api.production,
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
  const answer = await of.service.call({ path: '/geolocation/verify', token, body: { payload } });
  expect(answer.status, answer.text).toBe(200);
  return answer.data.verification_id;
}

async function faceSession(of: Planting, who: string): Promise<string> {
  const customer = { customer_id: who, email: `face-${who}@example.com`, first_name: `first-${who}` };
  const desktop = await person(of.service, of.org, { customer });
  const opened = await desktop.open({ device: { os: `system-${who}` } });
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  return opened.data.session.session_id;
}

/** Rows of tables that only rarer flows fill. */
async function plantRows(of: Planting, who: string, other: string, session_id: string) {
  const place = { org: of.org.org, env: 'production', customer_hash: hash(of, who) } as const;
  const own = [of.org.org, who];
  const key = (await findKey(of.service.database.db, of.service.deps.data_keys, place))!;
  const place_id = newId('place');
  const sealed = sealJson(
    key,
    { lat: 1, lng: who === A ? 2.0111 : 2.0222, install_id: `place-install-${who}` } satisfies SealedPlace,
    `place|${of.org.org}|production|${hash(of, who)}|${place_id}|place-hash|00`,
  );
  await query(
    of,
    `INSERT INTO trusted_place (org, env, customer_hash, place_id, install_hash, network, sealed, last_day,
      first_at, last_at)
     VALUES ($1, 'production', $2, $3, 'place-hash', '\\x00', $4, 1, now(), now())`,
    [of.org.org, hash(of, who), place_id, sealed],
  );
  for (const statement of [
    `INSERT INTO sighting (org, env, customer_hash, day, install_hash, network, country, counted, last_at, hour, five)
     VALUES ($1, 'production', '${hash(of, who)}', ${who === A ? 20_000 : 20_001}, 'seen-' || $2, '\\x01',
       'US', true, now(), 1, 1)`,
    `INSERT INTO attested_key (org, env, key_id, kind, app, customer_hash, public_key, statement)
     VALUES ($1, 'production', convert_to('device-key-' || $2, 'UTF8'), 'app_attest', 'app-' || $2,
       '${hash(of, who)}', '\\x02',
             jsonb_build_object('device', 'device-' || $2::text))`,
    `INSERT INTO location_handoff (org, env, next_jti, handoff_id, code_hmac, root_jti, customer_hash, asked_by,
       context_sealed, confirm, created_at, code_expires_at, expires_at, phone_label, epoch)
     VALUES ($1, 'production', $2, '${newId('handoff')}', convert_to($2, 'UTF8'), 'r', '${hash(of, who)}',
       'ver_of_' || $2, '',
             'none', now(), now(), now(), 'phone-' || $2, gen_random_uuid())`,
    `INSERT INTO face_template (org, env, customer_hash, kind, pack, pack_version, template_id, transform_id, sealed,
       frames, quality, created_at, updated_at, delete_after, seq)
     VALUES ($1, 'production', '${hash(of, who)}', 'enrolled', 'pack-' || $2, '1', '${newId('template')}', 't',
       'the vector', 1, 1,
             now(), now(), now(), 1)`,
  ])
    await query(of, statement, own);
  await query(
    of,
    `INSERT INTO face_approval (org, env, customer_hash, first_at)
     VALUES ($1, 'production', $2, '2021-01-01') ON CONFLICT DO NOTHING`,
    [of.org.org, hash(of, who)],
  );
  const note = { org: of.org.org, env: 'production', note_id: newId('note'), record_id: session_id } as const;
  await query(
    of,
    `INSERT INTO record_note (org, env, note_id, kind, record_id, customer_hash, user_id, at, sealed)
     VALUES ($1, 'production', $2, 'note', $3, $4, 'a-colleague', now(), $5)`,
    [of.org.org, note.note_id, session_id, hash(of, who), sealNote(key, note, `note-${who}`)],
  );
  const of_session = [of.org.org, who, session_id];
  for (const statement of [
    `INSERT INTO face_handoff (org, env, session_id, handoff_id, state, channel, confirm, created_at,
       code_expires_at, device_label)
     VALUES ($1, 'production', $3, '${newId('handoff')}', 'completed', 'qr', 'none', now(), now(),
       'handheld-' || $2::text)`,
    `INSERT INTO event (org, env, event_id, type, data)
     VALUES ($1, 'production', '${newId('event')}', 'key.misused',
             jsonb_build_object('session_id', $3::text, 'said', 'event-' || $2::text))`,
  ])
    await query(of, statement, of_session);
  await keepPrints(
    {
      trx: of.service.database.db,
      deps: of.service.deps,
      session: { org: of.org.org, env: 'production', session_id, customer_hash: hash(of, who) } as never,
      now: new Date(),
    },
    { attempt_id: `a-${who}`, prints: [(who === A ? 'a' : '5').repeat(64)] },
    { template_days: 365 },
  );
  await query(
    of,
    `INSERT INTO face_duplicate (org, env, session_id, customer_hash, score) VALUES ($1, 'production', $2, $3, 0.9)`,
    [of.org.org, session_id, hash(of, other)],
  );
}

async function pictures(of: Planting, who: string, session_id: string): Promise<string[]> {
  const place = { org: of.org.org, env: 'production', session_id } as const;
  const rows = await query(of, 'SELECT attempt_id, index FROM face_frame WHERE session_id = $1', [
    session_id,
  ]);
  const key = (await findKey(of.service.database.db, of.service.deps.data_keys, {
    ...place,
    customer_hash: hash(of, who),
  }))!;
  const found: string[] = [];
  for (const { attempt_id, index } of rows) {
    const at = { ...place, attempt_id };
    const sealed = (await of.service.deps.face.frames.read(at, index))!;
    found.push(openBytes(key, sealed, frameAad(at, index)).toString('base64').slice(0, 2_000));
  }
  return found;
}

async function plant(of: Planting, who: string, other: string): Promise<Planted> {
  const verifications = [await verify(of, who, 1), await verify(of, who, 2)];
  const said = { ...DECLINE, reason: `because-${who}`, note: `note-${who}`, reviewer: `staff-${other}` };
  expect((await review(of.service, of.org.results.production, verifications[0]!, said)).status).toBe(200);
  const session_id = await faceSession(of, who);
  await plantRows(of, who, other, session_id);
  expect((await review(of.service, of.org.results.production, session_id, said)).status).toBe(200);
  const hold = { method: 'PUT', path: `/customers/${who}/hold`, body: { reason: `held-${who}` } } as const;
  expect((await of.service.call({ ...hold, token: of.org.results.production })).status).toBe(200);
  return { verifications, session_id, pictures: await pictures(of, who, session_id) };
}

/** Plants both people: records in every table that an export brings. */
export async function plantCanaries(
  service: TestService,
  org: TestOrganization,
): Promise<Record<string, Planted>> {
  const of = { service, org };
  await reviewPolicy(service, org, 'aged');
  const planted = { [A]: await plant(of, A, B), [B]: await plant(of, B, A) };
  const label = { customers: [A, B], days: 1, by: 'analyst', note: `a note that names ${A} and ${B}` };
  await setHousehold(service.deps, { org: org.org, env: 'production', install_id: 'home' }, label);
  return planted;
}

/** What must be found of a person: one canary at least for every table that an export brings. */
export const canariesOf = (who: string, planted: Planted): string[] => [
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
  ...planted.verifications,
  planted.session_id,
  ...planted.pictures,
];
