import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import { mintToken, verifyOnce } from '../../testing/attacks.ts';
import { standpoint } from '../../testing/command.ts';
import { person } from '../../testing/face/face.ts';
import { otherEnd } from '../../testing/forge.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import type { TestService } from '../../testing/service.ts';
import { customerHash } from '../privacy/pseudonyms.ts';
import { finishErasures } from './erasures.ts';
import { replayLedger } from './replay.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
let other: TestService;
beforeAll(async () => {
  other = await service.node();
});
afterAll(() => other?.close());

let customers = 0;
const someone = () => `erased-${++customers}@example.com`;
const erase = (customer_id: string) =>
  service.call({ method: 'DELETE', path: `/customers/${customer_id}`, token: org.results.production });
const query = (text: string, values: unknown[] = []) =>
  service.database.pool.query(text, values).then(({ rows }) => rows);
/** As the owner of the tables: the service itself may take no erasure back. */
const asOwner = (text: string, values: unknown[] = []) => service.database.owner.query(text, values);
const keyOf = async (customer_id: string): Promise<string> =>
  (
    await query('SELECT key_id FROM customer WHERE customer_hash = $1', [service.hash(org.org, customer_id)])
  )[0].key_id;
const known = async (customer_id: string) => {
  const { data } = await verifyOnce(service, await mintToken(service, org, customer_id));
  return data.verification_id as string;
};

