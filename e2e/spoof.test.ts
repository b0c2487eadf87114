import type { Evidence } from '@standpoint/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { decide } from '../apps/service/src/geolocation/decision/decision.ts';
import { decisionInput } from '../apps/service/testing/engines/decision-input.ts';
import * as before from '../lab/gym/scenarios/before-page.ts';
import * as harmless from '../lab/gym/scenarios/harmless.ts';
import * as inPage from '../lab/gym/scenarios/in-page.ts';
import { LONG } from '../testing/counts.ts';
import { GRANTED, PHONE } from './browser.ts';
import { openSite, type Site } from './site.ts';
import { collected, testSite } from './site-hooks.ts';

/** Runs the checks on real evidence: a page with the SDK in a real Chromium, and the pure decision. */

const { browser, site } = testSite();

type Scenario = (page: Page) => Promise<void>;

interface Options {
  context?: BrowserContextOptions;
  /** Runs before the page opens. */
  early?: Scenario;
  /** Runs in the open page. */
  late?: Scenario;
  /** The website. By default it serves the unchanged SDK. */
  at?: Site;
}

const AT = { latitude: 40.2206138, longitude: -74.7597262 };

const HONEST: BrowserContextOptions = {
  ...GRANTED,
  geolocation: { ...AT, accuracy: 23.4 },
};

const newPage = async (context: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext(context)).newPage();

const collectIn = async (page: Page, { late, at = site }: Options): Promise<Evidence> => {
  await page.goto(`${at.origin}/page`);
  await page.waitForFunction(() => !!window.sdk);
  await late?.(page);
  return collected(page);
};

/**
 * A new document has realms of its own, so nothing is left of the scenario before it. A new window costs twice as much.
 */
let honest: Promise<Page> | undefined;

const collect = async (options: Options = {}): Promise<Evidence> => {
  const { context, early } = options;
  if (!context && !early) {
    honest ??= newPage(HONEST);
    return collectIn(await honest, options);
  }
  const page = await newPage(context ?? HONEST);
  await early?.(page);
  const evidence = await collectIn(page, options);
  await page.context().close();
  return evidence;
};

const looked = new Map<Scenario, Promise<Evidence>>();
/** The evidence of a page with this fake, collected once for all tests that ask about it. */
const faked = (late: Scenario): Promise<Evidence> => {
  const known = looked.get(late) ?? collect({ late });
  looked.set(late, known);
  return known;
};

const judge = (evidence: Evidence) => {
  const input = decisionInput((made) => {
    made.evidence = evidence;
    made.now_ms = evidence.clock!.epoch_ms + 40;
  });
  // As it came, with nothing added.
  return decide({ ...input, evidence }).checks;
};

/**
 * The codes of group integrity and of the clock that would act. The codes that this automated browser
 * raises by itself are left out.
 */
const CODES = ['geolocation_api_patched', 'realm_mismatch', 'override_suspected', 'clock_skew'];
const raised = (evidence: Evidence, codes = CODES) =>
  judge(evidence)
    .filter(({ code, outcome }) => outcome === 'fail' && codes.includes(code))
    .map(({ code }) => code);
const tellsOf = (evidence: Evidence, code: string) =>
  Object.keys((judge(evidence).find((check) => check.code === code)!.inputs.tells as object) ?? {});

test.each(Object.entries(harmless))(
  'raises no code and runs every probe with %s',
  async (_name, scenario) => {
    const evidence = await collect(
      scenario === harmless.canvasBlocker ? { early: scenario } : { late: scenario },
    );
    expect(raised(evidence)).toEqual([]);
    expect(evidence.signals!.not_run).toBeUndefined();
    expect(evidence.positions).toHaveLength(1);
    expect(evidence.signals!.fresh_answer).toMatchObject({ lat: 40.2206138 });
  },
);

test('raises no code on a phone', async () => {
  expect(raised(await collect({ context: { ...HONEST, ...PHONE } }))).toEqual([]);
});

test.each([
  ['ownMethods', 'own_methods'],
  ['prototypePatch', 'not_native'],
  ['selfDeclaredNative', 'not_native'],
  ['proxyWrapper', 'proxied_functions'],
  ['navigatorGetter', 'not_native'],
  ['navigatorOwn', 'replaced_object'],
  ['coordinateGetters', 'not_native'],
  ['fixedPlaceExtension', 'own_methods'],
  ['borrowedMethod', 'not_native'],
] as const)('%s is a patched geolocation API: %s', async (name, tell) => {
  const evidence = await faked(new Map<string, Scenario>(Object.entries(inPage)).get(name)!);
  expect(raised(evidence)).toContain('geolocation_api_patched');
  expect(tellsOf(evidence, 'geolocation_api_patched')).toContain(tell);
});

