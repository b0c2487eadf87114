import { expect, it } from 'vitest';
import { mintToken, verifyOnce } from '../../testing/attacks.ts';
import { person } from '../../testing/face/face.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import { newKeyIds } from '../privacy/keys/key-id.ts';
import { eraseLost } from './lost-keys.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const get = (path: string) => service.call({ path, token: org.results.production });
const verify = async (customer_id: string) => verifyOnce(service, await mintToken(service, org, customer_id));

/** Destroys the key alone, as it is for a database that was put back from a copy older than that. */
async function loseKey(customer_id: string): Promise<string> {
  const hash = service.hash(org.org, customer_id);
  const [{ key_id }] = await query('SELECT key_id FROM customer WHERE customer_hash = $1', [hash]);
  await service.deps.data_keys.destroy(key_id);
  return key_id;
}

it('a verification whose key is gone reads as erased, and its customer comes back as a new one', async () => {
  const { verification_id: id } = (await verify('ann')).data;
  const key_id = await loseKey('ann');
  const read = () => get(`/geolocation/verifications/${id}`);
  const gone = { erased: true, customer_id: '', position: null, record_contradicted: false };
  expect((await read()).data).toMatchObject(gone);
  const { verifications } = (await get('/geolocation/verifications?customer_id=ann')).data;
  expect(verifications).toMatchObject([gone]);
  expect((await get('/customers/ann/export')).status).toBe(200);
  const refused = await verify('ann');
  expect([refused.status, refused.code]).toEqual([503, 'unavailable']);
  expect(await eraseLost(service.deps)).toBe(1);
  expect((await verify('ann')).status).toBe(200);
  expect((await read()).data).toMatchObject(gone);
  expect((await get('/customers/ann')).data.timeline).toHaveLength(1);
  const hash = service.hash(org.org, 'ann');
  expect(
    await query('SELECT key_id = $2 AS same FROM customer WHERE customer_hash = $1', [hash, key_id]),
  ).toEqual([{ same: false }]);
  expect(
    await query(`SELECT actor FROM audit WHERE target = $1 AND action = 'customer.key_lost'`, [hash]),
  ).toEqual([{ actor: 'system' }]);
});

it('so does a face session', async () => {
  const desktop = await person(service, org, { customer: { customer_id: 'bob' } });
  const { session_id } = (await desktop.open()).data.session;
  await desktop.consent();
  await desktop.submit(await desktop.attempt());
  expect((await get(`/facecheck/session/${session_id}`)).data.customer_id).toBe('bob');
  await loseKey('bob');
  const { status, data } = await get(`/facecheck/session/${session_id}`);
  expect([status, data.customer_id, data.client, data.decision]).toEqual([200, '', null, 'review']);
  const again = async () => (await person(service, org, { customer: { customer_id: 'bob' } })).open();
  expect((await again()).code).toBe('unavailable');
  expect(await eraseLost(service.deps)).toBe(1);
  expect((await again()).status).toBe(200);
});

it('a key that is there, or whose customer is gone, changes nothing', async () => {
  await verify('cid');
  const erased = await service.call({
    method: 'DELETE',
    path: '/customers/cid',
    token: org.results.production,
  });
  expect(erased.status).toBe(200);
  await verify('cid');
  await service.deps.data_keys.open(newKeyIds(1, Date.now())[0]!);
  expect(await eraseLost(service.deps)).toBe(0);
  expect((await get('/customers/cid')).data.timeline).toHaveLength(1);
});

it('a customer under a legal hold keeps every row', async () => {
  const { verification_id } = (await verify('dan')).data;
  const hold = { method: 'PUT', path: '/customers/dan/hold', body: { reason: 'case 4711' } } as const;
  expect((await service.call({ ...hold, token: org.results.production })).status).toBe(200);
  await loseKey('dan');
  await get(`/geolocation/verifications/${verification_id}`);
  await eraseLost(service.deps);
  const kept = await query('SELECT FROM verification WHERE verification_id = $1 AND sealed IS NOT NULL', [
    verification_id,
  ]);
  expect(kept).toHaveLength(1);
});

it('erases no customer when the newest keys are missing too; mutation control: without that look it does', async () => {
  await query(
    `INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since)
     SELECT $1, 'sandbox', key_id, key_id, '', now() FROM unnest($2::text[]) k (key_id)`,
    [org.org, newKeyIds(25, Date.now() + 86_400_000)],
  );
  const ask = async () => {
    const rows = await query(`SELECT key_id FROM customer WHERE env = 'sandbox'`);
    await service.deps.data_keys.openMany(rows.map(({ key_id }) => key_id));
    return rows.length;
  };
  expect(await ask()).toBe(25);
  await expect(eraseLost(service.deps)).rejects.toThrow(/older copy of the store/);
  expect(await ask()).toBe(25);
  const careless = await mutant<{ eraseLost: typeof eraseLost }>('customers/lost-keys.ts', [
    'if (lost.length > 0) await refuseOlderStore(deps);',
    '',
  ]);
  expect(await careless.eraseLost(service.deps)).toBe(25);
  expect(await ask()).toBe(0);
});
