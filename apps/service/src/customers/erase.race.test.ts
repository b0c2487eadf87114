import { expect, it } from 'vitest';
import { mintToken, verifyOnce } from '../../testing/attacks.ts';
import { testOrganization, testService } from '../../testing/hooks.ts';
import { mutant } from '../../testing/mutant.ts';
import * as customers from '../privacy/customers.ts';
import { erase } from './erase.ts';
import { lastErasure } from './erasures.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const place = () => ({ org: org.org, env: 'production' as const });
const whoIs = (customer_id: string) => ({ ...place(), customer_hash: service.hash(org.org, customer_id) });
const known = async (customer_id: string) => verifyOnce(service, await mintToken(service, org, customer_id));

const waits = async (): Promise<boolean> => {
  const { rows } = await service.database.pool.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ 'FROM customer'`,
  );
  return rows.length > 0;
};

/** What an erasure does that begins while another transaction writes for the customer. */
async function meet(customer_id: string, { makeCustomer }: Pick<typeof customers, 'makeCustomer'>) {
  await known(customer_id);
  const since = new Date(service.deps.clock.now());
  return service.database.db.transaction().execute(async (trx) => {
    await makeCustomer(trx, service.deps, { ...place(), customer_id, since });
    let outcome = '';
    const erasure = erase(service.deps, whoIs(customer_id), { actor: 'test' }).then(() => {
      outcome = 'was not held up';
    });
    await expect.poll(async () => outcome || (await waits())).toBeTruthy();
    return { outcome: outcome || 'waits', erasure };
  });
}

it('waits for a transaction that writes for the customer, and so sees what was written', async () => {
  const { outcome, erasure } = await meet('held', customers);
  await erasure;
  expect(outcome).toBe('waits');
});

it('mutation control: without the lock, it overtakes what is written and leaves it behind', async () => {
  const careless = await mutant<typeof customers>('privacy/customers.ts', [
    'held ? wanted.forKeyShare() : wanted',
    'wanted',
  ]);
  expect((await meet('not-held', careless)).outcome).toBe('was not held up');
});

it('that finds no customer repeats the last answer, even when the customer comes back at this moment', async () => {
  const customer_id = 'comes-back';
  await known(customer_id);
  const first = await erase(service.deps, whoIs(customer_id), { actor: 'test' });
  expect((await known(customer_id)).status).toBe(200);
  expect(await lastErasure(service.deps, whoIs(customer_id))).toMatchObject({ key_id: first!.key_id });
});
