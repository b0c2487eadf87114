import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { mintToken, verifyOnce } from '../../testing/attacks.ts';
import { standpoint } from '../../testing/command.ts';
import { sharedService, testOrganization } from '../../testing/hooks.ts';
import { type Browser, signedIn } from '../../testing/people.ts';
import { newId } from '../ids.ts';

const service = sharedService();
const org = testOrganization(service);
let analyst: Browser;
beforeAll(async () => {
  analyst = await signedIn(service, org.org, 'analyst');
});

const decided = async (customer_id: string): Promise<string> =>
  (await verifyOnce(service, await mintToken(service, org, customer_id))).data.verification_id;
const path = (id: string) => `/dashboard/api/${org.org}/production/records/${id}/evidence`;

it('gives a file that the command verifies, and says the same in place', async () => {
  const id = await decided(`evidence-${Math.random()}`);
  const file = await analyst.call({ method: 'POST', path: path(id), body: {} });
  expect(file.data.file).toBe(`${id}.jsonl`);
  const folder = mkdtempSync(join(tmpdir(), 'standpoint-evidence-'));
  writeFileSync(join(folder, 'file'), file.data.text);
  const checked = await standpoint(['evidence', 'verify', join(folder, 'file'), '--json'], {});
  rmSync(folder, { recursive: true });
  expect(checked.json).toMatchObject({ ok: true, verification_id: id });
  const { data } = await analyst.call({ path: path(id) });
  expect(data.evidence).toMatchObject([
    {
      id,
      ok: true,
      signature: 'valid',
      decision: 'identical',
      facts: 'rederived',
      sha256: expect.any(String),
    },
  ]);
  const { rows } = await service.database.pool.query(
    "SELECT actor FROM audit WHERE action = 'record.evidence_exported' AND target = $1",
    [id],
  );
  expect(rows).toEqual([{ actor: `user:${analyst.user_id}` }]);
});

it('has nothing to give once the person was erased', async () => {
  const customer = `evidence-${Math.random()}`;
  const id = await decided(customer);
  await service.call({ method: 'DELETE', path: `/customers/${customer}`, token: org.results.production });
  expect((await analyst.call({ method: 'POST', path: path(id), body: {} })).status).toBe(404);
  expect((await analyst.call({ path: path(id) })).data.evidence).toEqual([]);
});

it('tells of events long after the record, as of a review after two days', async () => {
  const id = await decided(`evidence-${Math.random()}`);
  const late = Date.now() + 2 * 86_400_000;
  await service.database.pool.query(
    `INSERT INTO event (org, env, event_id, type, at, data)
     VALUES ($1, 'production', $2, 'geolocation.verification.reviewed', $3, $4)`,
    [org.org, newId('event', late), new Date(late), JSON.stringify({ verification_id: id })],
  );
  const { data } = await analyst.call({ path: path(id).replace('evidence', 'timeline') });
  expect(data.steps.at(-1)).toMatchObject({ kind: 'event', name: 'geolocation.verification.reviewed' });
});

it('tells the deliveries of the record’s events, each with its outcome', async () => {
  const id = await decided(`evidence-${Math.random()}`);
  await service.database.owner.query(
    `INSERT INTO webhook (org, env, webhook_id, url, signature, secrets_sealed, created_at)
     VALUES ($1, 'production', $2, 'https://hooks.example/x', 'hmac', '\\x00', now())`,
    [org.org, `whk_${'0'.repeat(26)}`],
  );
  const { rows } = await service.database.owner.query(
    "SELECT event_id FROM event WHERE org = $1 AND data ->> 'verification_id' = $2",
    [org.org, id],
  );
  await service.database.owner.query(
    `INSERT INTO delivery (org, env, webhook_id, event_id, state, attempts, due_at, ended_at)
     VALUES ($1, 'production', $2, $3, 'failed', 3, now(), now())`,
    [org.org, `whk_${'0'.repeat(26)}`, rows[0].event_id],
  );
  const { data } = await analyst.call({ path: path(id).replace('evidence', 'timeline') });
  expect(data.steps.find(({ kind }: { kind: string }) => kind === 'delivery')).toMatchObject({
    outcome: 'failed',
    detail: { host: 'hooks.example', attempts: 3 },
  });
  expect(data.steps.filter(({ kind }: { kind: string }) => kind === 'event').length).toBeGreaterThan(0);
});
