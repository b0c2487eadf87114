import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../src/accounts/api-keys.ts';
import { draft } from '../src/accounts/versions.ts';
import { migrate } from '../src/database/migrate.ts';
import { verifyEvidence } from '../src/geolocation/evidence-verify.ts';
import { exportEvidence, type StoredEvidence, storedEvidence } from '../src/geolocation/stored-evidence.ts';
import { replay } from '../src/geolocation/time-machine.ts';
import { browserEvidence, seal } from './browser-payload.ts';
import { freshDatabase } from './database.ts';
import { openTestService, type TestService } from './service.ts';

/** A database of the version before decisions were signed, and what a service of today makes of it. */
const MIGRATIONS = join(import.meta.dirname, '../src/database/migrations');
const ROWS = readFileSync(join(import.meta.dirname, 'rows-of-engine-1.sql'), 'utf8');

let service: TestService;
let org: string;
let results: string;
let api: string;

beforeAll(async () => {
  const first = mkdtempSync(join(tmpdir(), 'standpoint-migrations-'));
  for (const file of ['0001-foundation.sql', '0002-face.sql'])
    copyFileSync(join(MIGRATIONS, file), join(first, file));
  const database = await freshDatabase({ migrations: first });
  await database.pool.query(ROWS);
  const { applied } = await migrate(database.pool);
  expect(applied[0]).toMatch(/^0003-/);
  service = await openTestService({ database, unlimited: true });
  const { rows } = await database.pool.query<{ org: string }>('SELECT org FROM organization');
  org = rows[0]!.org;
  const env = 'production';
  const scopes = ['results:read', 'customers:write'] as never;
  results = (await createKey(database.db, { org, env, kind: 'results', name: 'x', scopes })).key;
  api = (await createKey(database.db, { org, env, kind: 'api', name: 'x' })).key;
});
afterAll(() => service.close());

async function stored(): Promise<StoredEvidence[]> {
  const found: StoredEvidence[] = [];
  for await (const page of storedEvidence(service.deps, { org, env: 'production' })) found.push(...page);
  return found;
}
const read = async (id: string) =>
  (await service.call({ path: `/geolocation/verifications/${id}`, token: results })).data;

describe('what the first engine decided', () => {
  it('is read as it was', async () => {
    const [pass, retry] = await stored();
    expect(await read(pass!.verification_id)).toMatchObject({
      customer_id: 'known-before',
      decision: 'pass',
      engine_version: '1',
      transaction_name: 'First deposit',
      position: { lat: 40.7128 },
      jurisdiction: { country: 'US', subdivision: 'US-NY' },
      erased: false,
      data_age: {},
    });
    expect(await read(retry!.verification_id)).toMatchObject({ decision: 'retry', position: null });
  });

  it('is signed at its export, and computed again offline by that engine', async () => {
    for (const row of await stored()) {
      const file = JSON.stringify(exportEvidence(service.deps, org, 'production', row));
      expect(file).not.toMatch(/known-before|Given Name|given@example/);
      expect(await verifyEvidence(file, service.deps)).toMatchObject({
        ok: true,
        facts: { outcome: 'not_rederived' },
        decision: { outcome: 'identical' },
      });
    }
  });

  it('is replayed against a draft', async () => {
    const policy = (await draft(service.database.db, 'policy', org, { name: 'x', rule: { allow: ['DE'] } }))!;
    const asked = { org, env: 'production' as const, from: new Date(0), draft: policy, published: [] };
    expect(await replay(service.deps, asked as never, () => {})).toMatchObject({ replayed: 3 });
  });
});

it('knows a customer of before: where they were, and with the same key', async () => {
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: api,
    body: { customer_id: 'known-before', transaction_type: 'deposit' },
  });
  const { token } = minted.data;
  const payload = await seal(token, browserEvidence());
  const answer = await service.call({ path: '/geolocation/verify', token, body: { payload } });
  expect(answer.status, answer.text).toBe(200);
  const { checks, engine_version } = await read(answer.data.verification_id);
  expect(engine_version).not.toBe('1');
  expect(checks.find(({ code }: { code: string }) => code === 'impossible_travel')).toMatchObject({
    outcome: 'pass',
  });
});

it('erases a customer of before', async () => {
  const path = '/customers/erased-later';
  const erased = await service.call({ method: 'DELETE', path, token: results });
  expect(erased.data.counts).toMatchObject({ verifications: 1 });
  const [row] = (await stored()).filter(({ sealed }) => sealed === null);
  expect(await read(row!.verification_id)).toMatchObject({ erased: true, customer_id: '', position: null });
});
