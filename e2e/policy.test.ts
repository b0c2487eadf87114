import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyDesk as calls } from '../apps/service/testing/policies/desk.ts';
import { LONG } from '../testing/counts.ts';
import { accessibilityFaults } from './axe.ts';
import { type Desk, policyDesk } from './policy-desk.ts';

const whole = test.runIf(LONG);

/** A rule is drawn, shown what it would change, published, and decides the next verification. */
let desk: Desk;
const INSIDE = [40.207, -74.73] as const;
beforeAll(async () => {
  desk = await policyDesk();
  for (let i = 0; i < 6; i++) await desk.verified(`cus_${i}`, INSIDE);
  await desk.verified('cus_far', [40.3, -74.5]);
});
afterAll(() => desk?.close());

/** A published policy whose one shape, a circle, brings the map to Trenton. */
async function published(name: string): Promise<string> {
  const api = calls(desk.org.org, desk.developer);
  const { policy_id } = await api.make({
    name,
    transaction_types: ['wager'],
    rule: {
      allow: ['US-NJ'],
      shapes: [{ effect: 'exclusion', name: 'Landing', circle: { lat: 40.2, lng: -74.75, radius_m: 900 } }],
    },
  });
  const test = await api.backtest(policy_id, 1);
  expect((await api.publish(policy_id, 1, test.backtest_id)).status).toBe(200);
  return policy_id;
}

const mapOf = (page: Page) => page.locator('[data-tool] [role="application"]');
const tool = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });

/** Waits for the back-test of what is stored, and publishes it. */
async function publish(page: Page, flips: RegExp): Promise<void> {
  await page.getByText(flips).first().waitFor();
  const button = page.getByRole('button', { name: /^Publish v\d/ });
  await expect.poll(() => button.isEnabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Shape “Area 1”').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Publish: \d+ would flip/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/v2 is published and decides/).waitFor();
}

test('a polygon drawn by mouse is back-tested, published, and decides the next verification', async () => {
  const id = await published('By mouse');
  expect(await desk.verified('before', INSIDE)).not.toBe('fail');
  const { page, person } = await desk.open(`policies/${id}`);
  await tool(page, 'Polygon').click();
  const box = (await mapOf(page).boundingBox())!;
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  const corners = [at(0.2, 0.2), at(0.9, 0.2), at(0.9, 0.85), at(0.2, 0.85)];
  for (const [x, y] of corners) {
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.click(x, y);
  }
  await page.mouse.move(...corners[0]!, { steps: 4 });
  await page.mouse.click(...corners[0]!);
  await page.getByRole('button', { name: /Area 1/ }).waitFor();
  await page.getByText('4 points').waitFor();
  // A point is dragged, and that is taken back.
  const [x, y] = corners[2]!;
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => tool(page, 'Undo').isEnabled()).toBe(true);
  await page
    .getByText(/would flip/)
    .first()
    .waitFor();
  // What is drawn is on the service, not only here.
  await page.getByText(/Saved/).first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Area 1/ }).waitFor();
  await publish(page, /[1-9]\d* would flip/);
  expect(await desk.verified('after', INSIDE)).toBe('fail');
  expect(person.log.violations).toEqual([]);
  await person.close();
});

whole('the same by keys alone', async () => {
  const id = await published('By keys');
  expect(await desk.verified('before-keys', [40.2, -74.72])).not.toBe('fail');
  const { page, person } = await desk.open(`policies/${id}`);
  await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor();
  await page.locator('[data-tool] svg').first().waitFor();
  await page.waitForTimeout(1_000);
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await page.getByText('4 points').waitFor();
  const latitude = page.getByLabel('Latitude of point 1');
  const before = await latitude.inputValue();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => latitude.inputValue()).not.toBe(before);
  const moved = Number(await latitude.inputValue()) - Number(before);
  expect(moved * 111_195).toBeGreaterThan(90);
  expect(moved * 111_195).toBeLessThan(110);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  expect(await page.locator('tr[aria-selected="true"]').innerText()).toContain('2');
  await page.keyboard.press('Delete');
  await page.getByText('3 points').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('4 points').waitFor();
  // Around a place of its own, by numbers.
  const corners = [
    [40.22, -74.74],
    [40.22, -74.69],
    [40.19, -74.69],
    [40.19, -74.74],
  ];
  for (const [i, [lat, lng]] of corners.entries()) {
    await page.getByLabel(`Latitude of point ${i + 1}`).fill(String(lat));
    await page.getByLabel(`Longitude of point ${i + 1}`).fill(String(lng));
  }
  await publish(page, /[1-9]\d* would flip/);
  expect(await desk.verified('after-keys', [40.2, -74.72])).toBe('fail');
  expect(person.log.violations).toEqual([]);
  await person.close();
});

