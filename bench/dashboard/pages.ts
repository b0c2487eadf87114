import type { Browser, Page } from 'playwright-core';
import { launchBrowser, type Visitor, visitor } from '../../e2e/browser.ts';
import { settled } from '../../e2e/dashboard/every-route.ts';
import { type FullStage, openFullStage } from '../../e2e/dashboard/full-stage.ts';
import { WINDOW } from '../../e2e/dashboard/looks.ts';
import type { Row } from '../bench.ts';
import { median } from '../rounds.ts';
import { countBytes, usableAt, watchFor } from './bytes.ts';
import { LONG_MS, ROWS, type Scrolled, scrollThrough, watchTasks } from './longest-task.ts';
import { recordTasks } from './main-thread.ts';

const KB = 1_024;
const BARS = { all: 250 * KB, code: 230 * KB };
const VERIFICATIONS = 12_000;

interface Options {
  rounds: number;
  say(line: string): void;
  rows(...rows: Row[]): void;
}

/** What a signed-in person's browser takes on: bytes until pages are usable, and tasks while a long list scrolls. */
export async function benchDashboardPages({ rounds, say, rows }: Options): Promise<void> {
  const stage = await openFullStage({ verifications: VERIFICATIONS, sessions: 40 }, { database: 'own' });
  // Drawn without an emulated graphics card, which would take the processor that the page needs.
  const browser = await launchBrowser({ drawing: 'plain' });
  try {
    for (const page of COLD) {
      const found = await coldBytes(browser, stage, page);
      for (const { what, figure } of found) say(`${what}: ${figure}`);
      rows(...found);
    }
    const scrolled: Scrolled[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await scrolledRound(browser, stage, say);
      say(
        `${one.rows} rows in ${one.seconds.toFixed(0)} s: ${wordsOf(one.long)} by the clock, ` +
          `${wordsOf(one.worked)} by work`,
      );
      scrolled.push(one);
    }
    rows(...rowsOf(scrolled));
  } finally {
    await browser.close();
    await stage.close();
  }
}

/** What is there as soon as a page is usable. */
interface Cold {
  path: string;
  there: string;
}

const COLD: readonly Cold[] = [
  { path: 'home', there: 'dl dd' },
  { path: 'verifications', there: 'tr[data-index="0"]' },
  { path: 'sessions', there: 'tr[data-index="0"]' },
  { path: 'review', there: '[data-case-row]' },
];

async function coldBytes(browser: Browser, stage: FullStage, { path, there }: Cold): Promise<Row[]> {
  const { person, page } = await signedIn(browser, stage);
  const count = await countBytes(page);
  await page.addInitScript(watchFor, there);
  await page.goto(stage.at(`/${stage.full.org}/sandbox/${path}`), { waitUntil: 'commit' });
  await page.locator(there).first().waitFor();
  await settled(page);
  await page.waitForTimeout(1_000);
  const { all, code } = count(await usableAt(page));
  const rest = count().all;
  await person.close();
  const kb = (bytes: number) => (bytes / KB).toFixed(1);
  return [
    {
      what: `${path}, cold: everything until it is usable, KB on the wire`,
      figure: `${kb(all)} (${kb(rest)} with what comes later)`,
      bar: '≤ 250',
      met: all <= BARS.all,
    },
    {
      what: `${path}, cold: script and style of that`,
      figure: kb(code),
      bar: '≤ 230',
      met: code <= BARS.code,
    },
  ];
}

async function scrolledRound(browser: Browser, stage: FullStage, say: Options['say']): Promise<Scrolled> {
  const { person, page } = await signedIn(browser, stage);
  await page.addInitScript(watchTasks);
  await page.goto(stage.at(`/${stage.full.org}/sandbox/verifications`));
  await page.locator('tr[data-index="0"]').waitFor();
  await page.waitForTimeout(1_000);
  const recorded = await recordTasks(browser);
  const scrolled = await scrollThrough(page);
  const long = (await recorded()).filter(({ ms }) => ms > LONG_MS);
  for (const task of long) say(`a task of ${task.ms.toFixed(0)} ms: ${task.of()}`);
  const worked = long.map(({ ms }) => ms);
  await person.close();
  return { ...scrolled, worked };
}

const wordsOf = (long: readonly number[]): string =>
  `${long.length} long tasks${long.length > 0 ? ` up to ${Math.max(...long).toFixed(0)} ms` : ''}`;

async function signedIn(browser: Browser, stage: FullStage): Promise<{ person: Visitor; page: Page }> {
  const person = await visitor(browser, { viewport: WINDOW, locale: 'en-US' });
  await stage.admit(person);
  return { person, page: await person.context.newPage() };
}

/** The bar is on processor time: on a busy machine every task lasts longer than it works. */
function rowsOf(scrolled: readonly Scrolled[]): Row[] {
  const spread = (values: readonly number[]) =>
    `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;
  const figure = (tasks: (one: Scrolled) => readonly number[]) => {
    const each = scrolled.map(tasks);
    const longest = each.map((long) => Math.max(0, ...long));
    return `${spread(each.map(({ length }) => length))}; ${spread(longest)}`;
  };
  const what = `while ${ROWS.toLocaleString('en')} rows load and scroll: tasks over ${LONG_MS} ms; the longest, ms`;
  return [
    {
      what: `${what}, of processor time`,
      figure: figure(({ worked }) => worked),
      bar: 'none',
      met: scrolled.every(({ worked }) => worked.length === 0),
    },
    { what: `${what}, by the clock`, figure: figure(({ long }) => long) },
  ];
}
