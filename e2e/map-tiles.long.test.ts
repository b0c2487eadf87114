import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, publish } from '../apps/service/src/accounts/versions.ts';
import { mintToken } from '../apps/service/testing/attacks.ts';
import { browserEvidence, readingAt, seal } from '../apps/service/testing/browser-payload.ts';
import { PEOPLE_PLUGINS, signedIn } from '../apps/service/testing/people.ts';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import { rasterMap, vectorMap } from '../apps/service/testing/tiles/small-maps.ts';
import { accessibilityFaults } from './axe.ts';
import { type Visitor, visitor } from './browser.ts';
import { builtDashboard } from './dashboard/built.ts';
import { sharedBrowser } from './shared-browser.ts';

// In `npm test`: `../apps/service/src/tiles/archive.test.ts`.

/** The map of one decision over the operator's own map, as pictures and as vectors. */
const folder = mkdtempSync(join(tmpdir(), 'standpoint-map-tiles-'));
const path = join(folder, 'map.pmtiles');
const ORANGE = [250, 120, 20] as const;
let service: TestService;
let browser: Browser;
let reader: Visitor;
let page: Page;
let address: string;
/** Scripts and tiles that the page asked for since it was opened. */
const asked: string[] = [];
const said: string[] = [];

beforeAll(async () => {
  writeFileSync(path, rasterMap(ORANGE));
  [service, browser] = await Promise.all([
    openTestService({
      listen: 'ports',
      unlimited: true,
      env: { STANDPOINT_MAP_TILES: path },
      plugins: async (config) => [...PEOPLE_PLUGINS, await builtDashboard(config)],
    }),
    sharedBrowser({ drawing: 'plain' }),
  ]);
  const org = await service.organization();
  const { db } = service.database;
  const rule = { allow: ['US-NJ'], shapes: [FERRY] };
  const made = (await draft(db, 'policy', org.org, { name: 'New Jersey only', rule }))!;
  await publish(db, 'policy', org.org, made.id);
  const token = await mintToken(service, org, 'cus_1');
  const evidence = browserEvidence(readingAt(40.2206, -74.7774, Date.now(), 180));
  const body = { payload: await seal(token, evidence) };
  const { data } = await service.call({ path: '/geolocation/verify', token, body });
  const analyst = await signedIn(service, org.org, 'analyst');
  const { base_url } = service.deps.config;
  address = `${base_url}/dashboard/${org.org}/production/verifications/${data.verification_id}`;
  reader = await visitor(browser, { viewport: { width: 1440, height: 900 } });
  await reader.context.addCookies(
    analyst.cookie.split('; ').map((each) => {
      const at = each.indexOf('=');
      return { name: each.slice(0, at), value: each.slice(at + 1), url: base_url };
    }),
  );
  page = await reader.context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
});
afterAll(async () => {
  await reader?.close();
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true });
});

const FERRY = {
  effect: 'exclusion' as const,
  name: 'Ferry landing',
  circle: { lat: 40.2136, lng: -74.7784, radius_m: 260 },
};

async function open(): Promise<void> {
  // The page before may still ask for a tile.
  await page.goto('about:blank');
  asked.length = 0;
  await page.goto(address);
  await page.getByRole('application').waitFor();
  await page.locator('.leaflet-container').first().waitFor();
}

const scheme = (to: 'light' | 'dark') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), to);

