import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LONG } from '../../../../testing/counts.ts';
import EXAMPLE from '../../../../workflow.example.json' with { type: 'json' };
import { INTEGRATOR, on, person, press, unique, unseeing } from '../../testing/person.ts';
import { openStory } from '../../testing/story.ts';

// In `npm test`: `../flow/consent.test.ts`.

const story = openStory();

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ar'];
const PHONES = [
  { width: 390, height: 844 },
  { width: 375, height: 667 },
];

/** The two answers: their upper and lower edges, and whether a tap in their middle reaches them. */
const answers = (page: Page) =>
  page.locator('main .actions button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const { top, bottom, left, width } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
      return { inside: top >= 0 && bottom <= innerHeight, reached: button.contains(hit) };
    }),
  );

test.each((['light', 'dark'] as const).slice(0, LONG ? 2 : 1))(
  'shows both answers without scrolling in every language (%s)',
  async (colorScheme) => {
    const workflow_id = await story.stage.workflow({
      consent: EXAMPLE.consent,
      retention: EXAMPLE.retention,
      enroll: EXAMPLE.enroll,
      dedupe: { scope: 'organization' },
      ui: INTEGRATOR,
    });
    const page = await person(story.browser, { viewport: PHONES[0]!, colorScheme });
    await page.goto((await story.stage.portal(workflow_id, unique('test_face_approved'))).url);
    await on(page, 'consent');
    const seen: Record<string, unknown> = {};
    for (const language of LANGUAGES) {
      await page.locator('header select').selectOption(language);
      await page.locator(`html[lang^="${language}"]`).waitFor();
      for (const viewport of PHONES) {
        await page.setViewportSize(viewport);
        await page.evaluate(() => scrollTo(0, 0));
        const found = await answers(page);
        if (found.length !== 2 || !found.every(({ inside, reached }) => inside && reached))
          seen[`${language} ${viewport.height}`] = found;
      }
    }
    expect(seen).toEqual({});
    // The text can still be read to its end: nothing of it stays behind the answers.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('.details').click();
    await page.locator('dialog.sheet .main').click();
    const [text, first] = await Promise.all([
      page.locator('.legal').boundingBox(),
      page.locator('main .actions .main').boundingBox(),
    ]);
    expect(text!.y + text!.height).toBeLessThanOrEqual(first!.y);
    await page.context().close();
  },
);

test('says first that a reviewer declined the last check, and what the person may do, in every language', async () => {
  const workflow_id = await story.stage.workflow({ ui: INTEGRATOR });
  const page = await person(story.browser, { viewport: PHONES[0]! });
  const previous_review = { decided_at: '2026-11-22T10:00:00.000Z', may: ['try_again', 'contact_business'] };
  await page.route('**/facecheck/session', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: { ...json.data, previous_review } } });
  });
  await page.goto((await story.stage.portal(workflow_id, unique('test_face_approved'))).url);
  await on(page, 'consent');
  await page.getByText(/reviewed your last check and declined it\. You can try again now/).waitFor();
  const seen = new Set<string>();
  for (const language of LANGUAGES) {
    await page.locator('header select').selectOption(language);
    await page.locator(`html[lang^="${language}"]`).waitFor();
    const words = await page.locator('main .note').first().innerText();
    expect(words).toContain(INTEGRATOR.integrator);
    seen.add(words);
  }
  expect(seen.size).toBe(LANGUAGES.length);
  await page.context().close();
});

test('shows in its sheet the text that the service records, in every language and direction', async () => {
  const workflow_id = await story.stage.workflow({ enroll: EXAMPLE.enroll, ui: INTEGRATOR });
  const page = await person(story.browser, { viewport: PHONES[1]! });
  const texts = page
    .waitForResponse((response) => response.url().endsWith('/facecheck/session'))
    .then(async (response) => (await response.json()).data.workflow.consent_texts);
  await page.goto((await story.stage.portal(workflow_id, unique('test_face_approved'))).url);
  await on(page, 'consent');
  for (const [tag, text] of Object.entries<string>(await texts)) {
    await page.locator('header select').selectOption(tag.split('-')[0]!);
    await page.locator(`html[lang="${tag}"]`).waitFor();
    await page.locator('.details').click();
    const shown = await page
      .locator('.points .said, .sheet .taken, .sheet dt, .sheet dd, .legal')
      .allTextContents();
    expect(shown.slice().sort()).toEqual(text.split(/\n+/).sort());
    expect(shown).toHaveLength(text.split(/\n+/).length);
    expect(text).toContain(await page.locator('main .actions .main').innerText());
    const close = page.locator('dialog.sheet .main');
    await expect.poll(async () => (await close.boundingBox())!.y + 40).toBeLessThan(PHONES[1]!.height);
    await close.click();
  }
  await page.context().close();
});

/** From the consent to the result, in a workflow that shows it. */
const toResult = async (page: Page): Promise<void> => {
  for (const screen of ['consent', 'primer', 'ready']) {
    await on(page, screen);
    await press(page, 'main');
  }
  await on(page, 'result', 90_000);
};

test('lets the person withdraw from the result, and says so only when the service has deleted', async () => {
  const workflow_id = await story.stage.workflow({ liveness: { mode: 'passive' }, ui: INTEGRATOR });
  const page = await unseeing(story.browser, { viewport: PHONES[0]! });
  await page.goto((await story.stage.portal(workflow_id, unique('test_face_approved'))).url);
  await toResult(page);
  const question = page.getByRole('button', { name: 'Withdraw my consent' });
  await question.click();
  await on(page, 'withdraw');
  await press(page, 'second');
  await on(page, 'result');
  await question.click();
  const error = { code: 'token_expired', message: '', retryable: false };
  const body = JSON.stringify({ status_code: 401, message: '', data: { error } });
  await page.route('**/session/consent', (route) => route.fulfill({ status: 401, body }));
  await press(page, 'main');
  await page.getByText(/can’t do that any more\. Please contact Harbour Bank/).waitFor();
  await press(page, 'second');
  await page.unroute('**/session/consent');
  await question.click();
  await press(page, 'main');
  await on(page, 'ended');
  await page.getByText('Your pictures, face template and prints are deleted.').waitFor();
  expect(await question.count()).toBe(0);
  await page.context().close();
});

test('shows the new text when the company’s name changed, and the person agrees to that', async () => {
  const workflow_id = await story.stage.workflow({ liveness: { mode: 'passive' }, ui: INTEGRATOR });
  const page = await unseeing(story.browser, { viewport: PHONES[0]! });
  await page.goto((await story.stage.portal(workflow_id, unique('test_face_approved'))).url);
  await on(page, 'consent');
  const { db } = story.stage.deps.database;
  await db.updateTable('organization').set({ name: 'Renamed Ltd.' }).execute();
  story.stage.deps.organizations.clear();
  await press(page, 'main');
  await page.locator('.legal', { hasText: 'Renamed Ltd.' }).waitFor();
  await toResult(page);
  await page.context().close();
});
