import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@standpoint/contract';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { clipCamera } from '../../apps/face/testing/clip-camera.ts';
import { createKey } from '../../apps/service/src/accounts/api-keys.ts';
import { createOrganization } from '../../apps/service/src/accounts/organizations.ts';
import { draft, publish } from '../../apps/service/src/accounts/versions.ts';
import { connect } from '../../apps/service/src/database/connect.ts';
import { launchBrowser, PHONE } from '../../e2e/browser.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import type { Bench, Row } from '../bench.ts';
import { spread } from '../rounds.ts';

/**
 * Milliseconds: from the redemption to the desktop's picture of the phone, and from the scan to the end.
 */
const HANDOFF_BARS = { connected_p95: 500, completed: 8_000 };

/**
 * The QR code is there at once, because the measurement starts after it. The person consents on the phone.
 */
const WORKFLOW = {
  name: 'Bench',
  liveness: { mode: 'passive' as const },
  handoff: { policy: 'force' as const },
};
const ENV: Environment = 'sandbox';
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const silent = { info() {}, warn() {}, error() {} };

interface Marks {
  /** Milliseconds since 1970, by the one clock that both pages share. */
  redeem?: number;
  connected?: number;
}

/**
 * Runs in both pages. The redemption counts from the moment it is sent. The desktop counts when its picture
 * shows the phone.
 */
const mark = (): void => {
  const marks: Marks = {};
  Object.assign(globalThis, { marks });
  const now = () => performance.timeOrigin + performance.now();
  const ask = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (input, init) => {
    if (String(input).includes('/short-code?')) marks.redeem ??= now();
    return ask(input, init);
  };
  new MutationObserver(() => {
    if (marks.connected || !document.querySelector('.on-handoff .big-number')) return;
    marks.connected = -1;
    requestAnimationFrame(() => {
      marks.connected = now();
    });
  }).observe(document, { childList: true, subtree: true });
};
const marksOf = async (page: Page, name: keyof Marks): Promise<number> => {
  const found = await page.waitForFunction((which) => {
    const value = (globalThis as unknown as { marks: Marks }).marks[which];
    return value !== undefined && value > 0 ? value : null;
  }, name);
  return (await found.jsonValue())!;
};

interface Service {
  /**
   * Returns the address of a check for a new customer of a new organization, which has not received any
   * picture.
   */
  address(): Promise<string>;
  close(): Promise<void>;
}

async function openService(): Promise<Service> {
  const service = await startServiceProcess();
  const { sandbox_base_url } = await service.ready;
  const file = join(service.data_dir, 'run', 'postgres.json');
  const database = connect({ connection: JSON.parse(readFileSync(file, 'utf8')), log: silent, max: 1 });
  const address = async () => {
    const { org } = await createOrganization(database.db, 'Bench');
    const { key } = await createKey(database.db, { org, env: ENV, kind: 'api', name: 'bench' });
    const { id: workflow_id } = (await draft(database.db, 'workflow', org, WORKFLOW))!;
    await publish(database.db, 'workflow', org, workflow_id);
    const response = await fetch(`${sandbox_base_url}/facecheck/session/portal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workflow_id, customer: { customer_id: `test_face_approved_${org}` } }),
    });
    const { data } = (await response.json()) as { data: { url: string } };
    if (!response.ok) throw new Error(JSON.stringify(data));
    return data.url;
  };
  const close = async () => {
    await database.close();
    await service.stop();
  };
  return { address, close };
}

const at = (page: Page, screen: string) => page.locator(`.page.on-${screen}`).waitFor({ timeout: 60_000 });
const main = (page: Page) => page.locator('main .main').first().click();

/** Two people with their own browsers: one shows the code, the other has scanned it and taps on. */
async function connectRound(browser: Browser, service: Service) {
  const [one, other] = await Promise.all(
    [DESKTOP, PHONE].map((options) => browser.newContext({ ...options, permissions: ['camera'] })),
  );
  await Promise.all([one!.addInitScript(mark), other!.addInitScript(mark)]);
  const [desktop, phone] = await Promise.all([one!.newPage(), other!.newPage()]);
  const shown = desktop.waitForResponse((response) => response.url().endsWith('/short-code'));
  await desktop.goto(await service.address());
  const { url } = ((await (await shown).json()) as { data: { url: string } }).data;
  await desktop.locator('.qr').waitFor();
  const scanned = performance.now();
  await phone.goto(url);
  await at(phone, 'landing');
  await main(phone);
  const [from, to] = await Promise.all([marksOf(phone, 'redeem'), marksOf(desktop, 'connected')]);
  const close = () => Promise.all([one!.close(), other!.close()]);
  return { desktop, phone, scanned, connected_ms: to - from, close };
}

interface Completed {
  /** Seconds since the scan, … */
  whole: number;
  /** … and those of them since “start”. */
  capture: number;
}

/** Continues to the end: number, consent, camera, and a passive capture of a real face. */
async function complete({
  desktop,
  phone,
  scanned,
}: Awaited<ReturnType<typeof connectRound>>): Promise<Completed> {
  await at(phone, 'phone_confirm');
  await phone.fill('#number', await desktop.locator('.big-number [aria-hidden]').innerText());
  await main(phone);
  for (const screen of ['consent', 'primer', 'ready']) {
    await at(phone, screen);
    await main(phone);
  }
  const started = performance.now();
  await at(desktop, 'result');
  const ended = performance.now();
  return { whole: (ended - scanned) / 1_000, capture: (ended - started) / 1_000 };
}

const percentile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * share) - 1]!;

/** Measures how long people wait for the other device. */
export async function benchHandoffPage({
  rounds,
  say,
  rows,
}: Pick<Bench, 'rounds' | 'say' | 'rows'>): Promise<void> {
  console.log('hand-off between two browsers, sandbox');
  const times = rounds >= 7 ? 40 : 12;
  const service = await openService();
  const browser = await launchBrowser({ camera: await clipCamera('franck.mp4'), drawing: 'plain' });
  try {
    const connected: number[] = [];
    const completed: Completed[] = [];
    await (await connectRound(browser, service)).close();
    for (let i = 0; i < times; i++) {
      const round = await connectRound(browser, service);
      connected.push(round.connected_ms);
      // Every fifth check continues to the end.
      if (i % 5 === 0) completed.push(await complete(round));
      await round.close();
    }
    say(`connected p95 ${percentile(connected, 0.95).toFixed(0)} ms of ${connected.length}`);
    rows(...rowsOf(connected, completed));
  } finally {
    await browser.close();
    await service.close();
  }
}

function rowsOf(connected: number[], completed: readonly Completed[]): Row[] {
  const whole = completed.map((round) => round.whole);
  return [
    {
      what: 'redeem to “phone connected” on the desktop, ms',
      figure: spread(connected, 0),
    },
    {
      what: 'the same, p95',
      figure: percentile(connected, 0.95).toFixed(0),
      bar: `≤ ${HANDOFF_BARS.connected_p95}`,
      met: percentile(connected, 0.95) <= HANDOFF_BARS.connected_p95,
    },
    {
      what: 'scan to completed on the desktop, s',
      figure: spread(whole, 1),
      bar: `≤ ${HANDOFF_BARS.completed / 1_000}`,
      met: Math.max(...whole) <= HANDOFF_BARS.completed / 1_000,
    },
    {
      what: 'of which countdown, capture, upload and decision, s',
      figure: spread(
        completed.map(({ capture }) => capture),
        1,
      ),
    },
  ];
}