whole(
  'a place is tried, a ring that crosses itself is named, and two people do not lose their work',
  async () => {
    const id = await published('Troubles');
    const { page, person } = await desk.open(`policies/${id}`);
    await tool(page, 'Try a point').click();
    const box = (await mapOf(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const result = page.getByRole('region', { name: 'The place that is tried' });
    await result.getByText('Fail', { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await result.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Add an area by numbers' }).click();
    await page.getByText(/Saved just now/).waitFor();
    const [a, b] = [page.getByLabel('Latitude of point 1'), page.getByLabel('Latitude of point 4')];
    const [first, fourth] = [await a.inputValue(), await b.inputValue()];
    await a.fill(fourth);
    await b.fill(first);
    await page
      .getByText(/“Area 1”: The ring crosses or touches itself between points/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Publish v/ }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);

    const api = calls(desk.org.org, desk.developer);
    const { draft } = await api.read(id);
    await api.save(id, draft.revision, { ...draft.definition, name: 'Theirs' });
    await a.fill(first);
    await page.getByText(/saved this draft/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByText(/Saved just now/).waitFor();
    expect((await api.read(id)).draft.definition.name).toBe('Troubles');
    await person.close();
  },
);

whole('a file of 50 MB is refused before it is read', async () => {
  const id = await published('Files');
  const { page, person } = await desk.open(`policies/${id}`);
  await page.getByRole('button', { name: 'GeoJSON' }).waitFor();
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(50 * 2 ** 20)], 'country.geojson'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText(/country.geojson has 50 MB, more than 4 MB. It was not read/).waitFor();
  await person.close();
});

whole('the days of a back-test are chosen, and it says how many decisions lie in them', async () => {
  const id = await published('By days');
  const { page, person } = await desk.open(`policies/${id}`);
  await page
    .getByText(/would flip/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByRole('menuitem', { name: 'Days that you choose' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^\d+ stored decisions lie in these days/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const [first, last] = [dialog.getByLabel('First day'), dialog.getByLabel('Last day')];
  const today = await last.inputValue();
  await first.fill('2026-01-02');
  await last.fill('2026-01-01');
  await dialog.getByText('The first day is after the last.').waitFor();
  await last.fill('2026-01-03');
  await dialog.getByText('No stored decision lies in these days.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Run the back-test' }).isDisabled()).toBe(true);
  await first.fill(today);
  await last.fill(today);
  await dialog.getByText(/^\d+ stored decisions lie in these days/).waitFor();
  await dialog.getByRole('button', { name: 'Run the back-test' }).click();
  await page.getByText(/^Of \d+ decisions from \d+ \w+ \d{4}$/).waitFor();
  await person.close();
});

whole('a draft that the service refuses is sent once, and again when the person asks', async () => {
  const id = await published('Refused');
  const { page, person } = await desk.open(`policies/${id}`);
  const sent: string[] = [];
  const refused = {
    code: 'invalid_request',
    message: 'No.',
    retryable: false,
    request_id: 'req_1',
    docs_url: '/',
  };
  await page.route('**/draft', (route) => {
    sent.push(route.request().method());
    const body = JSON.stringify({ status_code: 422, message: 'No.', data: { error: refused } });
    return route.fulfill({ status: 422, contentType: 'application/json', body });
  });
  await page.getByRole('button', { name: 'Add a circle by numbers' }).click();
  await page.getByRole('button', { name: 'Save again' }).waitFor();
  // Several rests long.
  await page.waitForTimeout(3_000);
  expect(sent).toEqual(['PUT']);
  // What is undone is what is stored, so nothing is wrong any more.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Save again' }).waitFor({ state: 'detached' });
  expect(await page.getByText('Not saved').count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Save again' }).waitFor();
  expect(sent).toEqual(['PUT', 'PUT']);
  await page.unroute('**/draft');
  await page.getByRole('button', { name: 'Save again' }).click();
  await page
    .getByText(/Saved /)
    .first()
    .waitFor();
  const { draft } = await calls(desk.org.org, desk.developer).read(id);
  expect(draft.definition.rule?.shapes).toHaveLength(2);
  await person.close();
});

whole('a save whose answer is lost is sent again by itself, and is made once', async () => {
  const id = await published('Lost');
  const { page, person } = await desk.open(`policies/${id}`);
  let lost = 0;
  await page.route('**/draft', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: 'Add a circle by numbers' }).click();
  await page.getByRole('button', { name: 'Save again' }).waitFor();
  await page
    .getByText(/Saved /)
    .first()
    .waitFor();
  expect(lost).toBe(2);
  expect(await page.getByText('Save mine over theirs').count()).toBe(0);
  const { draft } = await calls(desk.org.org, desk.developer).read(id);
  expect(draft.definition.rule?.shapes).toHaveLength(2);
  await person.close();
});

whole(
  'a draft that was changed while the session was over is saved after the person has signed in',
  async () => {
    const id = await published('Over');
    const { page, person } = await desk.open(`policies/${id}`);
    await page.getByRole('button', { name: 'Add a circle by numbers' }).waitFor();
    const cookies = await person.context.cookies();
    await person.context.clearCookies();
    await page.getByRole('button', { name: 'Add a circle by numbers' }).click();
    await page.getByRole('dialog').waitFor();
    await person.context.addCookies(cookies);
    await expect
      .poll(async () => (await calls(desk.org.org, desk.developer).read(id)).draft.definition.rule?.shapes)
      .toHaveLength(2);
    await person.close();
  },
);

// `versions/left-out.test.ts` has which territories are named.
whole(
  'the dialog names the territories that an allowed state leaves out, and adds them in one click',
  async () => {
    const api = calls(desk.org.org, desk.developer);
    const { policy_id } = await api.make({ name: 'The whole country', rule: { allow: ['US'] } });
    const { page } = await desk.open(`policies/${policy_id}`);
    const button = page.getByRole('button', { name: /^Publish v\d/ });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^United States is allowed, and its territories are not: .*Puerto Rico/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add them to the draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await api.read(policy_id)).draft.definition.rule?.allow).toContain('PR');
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await dialog.getByText('Keep as draft').waitFor();
    expect(await dialog.getByText(/its territories are not/).count()).toBe(0);
  },
);