test('reports the true position when the fake is on the object itself', async () => {
  const { positions } = await faked(inPage.ownMethods);
  expect(positions[0]).toMatchObject({ lat: 40.2206138, accuracy_m: 23.4 });
  const fooled = await faked(inPage.prototypePatch);
  expect(fooled.positions[0]).toMatchObject({ lat: 39.9525839 });
});

test.runIf(LONG)('control: accepts the fakes of a page when these defences are off', async () => {
  const without = async (file: string, from: string, to: string, late: Scenario) => {
    const weak = await openSite([{ file, from, to }]);
    const evidence = await collect({ at: weak, late });
    await weak.close();
    return evidence;
  };
  const called = await without('watch.ts', 'geolocation instanceof Native', 'false', inPage.ownMethods);
  expect(called.positions[0]).toMatchObject({ lat: 39.9525839 });
  const look = "text?.includes('[native code]')";
  const unread = await without('native-look.ts', look, 'false', inPage.selfDeclaredNative);
  expect(tellsOf(unread, 'geolocation_api_patched')).not.toContain('not_native');
  const brand = "return 'plain'";
  const unbranded = await without('readings.ts', brand, "return 'native'", inPage.prototypePatch);
  expect(tellsOf(unbranded, 'geolocation_api_patched')).not.toContain('made_up_objects');
});

test('detects a patch in every frame, where no realm is fresh', async () => {
  const evidence = await collect({ early: before.patchedEverywhere });
  expect(raised(evidence)).toContain('geolocation_api_patched');
  expect(tellsOf(evidence, 'geolocation_api_patched')).toEqual(
    expect.arrayContaining(['not_native', 'made_up_objects']),
  );
});

test('detects a callback that runs before the call returned', async () => {
  const evidence = await faked(inPage.navigatorOwn);
  expect(tellsOf(evidence, 'geolocation_api_patched')).toContain('synchronous_callback');
});

test('distinguishes another page’s geolocation from this page’s own', async () => {
  expect(raised(await faked(inPage.realmSwap))).toContain('realm_mismatch');
});

test('detects a false position by comparison with a fresh frame', async () => {
  const evidence = await faked(inPage.coordinateGetters);
  expect(tellsOf(evidence, 'realm_mismatch')).toContain('other_answer');
});

test('detects a clock that was put back during the attempt', async () => {
  const coarse = { ...HONEST, geolocation: { ...AT, accuracy: 433.1 } };
  expect(raised(await collect({ context: coarse, late: inPage.clockShift }))).toEqual(['clock_skew']);
});

test.each([
  ['the default accuracy 0', { ...AT, accuracy: 0 }, ['override_suspected']],
  ['150 m and a typed place', { latitude: 40.22, longitude: -74.76, accuracy: 150 }, ['override_suspected']],
  ['within a metre', { ...AT, accuracy: 1 }, ['override_suspected']],
  // Listed among what the web cannot detect.
  ['a plausible accuracy', { ...AT, accuracy: 21.7 }, []],
])('a sensor override with %s', async (_name, at, codes) => {
  expect(raised(await collect({ early: before.sensorOverride(at) }))).toEqual(codes);
});

test('detects automation and every way of hiding webdriver', async () => {
  const [, hidden] = await Promise.all(
    [undefined, before.hiddenWebdriver, before.removedWebdriver].map(async (early) => {
      const evidence = await collect({ early });
      expect(raised(evidence, ['automation'])).toEqual(['automation']);
      return evidence;
    }),
  );
  expect(tellsOf(hidden!, 'automation')).toContain('webdriver_patched');
  expect(tellsOf(hidden!, 'automation')).not.toContain('webdriver');
});

test.each([
  ['no window', 'unsupported'],
  ['a window of another origin', 'csp'],
] as const)(
  'where a frame has %s, the other probes still run and the evidence says why',
  async (_what, reason) => {
    const evidence = await collect({
      late: (page) =>
        page.evaluate((why) => {
          const refusing = new Proxy({}, { get: () => document.querySelector('\u0000') });
          const get = () => (why === 'csp' ? refusing : null);
          Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get });
        }, reason),
    });
    expect(evidence.signals!.not_run).toEqual({ fresh_realm: reason });
    const found = judge(evidence).find(({ code }) => code === 'geolocation_api_patched');
    expect(found).toMatchObject({ outcome: 'pass', inputs: { not_run: { fresh_realm: reason } } });
  },
);

test('reports it and concludes nothing when the probes cannot be loaded', async () => {
  const evidence = await collect({
    early: async (page) => void (await page.route('**/probes.js', (route) => route.abort())),
  });
  expect(evidence.signals).toMatchObject({ not_run: { probes: 'not_loaded' }, webdriver: true });
  const found = judge(evidence).find(({ code }) => code === 'geolocation_api_patched');
  expect(found).toMatchObject({ outcome: 'skipped' });
  const incomplete = judge(evidence).find(({ code }) => code === 'evidence_incomplete');
  expect(incomplete).toMatchObject({ outcome: 'uncertain' });
});
