import type { Evidence } from '@standpoint/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alwaysSentBy, completenessOf } from '../apps/service/src/geolocation/decision/checks/always-sent.ts';
import { without } from '../apps/service/testing/engines/whole-evidence.ts';
import { GRANTED } from './browser.ts';
import { collected, testSite } from './site-hooks.ts';

/** Compares the list of what the SDK always sends with what the real SDK sends in a real browser. */

const { browser, site } = testSite();

const AT = { latitude: 40.2206138, longitude: -74.7597262, accuracy: 23.4 };

const collect = async (
  options: BrowserContextOptions,
  early: (page: Page) => Promise<void> = async () => {},
): Promise<Evidence> => {
  const person = await browser.newContext(options);
  const page = await person.newPage();
  await early(page);
  await page.goto(`${site.origin}/page`);
  await page.waitForFunction(() => !!window.sdk);
  const evidence = await collected(page);
  await person.close();
  return evidence;
};

const granted = () => collect({ ...GRANTED, geolocation: AT });
const denied = () => collect({ ...GRANTED, permissions: [] });

test('holds everything on the list, with and without a position', async () => {
  for (const evidence of [await granted(), await denied()])
    expect(completenessOf(evidence)).toEqual({ missing: [], not_run: {} });
});

test('says itself what is not there when the probes cannot be loaded', async () => {
  const evidence = await collect({ ...GRANTED, geolocation: AT }, (page) =>
    page.route('**/probes.js', (route) => route.abort()).then(() => {}),
  );
  const probes = Object.keys(alwaysSentBy(evidence).probes);
  expect(completenessOf(evidence)).toEqual({
    missing: [],
    not_run: Object.fromEntries(probes.map((probe) => [probe, 'not_loaded'])),
  });
});

/** Members that the schema demands of every client, and that have checks of their own. */
const OF_THE_SCHEMA = ['attempt_id', 'collected_at', 'platform', 'positions'];
/** Sent by this browser in this situation, and not by every browser in every one. */
const NOT_ALWAYS = [
  'nonce',
  'position_error',
  'clock.time_zone',
  'device.brands',
  'device.mobile',
  'device.platform',
  'device.hardware_concurrency',
  'device.device_memory_gb',
  'device.graphics',
  'signals.probes',
  'signals.readings',
  'signals.geolocation_api.own_realm',
  'signals.automation.webdriver_missing',
  'signals.automation.webdriver_patched',
  'signals.automation.permissions_disagree',
  'signals.automation.no_languages',
  'signals.automation.no_plugins',
  'signals.automation.to_string_patched',
];

const leaves = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return [path, ...value.flatMap((each) => leaves(each, `${path}[]`))];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => leaves(each, path ? `${path}.${name}` : name));
};

test('lists or exempts every field that the SDK always sends', async () => {
  const [first, ...others] = [await granted(), await denied()].map(
    (evidence) => new Set(leaves(evidence, '')),
  );
  const always = [...first!].filter((path) => others.every((paths) => paths.has(path)));
  const { fields, probes } = alwaysSentBy({ platform: 'web', sdk: { name: 'web', version: '0.5.0' } });
  const known = [...fields, ...Object.values(probes).flat(), ...OF_THE_SCHEMA, ...NOT_ALWAYS];
  const isKnown = (path: string) =>
    known.some((each) => path === each || ['.', '['].some((next) => path.startsWith(each + next))) ||
    known.some((each) => each.startsWith(`${path}[]`));
  expect(always.filter((path) => !isKnown(path))).toEqual([]);
});

test('control: each thing on the list that is taken out of a real payload is missed', async () => {
  const evidence = await granted();
  const { fields, probes } = alwaysSentBy(evidence);
  for (const path of [...fields, ...Object.values(probes).flat()])
    expect(completenessOf(without(evidence, path)).missing, path).not.toEqual([]);
});
