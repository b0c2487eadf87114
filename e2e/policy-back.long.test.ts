import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyDesk as calls, NEW_JERSEY } from '../apps/service/testing/policies/desk.ts';
import { accessibilityFaults } from './axe.ts';
import { type Desk, policyDesk } from './policy-desk.ts';

// In `npm test`: `../apps/service/src/geolocation/policies/drafts.test.ts`.

/** The way out of a mistake: at once, or after a look at what it would flip. The audit log keeps which it was. */
let desk: Desk;
let policy_id: string;
beforeAll(async () => {
  desk = await policyDesk();
  for (let i = 0; i < 4; i++) await desk.verified(`cus_${i}`, [40.207, -74.73]);
  const api = calls(desk.org.org, desk.developer);
  ({ policy_id } = await api.make(NEW_JERSEY));
  const publish = async (revision: number, published: number | null) => {
    const { backtest_id } = await api.backtest(policy_id, revision);
    expect((await api.publish(policy_id, revision, backtest_id, published)).status).toBe(200);
  };
  await publish(1, null);
  await api.save(policy_id, 0, { ...NEW_JERSEY, rule: { allow: ['US-NY'] } });
  await publish(2, 1);
  // Back-tests are kept for seven days: those of old versions are gone.
  await desk.service.database.owner.query('TRUNCATE policy_backtest, policy_backtest_flip');
}, 120_000);
afterAll(() => desk?.close());

async function dialogOf(page: Page, version: number) {
  await page.getByRole('tab', { name: /^Versions/ }).click();
  await page.getByRole('button', { name: `Roll back to ${version}` }).click();
  const dialog = page.getByRole('dialog', { name: `Roll back to version ${version}?` });
  await dialog.waitFor();
  return dialog;
}
const lastRollBack = async () => {
  const { rows } = await desk.service.database.pool.query(
    `SELECT detail FROM audit WHERE action = 'policy.published' AND target = $1 ORDER BY audit_id DESC LIMIT 1`,
    [policy_id],
  );
  return rows[0].detail as Record<string, unknown>;
};

test('a policy is rolled back after a back-test of the old version, and without one', async () => {
  const { page, person } = await desk.open(`policies/${policy_id}`);
  const first = await dialogOf(page, 1);
  await first.getByText('There is no back-test of version 1', { exact: false }).waitFor();
  await first.getByRole('button', { name: 'Roll back without a back-test' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await first.getByRole('button', { name: 'Run a back-test first' }).click();
  await first.getByRole('button', { name: /^Roll back: (4|none) would flip/ }).waitFor();
  await first.getByText('Of 4 decisions in 7 days, production').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await first.getByRole('button', { name: /^Roll back:/ }).click();
  await page.getByText('Version 3 decides, with the content of version 1').waitFor();
  expect(await lastRollBack()).toMatchObject({ rolled_back_to: 1, tested: true, replayed: 4 });
  const second = await dialogOf(page, 2);
  await second.getByRole('button', { name: 'Roll back without a back-test' }).click();
  await page.getByText('Version 4 decides, with the content of version 2').waitFor();
  expect(await lastRollBack()).toEqual({ version: 4, rolled_back_to: 2, tested: false });
  // Deleted after its days, while the dialog was open.
  const third = await dialogOf(page, 1);
  await third.getByRole('button', { name: /^Roll back:/ }).waitFor();
  await desk.service.database.owner.query('TRUNCATE policy_backtest, policy_backtest_flip');
  await third.getByRole('button', { name: /^Roll back:/ }).click();
  await page.getByText('Version 5 decides, with the content of version 1').waitFor();
  expect(await lastRollBack()).toMatchObject({ version: 5, tested: false, why_not: 'no_such_test' });
  expect(person.log.violations).toEqual([]);
  await person.close();
});

test('a roll-back claims no back-test where the list is not known, or where it is of the sandbox alone', async () => {
  const { page, person } = await desk.open(`../sandbox/policies/${policy_id}`);
  const lists = '**/backtests?version=*';
  await page.route(lists, (route) => route.abort());
  const unknown = await dialogOf(page, 2);
  await unknown.getByRole('button', { name: 'Roll back', exact: true }).waitFor();
  await unknown.getByRole('alert').waitFor();
  await page.unroute(lists);
  await page.reload();
  const dialog = await dialogOf(page, 2);
  await dialog.getByRole('button', { name: 'Run a back-test first' }).click();
  await dialog.getByText('This back-test is of the sandbox alone', { exact: false }).waitFor();
  await dialog.getByText(/^Of 0 decisions in 7 days, sandbox$/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByText(/^Version \d decides, with the content of version 2/).waitFor();
  expect(await lastRollBack()).toMatchObject({ rolled_back_to: 2, tested: false, why_not: 'sandbox' });
  expect(person.log.violations).toEqual([]);
  await person.close();
});
