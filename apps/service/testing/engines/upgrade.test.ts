import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneIn } from '../../../../testing/counts.ts';
import { draft } from '../../src/accounts/versions.ts';
import { ForeignSchema, migrate } from '../../src/database/migrate.ts';
import type { StoredEvidence } from '../../src/geolocation/evidence/stored.ts';
import { freshDatabase } from '../database.ts';
import { locationHandedOff, NO_POSITION, verifyWith } from '../location-phone.ts';
import { openTestService, type TestOrganization, type TestService } from '../service.ts';
import { faceGolden } from './golden.ts';
import { type NextVersion, nextVersion } from './next-version.ts';

/** Reads data that this version of the service stored with a made-up next version. */

const ENV = 'production';
let next: NextVersion;
let service: TestService;
let org: TestOrganization;
/** Answers of this version by customer. */
const before: Record<string, { verification_id: string; decision: string }> = {};

async function verify(on: TestService, customer_id: string) {
  const minted = await on.call({
    path: '/geolocation/preflight',
    token: org.api[ENV],
    body: { customer_id, transaction_type: 'deposit', transaction_name: 'First deposit' },
  });
  const answer = await verifyWith(on, minted.data.token, {});
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

/** A desktop without a position, whose check a phone in New York finishes. */
async function verifyByPhone(on: TestService, customer_id: string) {
  const { phone, number, next: token } = await locationHandedOff(on, org, { body: { customer_id } });
  await phone.confirm(number);
  await phone.verify({});
  const answer = await verifyWith(on, token, NO_POSITION);
  expect(answer.data, answer.text).toMatchObject({ decision: 'pass' });
  return answer.data;
}

/** The keys of customers belong to the database, and outlive the version. */
let keys: string;

beforeAll(async () => {
  const database = await freshDatabase();
  keys = mkdtempSync(join(tmpdir(), 'standpoint-keys-'));
  const env = { STANDPOINT_KEY_STORE: `file:${keys}` };
  const kept = { ...database, drop: async () => {} };
  const present = await openTestService({ database: kept, unlimited: true, env });
  org = await present.organization();
  for (const customer of ['known', 'erased-later']) before[customer] = await verify(present, customer);
  before.helped = await verifyByPhone(present, 'helped');
  await present.close();
  next = await nextVersion();
  service = await next.service.openTestService({ database, unlimited: true, env });
}, 120_000);
afterAll(async () => {
  await service?.close();
  next?.remove();
  rmSync(keys, { recursive: true, force: true });
});

async function stored(filter: object = {}): Promise<StoredEvidence[]> {
  const found: StoredEvidence[] = [];
  const all = next.stored.storedEvidence(service.deps, { org: org.org, env: ENV, ...filter });
  for await (const page of all) found.push(...page);
  return found;
}
const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: org.results[ENV] })).data;

it('migrates the schema of this version, which then refuses the database', async () => {
  const { rows } = await service.database.pool.query('SELECT name FROM schema_migration ORDER BY number');
  expect(rows.map(({ name }) => name)).toEqual(['schema', 'next']);
  await expect(migrate(service.database.owner)).rejects.toBeInstanceOf(ForeignSchema);
});

describe('a decision of this version', () => {
  it('is read unchanged', async () => {
    expect(await read(before.known!.verification_id)).toMatchObject({
      customer_id: 'known',
      decision: 'pass',
      engine_version: '1',
      transaction_name: 'First deposit',
      position: { lat: 40.7128 },
      jurisdiction: { country: 'US', subdivision: 'US-NY' },
      erased: false,
    });
  });

  it('is computed again offline by the engine that made it, not by the next one', async () => {
    const rows = await stored();
    expect(rows.length).toBe(5);
    for (const row of rows) {
      const file = JSON.stringify(next.stored.exportEvidence(service.deps, row)![0]);
      expect(await next.evidence.verifyEvidence(file, service.deps)).toMatchObject({
        ok: true,
        signature: { outcome: 'valid' },
        facts: {
          outcome: 'not_rederived',
          not_rederived: { all: 'gathered by engine 1; only engine 2 gathers here' },
        },
        decision: { outcome: 'identical', engine_version: '1' },
      });
      // The next engine answers differently, so only the frozen one can have given the same answer.
      const { input, decision } = next.bundle.openStoredBundle(row)!;
      expect(next.decision.decide(input)).not.toEqual(decision);
    }
  });

  it('is replayed against a draft, from facts in the form of the next engine', async () => {
    const rule = { allow: ['US-NY'] };
    const policy = (await draft(service.database.db, 'policy', org.org, { name: 'x', rule }))!;
    const asked = { org: org.org, env: ENV, from: new Date(0), draft: policy, published: [] };
    const flips: object[] = [];
    const replayed = await next.time_machine.replay(service.deps, asked as never, (flip) => flips.push(flip));
    expect(replayed).toMatchObject({
      replayed: 5,
      flipped: 0,
      // The desktop's first try has no position and gets a retry under both engines. Its second try has the
      // position of its phone.
      transitions: expect.arrayContaining([
        { from: 'review', to: 'review', count: 4 },
        { from: 'retry', to: 'retry', count: 1 },
      ]),
      recorded_differs: { engine: 4, data: 0, engine_and_data: 0 },
      facts_rederived: { place: 5, network: 5 },
    });
    expect(flips).toEqual([]);
  });
});

it('reads the earlier position of a customer of this version with the same key', async () => {
  const { verification_id } = await verify(service, 'known');
  const { checks, engine_version, decision } = await read(verification_id);
  expect({ engine_version, decision }).toEqual({ engine_version: '2', decision: 'review' });
  expect(checks.find(({ code }: { code: string }) => code === 'impossible_travel')).toMatchObject({
    outcome: 'pass',
  });
});

it('erases a customer of this version', async () => {
  const path = '/customers/erased-later';
  const erased = await service.call({ method: 'DELETE', path, token: org.results[ENV] });
  expect(erased.data.counts).toMatchObject({ verifications: 1 });
  const { verification_id } = before['erased-later']!;
  expect(await read(verification_id)).toMatchObject({ erased: true, customer_id: '', position: null });
});

it('judges faces again by the engine of this version, not by the next one', async () => {
  const frozen = (await next.face_engines.faceEngineOf('1'))!;
  const present = (await next.face_engines.faceEngineOf('2'))!;
  // All of them, by an engine that is frozen in the same way: `freeze.test.ts`.
  const cases = oneIn(4, faceGolden('1'));
  for (const { name, input, decided } of cases)
    expect(JSON.stringify(frozen(input)), name).toBe(JSON.stringify(decided));
  expect(cases.some(({ input, decided }) => JSON.stringify(present(input)) !== JSON.stringify(decided))).toBe(
    true,
  );
});
