import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * On the page of a verification near a border: the check that decided is open and comes before the others, the border is
 * among the coordinates, and the map moves by its button and by the keyboard.
 */
export async function readsTheBorder(page: Page): Promise<void> {
  const decided = page.locator('tr[data-check="border_uncertain"]');
  expect(await decided.getByRole('button').getAttribute('aria-expanded')).toBe('true');
  expect(await page.locator('tr[data-check]').first().getAttribute('data-check')).toBe('border_uncertain');
  await page.getByText('Table of coordinates').click();
  await page.getByRole('cell', { name: 'Nearest border', exact: true }).waitFor();
  const disc = page.locator('svg[role="img"] circle').first();
  const radius = await disc.getAttribute('r');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => disc.getAttribute('r')).not.toBe(radius);
  const zoomed = await disc.getAttribute('cx');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => disc.getAttribute('cx')).not.toBe(zoomed);
}