describe('an erasure', () => {
  it('destroys the key before it answers, on every node, and stands in the ledger', async () => {
    const customer_id = someone();
    const verification_id = await known(customer_id);
    const key_id = await keyOf(customer_id);
    const read = (at: TestService) =>
      at.call({ path: `/geolocation/verifications/${verification_id}`, token: org.results.production });
    for (const at of [service, other])
      expect((await read(at)).data).toMatchObject({ customer_id, erased: false });
    const answer = await erase(customer_id);
    expect(answer.data).toMatchObject({ customer_id, counts: { verifications: 1, sessions: 0 } });
    expect(await service.deps.data_keys.store.get(key_id)).toBeNull();
    for (const at of [service, other]) {
      await expect.poll(() => at.deps.data_keys.open(key_id)).toBeNull();
      expect((await read(at)).data).toMatchObject({ customer_id: '', erased: true });
    }
    expect(await service.deps.ledger.read(key_id)).toMatchObject({ key_id, counts: { verifications: 1 } });
    expect(
      await query('SELECT finished_at IS NOT NULL AS done FROM erasure WHERE key_id = $1', [key_id]),
    ).toEqual([{ done: true }]);
  });

  it('answers 404 for a customer who was never known, and gives no receipt', async () => {
    const answer = await erase('never-known');
    expect([answer.status, answer.code, answer.data.receipt]).toEqual([404, 'not_found', undefined]);
  });

  it('is answered again when its answer was lost', async () => {
    const customer_id = someone();
    await known(customer_id);
    const first = (await erase(customer_id)).data;
    const again = (await erase(customer_id)).data;
    expect([again.erased_at, again.counts]).toEqual([first.erased_at, first.counts]);
    expect(
      await query('SELECT 1 FROM erasure WHERE customer_hash = $1', [service.hash(org.org, customer_id)]),
    ).toEqual([{ '?column?': 1 }]);
  });

  it('of two at once is one', async () => {
    const customer_id = someone();
    await known(customer_id);
    const both = await Promise.all([erase(customer_id), erase(customer_id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.data.erased_at).toBe(both[1]!.data.erased_at);
  });

  it('is finished by any node when the one that began it died', async () => {
    const customer_id = someone();
    await known(customer_id);
    const key_id = await keyOf(customer_id);
    const { data_keys } = service.deps;
    const destroy = data_keys.destroy.bind(data_keys);
    data_keys.destroy = () => Promise.reject(new Error('the key store does not answer'));
    expect((await erase(customer_id)).status).toBe(500);
    data_keys.destroy = destroy;
    expect(await data_keys.store.get(key_id)).not.toBeNull();
    await finishErasures(other.deps, new AbortController().signal);
    expect(await data_keys.store.get(key_id)).toBeNull();
    expect((await erase(customer_id)).status).toBe(200);
  });
});

describe('a token from before an erasure', () => {
  it('brings the customer back in neither area', async () => {
    const customer_id = someone();
    await known(customer_id);
    const preflight = await mintToken(service, org, customer_id);
    const desktop = await person(service, org, { customer: { customer_id } });
    await erase(customer_id);
    expect(await verifyOnce(service, preflight)).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(await desktop.open()).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(
      await query('SELECT 1 FROM customer WHERE customer_hash = $1', [service.hash(org.org, customer_id)]),
    ).toEqual([]);
  });

  it('is refused too when the customer has come back with a new one, which works', async () => {
    const customer_id = someone();
    await known(customer_id);
    const old = await mintToken(service, org, customer_id);
    const old_desktop = await person(service, org, { customer: { customer_id } });
    await erase(customer_id);
    const fresh = await mintToken(service, org, customer_id);
    expect((await verifyOnce(service, fresh)).status).toBe(200);
    expect((await (await person(service, org, { customer: { customer_id } })).open()).status).toBe(200);
    expect((await verifyOnce(service, old)).code).toBe('token_invalid');
    expect((await old_desktop.open()).code).toBe('token_invalid');
  });

  it.runIf(LONG)(
    'mutation control: brings the customer back without the trigger and the look at erasures',
    async () => {
      const customer_id = someone();
      await known(customer_id);
      const { org: of } = org;
      const since = new Date(service.deps.clock.now() - 1_000);
      await erase(customer_id);
      const make = (module: typeof import('../privacy/customers.ts')) =>
        module.makeCustomer(service.database.db, service.deps, {
          org: of,
          env: 'production',
          customer_id,
          since,
        });
      await expect(make(await import('../privacy/customers.ts'))).rejects.toMatchObject({ code: 'SP001' });
      const careless = await mutant<typeof import('../privacy/customers.ts')>('privacy/customers.ts', [
        'await sql`SELECT refuse_erased(${org}, ${env}, ${who.customer_hash}, ${since})`.execute(db);',
        '',
      ]);
      // The trigger alone is enough for a customer who is not there.
      await expect(make(careless)).rejects.toMatchObject({ code: 'SP001' });
      await asOwner('ALTER TABLE customer DISABLE TRIGGER customer_not_erased');
      try {
        expect((await make(careless)).who.customer_hash).toBe(service.hash(of, customer_id));
      } finally {
        await asOwner('ALTER TABLE customer ENABLE TRIGGER customer_not_erased');
      }
    },
  );
});

describe('a database from before an erasure', () => {
  /** Puts the rows of a customer back, and with `key` the key too, as a copy from before the erasure has them. */
  async function restored(customer_id: string) {
    const verification_id = await known(customer_id);
    const key_id = await keyOf(customer_id);
    const { store } = service.deps.data_keys;
    const wrapped = (await store.get(key_id))!;
    const hash = service.hash(org.org, customer_id);
    const [row] = await query('SELECT * FROM customer WHERE customer_hash = $1', [hash]);
    const [record] = await query('SELECT * FROM verification WHERE verification_id = $1', [verification_id]);
    await erase(customer_id);
    await asOwner('DELETE FROM erasure WHERE customer_hash = $1', [hash]);
    await query(
      'INSERT INTO customer (org, env, customer_hash, key_id, id_sealed, since) VALUES ($1, $2, $3, $4, $5, $6)',
      [row.org, row.env, hash, key_id, row.id_sealed, row.since],
    );
    await query('UPDATE verification SET customer_hash = $2, sealed = $3 WHERE verification_id = $1', [
      verification_id,
      hash,
      record.sealed,
    ]);
    return { verification_id, key_id, hash, wrapped };
  }
  const shown = async (verification_id: string) =>
    (
      await service.call({
        path: `/geolocation/verifications/${verification_id}`,
        token: org.results.production,
      })
    ).data;

  it('is erased again from the ledger, once', async () => {
    const { verification_id, key_id, hash } = await restored(someone());
    expect(await replayLedger(service.deps)).toBe(1);
    expect(await shown(verification_id)).toMatchObject({ erased: true, customer_id: '' });
    expect(await query('SELECT 1 FROM customer WHERE customer_hash = $1', [hash])).toEqual([]);
    expect(await query('SELECT key_id FROM erasure WHERE customer_hash = $1', [hash])).toEqual([{ key_id }]);
    expect(await replayLedger(service.deps)).toBe(0);
  });

  it('is erased again also where that database has a legal hold', async () => {
    const { verification_id, hash } = await restored(someone());
    await query(`UPDATE customer SET held_until = 'infinity' WHERE customer_hash = $1`, [hash]);
    await query(
      `INSERT INTO legal_hold (org, env, hold_id, customer_hash, reason_sealed, placed_at, placed_by, until)
       VALUES ($1, 'production', 'hld_old', $2, '', now(), 'test', 'infinity')`,
      [org.org, hash],
    );
    expect(await replayLedger(service.deps)).toBe(1);
    expect(await shown(verification_id)).toMatchObject({ erased: true, customer_id: '' });
    expect(await query('SELECT FROM legal_hold WHERE customer_hash = $1', [hash])).toEqual([]);
  });

  it('keeps a customer who has come back since under another key', async () => {
    const customer_id = someone();
    const { hash, key_id } = await restored(customer_id);
    await query(`UPDATE customer SET key_id = 'another' WHERE customer_hash = $1`, [hash]);
    expect(await replayLedger(service.deps)).toBe(1);
    expect(await query('SELECT key_id FROM customer WHERE customer_hash = $1', [hash])).toEqual([
      { key_id: 'another' },
    ]);
    expect(await service.deps.data_keys.store.get(key_id)).toBeNull();
  });

  it('is erased again from a file that a command wrote, and refuses a forged line', async () => {
    const { key_id } = await restored(someone());
    const file = join(service.config.data_dir, 'ledger.jsonl');
    const run = (...args: string[]) => standpoint(args, service.variables);
    expect(await run('erasures', 'export', '--out', file)).toMatchObject({ code: 0 });
    const lines = readFileSync(file, 'utf8');
    expect(lines).not.toContain('@example.com');
    writeFileSync(file, lines.replaceAll(key_id, otherEnd(key_id)));
    const forged = await run('erasures', 'replay', '--from', file);
    expect([forged.code, forged.stderr]).toEqual([1, expect.stringMatching(/Line \d+ of .* was changed/)]);
    writeFileSync(file, lines);
    const replayed = await run('erasures', 'replay', '--from', file, '--json');
    expect(replayed.json).toEqual({ replayed: 1 });
    expect((await run('erasures', 'replay')).stdout).toContain('knows every erasure');
  });
});

it('keeps no id of a customer, an install or a transaction in the clear', async () => {
  const secret = `canary-${Date.now()}`;
  const body = {
    customer_id: `${secret}-customer`,
    transaction_type: 'login',
    transaction_id: `${secret}-transaction`,
    install_id: `${secret}-install`,
    name: `${secret}-name`,
    email: `${secret}@example.com`,
  };
  const minted = await service.call({
    path: '/geolocation/preflight',
    token: org.api.production,
    headers: { 'idempotency-key': `${secret}-key` },
    body,
  });
  const { data } = await verifyOnce(service, minted.data.token);
  const { customer_id, email } = body;
  const client = { page: secret };
  await (await person(service, org, { customer: { customer_id, email } })).open({ client });
  const tables = (
    await asOwner(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
  ).rows;
  for (const { name } of tables) {
    const found = await asOwner(`SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [secret]);
    expect(found.rows, name).toEqual([]);
  }
  const read = await service.call({
    path: `/geolocation/verifications/${data.verification_id}`,
    token: org.results.production,
  });
  expect(read.data).toMatchObject({
    customer_id: body.customer_id,
    transaction_id: body.transaction_id,
    install_id: body.install_id,
  });
  const folder = join(service.config.data_dir, 'data-keys');
  for (const name of readdirSync(folder, { recursive: true }) as string[]) expect(name).not.toContain(secret);
  expect(existsSync(folder)).toBe(true);
  expect(customerHash(service.deps.envelope, { org: org.org, env: 'sandbox' }, body.customer_id)).not.toBe(
    service.hash(org.org, body.customer_id),
  );
});
