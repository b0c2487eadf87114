import type { Page } from 'playwright-core';

/** Rows that are loaded before the measured scrolling ends. */
export const ROWS = 10_000;
const ROW_PX = 36;
export const LONG_MS = 50;
/** What one turn of a wheel moves. */
const WHEEL_PX = 1_200;
/** Pages of rows that a person leafs through by keyboard. */
const PRESSES = 400;

interface Task {
  start: number;
  ms: number;
}

export interface Scrolled {
  rows: number;
  /** Tasks of more than 50 ms while rows were scrolled to, loaded and scrolled back over: by the clock, and by work. */
  long: number[];
  worked: number[];
  seconds: number;
}

/** Runs in the page before its own scripts: the browser tells of each task of 50 ms or more. */
export function watchTasks(): void {
  const tasks: Task[] = [];
  Object.assign(globalThis, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ start: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());
const rowsIn = (page: Page): Promise<number> =>
  page.evaluate((px) => Math.round(document.querySelector('tbody')!.offsetHeight / px), ROW_PX);

/** Scrolls through a list that stands at its top: down until enough rows are loaded, up again, and by keyboard. */
export async function scrollThrough(page: Page): Promise<Omit<Scrolled, 'worked'>> {
  const from = await now(page);
  await page.mouse.move(800, 500);
  let rows = await rowsIn(page);
  while (rows < ROWS) {
    await page.mouse.wheel(0, WHEEL_PX);
    rows = await rowsIn(page);
  }
  for (let px = 0; px < rows * ROW_PX; px += WHEEL_PX) await page.mouse.wheel(0, -WHEEL_PX);
  for (let i = 0; i < PRESSES; i++) await page.keyboard.press('j');
  const until = await now(page);
  // The browser tells of a task some time after its end.
  await page.waitForTimeout(500);
  const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: Task[] }).longTasks);
  const long = tasks.filter(({ start }) => start >= from && start <= until).map(({ ms }) => ms);
  return { rows, long, seconds: (until - from) / 1_000 };
}
