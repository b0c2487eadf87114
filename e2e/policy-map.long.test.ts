import type { PolicyRule } from '@standpoint/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyDesk as calls } from '../apps/service/testing/policies/desk.ts';
import { type Desk, policyDesk } from './policy-desk.ts';

// In `npm test`: `../apps/dashboard/src/pages/policies/shapes/geometry.test.ts`.

type Shape = NonNullable<PolicyRule['shapes']>[number];

/** The map of a policy at the 180th meridian, and on a slow network. */
let desk: Desk;
beforeAll(async () => {
  desk = await policyDesk();
});
afterAll(() => desk?.close());

const api = () => calls(desk.org.org, desk.developer);
const mapOf = (page: Page) => page.locator('[data-tool] [role="application"]');
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const handles = (page: Page) => page.locator('[data-tool] svg[aria-hidden] rect');
const scaleOf = (page: Page) => page.locator('[data-tool] svg[role="img"] text').last().textContent();

async function clickAt(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = (await mapOf(page).boundingBox())!;
  for (const [across, down] of places) {
    const [x, y] = [box.x + box.width * across, box.y + box.height * down];
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.click(x, y);
  }
}

test('what is drawn over the 180th meridian is kept, and seen again when it is chosen', async () => {
  const { policy_id } = await api().make({ name: 'Fiji', rule: { allow: ['FJ'] } });
  const { page, person } = await desk.open(`policies/${policy_id}`);
  await page.locator('.leaflet-container').waitFor();
  await page.locator('[data-tool] [data-effect="allow"]').first().waitFor({ state: 'attached' });
  const shapes = async (): Promise<Shape[]> =>
    (await api().read(policy_id)).draft.definition.rule?.shapes ?? [];
  await tool(page, 'Polygon').click();
  await clickAt(page, [
    [0.4, 0.3],
    [0.75, 0.3],
    [0.75, 0.7],
    [0.4, 0.7],
    [0.4, 0.3],
  ]);
  await page.getByText('4 points').waitFor();
  await expect.poll(async () => (await shapes())[0]?.polygon?.length).toBe(2);
  const lngs = (await shapes())[0]!.polygon!.flat().map(([lng]) => lng);
  expect([Math.min(...lngs), Math.max(...lngs)]).toEqual([-180, 180]);
  await page.keyboard.press('Escape');
  await tool(page, 'Circle').click();
  await clickAt(page, [
    [0.6, 0.5],
    [0.8, 0.5],
  ]);
  await expect.poll(async () => (await shapes()).length).toBe(2);
  expect((await api().read(policy_id)).draft.problems).toEqual([]);
  await page.reload();
  await page.locator('.leaflet-container').waitFor();
  for (const [name, count] of [
    ['Area 1', 4],
    ['Circle 1', 5],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(name) }).click();
    await expect.poll(() => handles(page).count()).toBe(count);
    for (const handle of await handles(page).all()) expect(await handle.boundingBox()).not.toBeNull();
  }
  expect(person.log.violations).toEqual([]);
  await person.close();
});

test('the first view waits for outlines that come late, and leaves a person where they moved it', async () => {
  const { policy_id } = await api().make({ name: 'Late', rule: { allow: ['US-NJ', 'LU'] } });
  const { page, person } = await desk.open('policies');
  let late = Promise.withResolvers<void>();
  await page.route('**/dashboard/outlines/*/US.json', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(new URL(policy_id, `${page.url()}/`).href);
  await page.locator('.leaflet-container').waitFor();
  await expect.poll(() => scaleOf(page)).toMatch(/^\d{1,2}\skm$/);
  late.resolve();
  await expect.poll(() => scaleOf(page)).toMatch(/^(500|1,000)\skm$/);
  late = Promise.withResolvers<void>();
  await page.reload();
  await page.locator('.leaflet-container').waitFor();
  await expect.poll(() => scaleOf(page)).toMatch(/^\d{1,2}\skm$/);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const mine = await scaleOf(page);
  const came = page.waitForResponse(/\/US\.json$/);
  late.resolve();
  await came;
  await page.waitForTimeout(1_000);
  expect(await scaleOf(page)).toBe(mine);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect.poll(() => scaleOf(page)).toMatch(/^(500|1,000)\skm$/);
  late = Promise.withResolvers<void>();
  await page.reload();
  await page.locator('.leaflet-container').waitFor();
  await expect.poll(() => scaleOf(page)).toMatch(/^\d{1,2}\skm$/);
  const before = await scaleOf(page);
  await tool(page, 'Polygon').click();
  const too = page.waitForResponse(/\/US\.json$/);
  late.resolve();
  await too;
  await page.waitForTimeout(1_000);
  expect(await scaleOf(page)).toBe(before);
  await person.close();
});

test('a circle is stored where it is drawn, and let go of where the pointer is, beside the map too', async () => {
  const { policy_id } = await api().make({
    name: 'Pacific',
    rule: {
      shapes: [
        { effect: 'deny', name: 'Auckland', circle: { lat: -36.8, lng: 174.7, radius_m: 300_000 } },
        { effect: 'deny', name: 'Honolulu', circle: { lat: 21.3, lng: -157.8, radius_m: 300_000 } },
      ],
    },
  });
  const { page, person } = await desk.open(`policies/${policy_id}`);
  await page.locator('.leaflet-container').waitFor();
  const circles = async () =>
    ((await api().read(policy_id)).draft.definition.rule?.shapes ?? []).map(({ circle }: Shape) => circle!);
  const label = page.locator('[data-tool] svg text', { hasText: 'Auckland' });
  const { x, y, height } = (await label.boundingBox())!;
  await tool(page, 'Circle').click();
  const at = [x - 14, y + height / 2] as const;
  await page.mouse.click(...at);
  await page.mouse.move(at[0] + 24, at[1], { steps: 3 });
  // The second click ends the circle, and a double click that ends it does not zoom.
  const scale = await scaleOf(page);
  await page.mouse.dblclick(at[0] + 24, at[1]);
  await expect.poll(async () => (await circles()).length).toBe(3);
  const drawn = (await circles())[2]!;
  expect(Math.abs(drawn.lng - 174.7)).toBeLessThan(4);
  expect(Math.abs(drawn.lat + 36.8)).toBeLessThan(4);
  expect(await scaleOf(page)).toBe(scale);
  const map = (await mapOf(page).boundingBox())!;
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0], map.y - 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await circles())[2]!.lat).toBeGreaterThan(20);
  const released = (await circles())[2]!;
  await page.mouse.move(at[0] + 40, at[1], { steps: 4 });
  await page.mouse.click(at[0] + 40, at[1]);
  await page.waitForTimeout(500);
  expect((await circles())[2]).toEqual(released);
  await person.close();
});