/** The colour in the middle of the first tile that is shown, as its own pixels say; null before there is one. */
const colour = (kind: 'img' | 'canvas') =>
  page.evaluate((name) => {
    const tile = document.querySelector<HTMLImageElement & HTMLCanvasElement>(`${name}.leaflet-tile-loaded`);
    if (!tile?.width) return null;
    const copy = document.createElement('canvas').getContext('2d')!;
    copy.drawImage(tile, -tile.width / 2, -tile.height / 2);
    return [...copy.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, kind);

/** The colour of the page where the map shows a tile and the tint of the allowed state. */
const painted = async (): Promise<number[]> => {
  const box = (await page.locator('[role="application"]').boundingBox())!;
  const clip = { x: box.x + box.width - 60, y: box.y + 20, width: 1, height: 1 };
  const shot = await page.screenshot({ clip });
  return page.evaluate(async (bytes) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${bytes}`;
    await picture.decode();
    const copy = document.createElement('canvas').getContext('2d')!;
    copy.drawImage(picture, 0, 0);
    return [...copy.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, shot.toString('base64'));
};

const tilesAsked = () => asked.filter((url) => /\/dashboard\/tiles\/[0-9a-f]{16}\//.test(url));

/** What is drawn above the tiles, and can be read by eye and by a screen reader. */
async function drawnAbove(): Promise<void> {
  const drawing = page.locator('svg[role="img"][data-over]');
  await drawing.getByText('Excluded: Ferry landing').waitFor();
  expect(await drawing.locator('[data-effect="allow"]').count()).toBeGreaterThan(0);
  expect(await drawing.locator('[data-effect="exclusion"]').count()).toBeGreaterThan(0);
  // Nothing of the tiles lies above the drawing, and nothing of them can be reached.
  expect(
    await page.evaluate(() => {
      const tiles = document.querySelector('[data-tiles]')!;
      const above = document.querySelector('svg[role="img"]')!;
      const after = tiles.compareDocumentPosition(above) & Node.DOCUMENT_POSITION_FOLLOWING;
      return [after > 0, getComputedStyle(tiles).zIndex, tiles.querySelectorAll('a, [tabindex]').length];
    }),
  ).toEqual([true, '0', 0]);
  await page.getByText('Table of coordinates').waitFor();
}

async function credited(): Promise<void> {
  const link = page.getByRole('link', { name: 'Tiles & Co' });
  expect(await link.getAttribute('href')).toBe('https://tiles.example/about');
  await page.getByText('© Example Survey').waitFor();
}

test('a file of pictures lies below the drawing, with its authors named', async () => {
  await open();
  await expect.poll(() => colour('img')).toEqual([...ORANGE]);
  const [red, , blue] = await painted();
  expect(red! - blue!).toBeGreaterThan(60);
  await drawnAbove();
  await credited();
  // Every tile came from this service, and what paints vectors was not loaded.
  expect(asked.every((url) => url.startsWith(service.deps.config.base_url))).toBe(true);
  expect(asked.filter((url) => /assets\/vector-/.test(url))).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await scheme('dark');
  const [dark] = await painted();
  expect(dark!).toBeLessThan(red! / 1.5);
  expect(await accessibilityFaults(page)).toEqual([]);
  await scheme('light');
});

test('tiles move with the drawing, and come at the zoom that the file has', async () => {
  const deepest = () => Math.max(...tilesAsked().map((url) => Number(url.split('/').at(-3))));
  expect(deepest()).toBe(3);
  const where = () =>
    page.evaluate(() => document.querySelector('img.leaflet-tile')!.getBoundingClientRect().left);
  const before = await where();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(where).toBeCloseTo(before - 60, -0.5);
  for (let i = 0; i < 16; i++) await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => tilesAsked().some((url) => /\/[01]\/\d\/\d$/.test(url))).toBe(true);
  expect(deepest()).toBe(3);
});

test('a file of vectors is painted in the colours of the theme, by a script of its own', async () => {
  writeFileSync(`${path}.next`, vectorMap());
  renameSync(`${path}.next`, path);
  await expect
    .poll(async () => (await service.deps.tiles.current())?.facts.type, { timeout: 4_000 })
    .toBe('vector');
  said.length = 0;
  await open();
  // The water of Protomaps' light and dark flavours.
  await expect.poll(() => colour('canvas')).toEqual([0x80, 0xde, 0xea]);
  // And above it, the tint of the allowed state: 16 % of the colour of a pass.
  for (const [i, part] of (await painted()).entries())
    expect(part).toBeCloseTo(0.84 * [0x80, 0xde, 0xea][i]! + 0.16 * [0x17, 0x69, 0x3a][i]!, -0.5);
  await drawnAbove();
  await credited();
  expect(asked.filter((url) => /assets\/vector-/.test(url)).length).toBe(1);
  expect(tilesAsked().length).toBeGreaterThan(0);
  await scheme('dark');
  await expect.poll(() => colour('canvas')).toEqual([0x31, 0x35, 0x3f]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await scheme('light');
  // The page's policy holds: no style or address was refused.
  expect(said).toEqual([]);
});

test('a map that stays open shows the file that took the place of the old one', async () => {
  await page.clock.install();
  await open();
  await expect.poll(() => colour('canvas')).not.toBeNull();
  writeFileSync(`${path}.next`, rasterMap(ORANGE));
  renameSync(`${path}.next`, path);
  await expect
    .poll(async () => (await service.deps.tiles.current())?.facts.type, { timeout: 4_000 })
    .toBe('raster');
  await page.clock.fastForward('01:01');
  await expect.poll(() => colour('img'), { timeout: 10_000 }).toEqual([...ORANGE]);
});

test('without a file there is no tile, no credit and no ground for them', async () => {
  rmSync(path);
  await expect.poll(async () => (await service.deps.tiles.current()) === null, { timeout: 4_000 }).toBe(true);
  await open();
  await page.locator('svg[role="img"]').getByText('Excluded: Ferry landing').waitFor();
  expect(tilesAsked()).toEqual([]);
  expect(await page.locator('[data-tiles], [data-over], img.leaflet-tile, canvas.leaflet-tile').count()).toBe(
    0,
  );
  expect(await page.locator('.leaflet-container').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Tiles & Co' }).count()).toBe(0);
});
