import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { visitor } from './browser.ts';
import { type Desk, openDesk } from './review-desk.ts';
import { guests } from './review-page.ts';
import { sharedBrowser } from './shared-browser.ts';

/** What a story of the review has: there once `prepare` has made its cases. */
interface ReviewStory {
  desk: Desk;
  browser: Browser;
  visits: ReturnType<typeof guests>;
  /** The review as Ana sees it. */
  page: Page;
}

/** Opens a desk with cases and Ana's review of them for the tests of this file, and closes both after them. */
export function reviewStory(
  size: Parameters<typeof visitor>[1],
  prepare: (desk: Desk) => Promise<unknown>,
): ReviewStory {
  const story = {} as ReviewStory;
  beforeAll(async () => {
    [story.desk, story.browser] = await Promise.all([openDesk(), sharedBrowser({ drawing: 'plain' })]);
    await prepare(story.desk);
    story.visits = guests(story.desk, story.browser, size);
    story.page = await story.visits.openAs('ana');
  }, 180_000);
  afterAll(async () => {
    await story.visits?.close();
    await story.browser?.close();
    await story.desk?.service.close();
  });
  return story;
}
