import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../browser.ts';
import { photographDashboard } from './dashboard.ts';
import { photographFace } from './face.ts';
import { indexOf, releaseIndexOf } from './index-page.ts';
import { KEPT } from './kept.ts';
import { emptied, FOLDER, type Shot, shownIn } from './pictures.ts';

/**
 * `npm run screens`: takes a picture of every screen with a real service in this process and a real Chromium.
 * The pictures and an index go to `.screens/`. `-- --only dashboard` or `face` takes one half, and `-- --release`
 * also updates the pictures of the documents in `docs/screens/`. No picture shows a person.
 */

const { values } = parseArgs({ options: { release: { type: 'boolean' }, only: { type: 'string' } } });
const KEPT_FOLDER = join(import.meta.dirname, '../../docs/screens');
const MAX_BYTES = 16 * 1024 ** 2;

/** Replaces the pictures of the last release that were taken again, and deletes those that this one no longer has. */
const release = (shots: readonly Shot[]): void => {
  const taken = new Set(shots.map(({ file }) => file));
  for (const file of KEPT) if (taken.has(file)) copyFileSync(join(FOLDER, file), join(KEPT_FOLDER, file));
  const missing = KEPT.filter((file) => !existsSync(join(KEPT_FOLDER, file)));
  if (missing.length > 0) throw new Error(`no picture was made of ${missing.join(', ')}`);
  for (const file of readdirSync(KEPT_FOLDER))
    if (file.endsWith('.png') && !KEPT.includes(file)) rmSync(join(KEPT_FOLDER, file));
  writeFileSync(join(KEPT_FOLDER, 'README.md'), releaseIndexOf(KEPT.map(shownIn)));
  console.log(`${KEPT.length} in docs/screens`);
};

const main = async (): Promise<void> => {
  const shots: Shot[] = [];
  emptied(FOLDER);
  const browser = await launchBrowser({ drawing: 'plain' });
  try {
    if (values.only !== 'face') shots.push(...(await photographDashboard(browser)));
    if (values.only !== 'dashboard') shots.push(...(await photographFace(browser)));
  } finally {
    await browser.close();
  }
  writeFileSync(join(FOLDER, 'README.md'), indexOf(shots));
  const bytes = shots.reduce((sum, shot) => sum + shot.bytes, 0);
  console.log(`${shots.length} pictures, ${(bytes / 1024 ** 2).toFixed(2)} MB, in .screens`);
  if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes: fewer looks, or fewer colours`);
  if (values.release) release(shots);
};

await main();
