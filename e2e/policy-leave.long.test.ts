import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyDesk as calls, NEW_JERSEY } from '../apps/service/testing/policies/desk.ts';
import { settled } from './dashboard/every-route.ts';
import { type Desk, policyDesk } from './policy-desk.ts';

// In `npm test`: `../apps/dashboard/src/pages/policies/editor/autosave.test.ts`.

let desk: Desk;
beforeAll(async () => {
  desk = await policyDesk();
}, 120_000);
afterAll(() => desk?.close());

const api = () => calls(desk.org.org, desk.developer);
async function opened() {
  const { policy_id } = await api().make(NEW_JERSEY);
  const { page, person } = await desk.open(`policies/${policy_id}`);
  // Its outlines have come, and the map has moved to them.
  await settled(page);
  await page.getByText('New Jersey', { exact: true }).and(page.locator('svg text')).waitFor();
  return { page, person, policy_id };
}

async function allow(page: Page, country: string, code: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Add to allowed countries and regions' });
  await field.click();
  await field.fill(country);
  await page
    .getByRole('option', { name: new RegExp(`^${country} ${code}`) })
    .first()
    .click();
}

test('a change is stored when the page is left before it rests', async () => {
  const { page, person, policy_id } = await opened();
  await allow(page, 'Japan', 'JP');
  await page.locator('main').getByRole('link', { name: 'Policies' }).click();
  const stored = async () => {
    const { data } = await desk.developer.call({
      path: `/dashboard/api/${desk.org.org}/policies/${policy_id}`,
    });
    return data.draft.definition.rule.allow;
  };
  await expect.poll(stored).toEqual(['US-NJ', 'JP']);
  await person.close();
});

test('a place that is tried shows no verdict of the place before', async () => {
  const { page, person } = await opened();
  await page.getByRole('toolbar').getByRole('button', { name: 'Try a point' }).click();
  const panel = page.getByRole('region', { name: 'The place that is tried' });
  await page.mouse.click(800, 300);
  await panel.getByText(/^(Pass|Fail|Retry|Review)/).waitFor();
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/try', async (route) => {
    await held;
    await route.continue();
  });
  await page.mouse.click(1_000, 500);
  await expect.poll(() => panel.getByText(/^(Pass|Fail|Retry|Review)/).count()).toBe(0);
  go();
  await panel.getByText(/^(Pass|Fail|Retry|Review)/).waitFor();
  await person.close();
});

test('a place is drawn where it was clicked after the map became taller', async () => {
  const { page, person } = await opened();
  await page.getByRole('toolbar').getByRole('button', { name: 'Try a point' }).click();
  const pin = page.locator('[data-tool] svg circle').last();
  const drawnAt = async (x: number, y: number) => {
    await page.mouse.click(x, y);
    await expect
      .poll(async () => {
        const box = await pin.boundingBox();
        return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
      })
      .toEqual([x, y]);
  };
  await drawnAt(800, 300);
  await page.setViewportSize({ width: 1_440, height: 1_200 });
  // A click before the page has grown would be one on the map as it was.
  const tall = async () => ((await page.getByRole('application').boundingBox())?.height ?? 0) > 800;
  await expect.poll(tall).toBe(true);
  await drawnAt(800, 600);
  await person.close();
});
