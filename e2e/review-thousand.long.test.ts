import { expect, test } from 'vitest';
import { recordTasks } from '../bench/dashboard/main-thread.ts';
import { withinWork } from '../testing/busy.ts';
import { SOON } from './review-page.ts';
import { reviewStory } from './review-story.ts';

// In `npm test`: `../apps/dashboard/src/pages/review/groups.test.ts`.

/** A queue after a long weekend: its list is loaded by pages, and the page holds what is in view. */
const CASES = 1_000;
/** No task of the page takes so much of the processor that a person waits for a key. */
const LONG_MS = 100;
const story = reviewStory({ viewport: { width: 1440, height: 900 } }, async (desk) => {
  await desk.newCase('cus_first');
  // Rows like the first one, due a minute after each other.
  await desk.service.database.pool.query(
    `INSERT INTO review (org, env, review_id, area, id, state, four_eyes, opened_at, due_at)
     SELECT org, env, 'rev_' || lpad(i::text, 26, '0'), area, 'ver_' || lpad(i::text, 26, '0'), state, four_eyes,
            opened_at, opened_at + make_interval(mins => i) - interval '5 hours'
       FROM review, generate_series(1, $1) i`,
    [CASES - 1],
  );
});

const positions = () =>
  story.page
    .locator('[data-case-row]')
    .evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.index)));
const inFocus = () =>
  story.page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.index ?? Number.NaN));

test('goes through a thousand cases by keyboard, and keeps what is selected', async () => {
  const recorded = await recordTasks(story.browser);
  await story.page.getByRole('heading', { name: /^Overdue \d+$/ }).waitFor();
  const overdue = Number(
    /\d+/.exec(await story.page.getByRole('heading', { name: /^Overdue/ }).innerText())![0],
  );
  // Counted by the service: fifty cases are loaded.
  expect(overdue).toBeGreaterThan(250);
  expect((await positions()).length).toBeLessThan(50);
  await story.page.keyboard.press('j');
  await story.page.keyboard.press('Space');
  // Those that are loaded lose no press, however fast they come.
  for (let at = 1; at < 45; at++) await story.page.keyboard.press('j');
  await expect.poll(inFocus, SOON).toBe(44);
  // At the end of those that are loaded, j stays until there are more. For a moment no row has the focus:
  // the one before has left the page, and the next one is not drawn yet.
  let at = 44;
  const goesOn = async () => {
    await story.page.keyboard.press('j');
    const now = await inFocus();
    if (!(now > at)) return false;
    at = now;
    return true;
  };
  while (at < CASES - 1) {
    for (let i = 0; i < 40; i++) await story.page.keyboard.press('j');
    await expect.poll(goesOn, SOON).toBe(true);
  }
  await expect.poll(inFocus, SOON).toBe(CASES - 1);
  expect((await positions()).length).toBeLessThan(50);
  const last = story.page.locator('li', { has: story.page.locator(':focus') });
  const size = Number(await last.getAttribute('aria-setsize'));
  expect(await last.getAttribute('aria-posinset')).toBe(`${size}`);
  await story.page.getByText('1 selected').waitFor();
  await story.page.keyboard.press('Home');
  await expect.poll(inFocus, SOON).toBe(0);
  expect(await story.page.getByRole('checkbox').first().isChecked()).toBe(true);
  for (const heading of ['Overdue', 'Due within the hour', 'Later'])
    await story.page.getByRole('heading', { name: heading }).waitFor();
  // Work of the page, whatever else the machine does.
  const worked = (await recorded()).toSorted((a, b) => b.ms - a.ms);
  const most = worked.slice(0, 5).map(({ ms }) => ms.toFixed(0));
  console.log(`the most work of one task in a thousand cases, ms: ${most.join(' ')}`);
  expect(worked[0]!.ms, worked[0]!.of()).toBeLessThan(withinWork(LONG_MS));
});
