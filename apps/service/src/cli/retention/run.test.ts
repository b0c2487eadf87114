import { expect, it } from 'vitest';
import { standpoint } from '../../../testing/command.ts';
import { testOrganization, testService } from '../../../testing/hooks.ts';
import { verified } from '../../../testing/reviews.ts';
import { CLASSES } from '../../retention/schedule.ts';
import { STEPS } from '../../retention/steps.ts';
import { retentionRun } from './run.ts';

const service = testService({ unlimited: true });
const org = testOrganization(service);
const run = (command: string, ...more: string[]) =>
  standpoint([...command.split(' '), ...more], service.variables);
const here = () => ['--org', org.org, '--env', 'production'];
const age = (id: string, days: number) =>
  service.database.pool.query(
    'UPDATE verification SET created_at = created_at - make_interval(days => $2) WHERE verification_id = $1',
    [id, days],
  );

it('places and lists a hold, which keeps remembered places too', async () => {
  const { verification_id } = await verified(service, org, 'ann');
  await age(verification_id, 731);
  const add = ['ann', '--reason', 'case 4711', '--until', '2199-01-01', ...here()];
  const added = await run('customers hold add', ...add);
  expect([added.code, added.stdout]).toEqual([
    0,
    expect.stringMatching(/^ann is held until 2199-01-01T00:00:00.000Z: hld_\w{26}\n$/),
  ]);
  const erase = { method: 'DELETE', path: '/customers/ann', token: org.results.production } as const;
  expect((await service.call(erase)).code).toBe('legal_hold');
  const { json } = await run('customers hold list', '--json', ...here());
  expect(json.holds).toMatchObject([
    { customer_id: 'ann', reason: 'case 4711', erasure_asked_at: expect.any(String) },
  ]);
  const places = await run('customers places remove', 'ann', '--all', ...here());
  expect([places.code, places.stderr]).toEqual([1, expect.stringContaining('legal_hold')]);
});

it('counts what is due and what a hold keeps, and then deletes what no hold keeps', async () => {
  const { verification_id } = await verified(service, org, 'bob');
  await age(verification_id, 731);
  const dry = await run('retention run', '--dry-run');
  expect(dry.stdout).toMatch(/^CLASS +DUE +HELD\n/);
  expect(dry.stdout).toMatch(/\nevidence +1 +1\n/);
  expect(dry.stdout).toMatch(/1 row is due\. Nothing was deleted\.\n$/);
  const whole = await run('retention run', '--json');
  expect([whole.code, whole.json.outcome]).toEqual([0, 'done']);
  expect(whole.json.classes.map((each: { class: string }) => each.class)).toEqual(
    CLASSES.filter((name) => STEPS.has(name)),
  );
  const kept = await service.database.pool.query(
    'SELECT customer_hash FROM verification WHERE sealed IS NOT NULL',
  );
  expect(kept.rows).toEqual([{ customer_hash: service.hash(org.org, 'ann') }]);
});

it('removes a hold, with the receipt of the erasure that waited', async () => {
  const removed = await run('customers hold remove', 'ann', ...here());
  expect(removed.stdout).toMatch(
    /^hld_\w+ ended at .+\.\nThe customer was erased, as asked\.\nReceipt: ey.+\n$/,
  );
});

it('shows what it does at a terminal, and ends with an error when it was stopped', async () => {
  const said: string[] = [];
  const terminal = {
    env: service.variables,
    stdin: process.stdin,
    stdout: { write: () => {} },
    stderr: { write: (text: string) => void said.push(text), isTTY: true },
  };
  const call = { options: { 'dry-run': true } as never, args: [], json: false, terminal };
  await retentionRun.run(call);
  expect(said.join('')).toContain('evidence: 0');
  const stopped = await retentionRun.run({
    ...call,
    options: {},
    terminal: { ...terminal, ended: AbortSignal.abort() },
  });
  expect([retentionRun.exit!(stopped), stopped]).toMatchObject([1, { outcome: 'stopped', classes: [] }]);
});
