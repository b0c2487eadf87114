import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type Look, wear } from '../../apps/face/testing/look.ts';
import { DESKTOP } from '../../apps/face/testing/person.ts';
import { openFaceStage } from '../../apps/face/testing/stage.ts';
import { tour } from '../../apps/face/testing/tour.ts';
import { tourProblems } from '../../apps/face/testing/tour-problems.ts';
import { launchBrowser, PHONE } from '../browser.ts';
import { KEPT } from './kept.ts';

/**
 * `npm run screens`: takes a picture of every screen with a real service in this process and a real
 * Chromium, whose own moving pattern is the camera. The pictures and an index go to `.screens/`. `--
 * --release` also updates the pictures of the documents in `docs/screens/`. No picture shows a person.
 */

const { values } = parseArgs({ options: { release: { type: 'boolean' } } });
const FOLDER = join(import.meta.dirname, '../../.screens');
const KEPT_FOLDER = join(import.meta.dirname, '../../docs/screens');
const MAX_BYTES = 4 * 1024 ** 2;

/** The screens have few, flat colours, so a palette needs a third of the bytes. */
const shrink = (png: Buffer, width: number): Promise<Buffer> =>
  sharp(png).resize({ width }).png({ palette: true, colours: 40, effort: 9 }).toBuffer();

interface Shot {
  screen: string;
  device: 'phone' | 'desktop';
  look: Look;
  file: string;
  bytes: number;
}

/**
 * Every screen in light, dark, and right to left. The views of the problems differ only in their words, so
 * they are taken only in light, and right to left in dark.
 */
const looksFor = (screen: string): Look[] =>
  screen.startsWith('problem-')
    ? [
        { colorScheme: 'light', locale: 'en' },
        { colorScheme: 'dark', locale: 'ar' },
      ]
    : [
        { colorScheme: 'light', locale: 'en' },
        { colorScheme: 'dark', locale: 'en' },
        { colorScheme: 'light', locale: 'ar' },
      ];
const WIDTH = { phone: 390, desktop: 760 } as const;
/** Waits until the animations of rings and buttons have ended. */
const SETTLE_MS = 450;

const photographer = (shots: Shot[]) => async (screen: string, page: Page) => {
  const device = page.viewportSize()!.width < 600 ? 'phone' : 'desktop';
  const looks = looksFor(screen);
  await page.mouse.move(0, 0);
  for (const look of looks) {
    await wear(page, look);
    await page.waitForTimeout(SETTLE_MS);
    const file = `${screen}-${device}-${look.colorScheme}${look.locale === 'ar' ? '-rtl' : ''}.png`;
    const bytes = await shrink(await page.screenshot({ caret: 'hide', fullPage: true }), WIDTH[device]);
    writeFileSync(join(FOLDER, file), bytes);
    shots.push({ screen, device, look, file, bytes: bytes.length });
  }
  await wear(page, looks[0]!);
};

/** Opens a problem by its code, the one that a log or an SDK event shows. */
const title = (screen: string): string =>
  screen.startsWith('problem-') ? screen.slice('problem-'.length) : screen.replaceAll(/[-_]/g, ' ');

const tableOf = (shots: readonly Shot[]): string => {
  const keys = [...new Set(shots.map(({ screen, device }) => `${screen} ${device}`))];
  return keys
    .map((key) => {
      const of = shots.filter(({ screen, device }) => `${screen} ${device}` === key);
      const { screen, device } = of[0]!;
      const pictures = of.map(({ file, look }) => {
        const words = `${title(screen)}, ${device}, ${look.colorScheme}${look.locale === 'ar' ? ', Arabic' : ''}`;
        return `<a href="${file}"><img\n  src="${file}"\n  alt="${words}" height="320"></a>`;
      });
      const problem = screen.startsWith('problem-');
      const heading = problem ? `### ${title(screen)}` : `**${title(screen)}**`;
      return `${heading}${problem ? '\n\n' : ' '}(${device})\n\n${pictures.join('\n')}\n`;
    })
    .join('\n');
};

const problemsOf = (shots: readonly Shot[]): string[] =>
  [...new Set(shots.map(({ screen }) => screen))].filter((screen) => screen.startsWith('problem-')).sort();

const sectionsOf = (shots: readonly Shot[]): string => `## The way through

${tableOf(shots.filter(({ screen }) => !screen.startsWith('problem-')))}
## What can go wrong

By the code that the SDK's \`error\` event and the service's log name:
${problemsOf(shots)
  .map((screen) => `[\`${title(screen)}\`](#${title(screen)})`)
  .join(' · ')}

${tableOf(shots.filter(({ screen }) => screen.startsWith('problem-')))}`;

const count = (shots: readonly Shot[]): string =>
  `${shots.length} pictures of ${new Set(shots.map(({ screen }) => screen)).size} screens`;

const indexOf = (shots: readonly Shot[]): string => `# Screens of the face app

${count(shots)}: light, dark, and from right to left.

${sectionsOf(shots)}`;

const releaseIndexOf = (kept: readonly Shot[], all: readonly Shot[]): string => `# Screens of the face app

${kept.length} of ${count(all)}. \`npm run screens\` makes all of them, in \`.screens/\`: light, dark, and from
right to left. \`npm run screens -- --release\` brings these here up to date; \`e2e/screens/kept.ts\` names them.

The camera shows Chromium's own test pattern: no person is in any picture.
Every screen is tested for accessibility in both
themes and both directions (\`apps/face/src/screens/screens.browser.test.ts\`).

${sectionsOf(kept)}`;

/** Replaces the pictures of the last release, and deletes those that this one no longer has. */
const release = (shots: readonly Shot[]): void => {
  const kept = shots.filter(({ file }) => KEPT.includes(file));
  const missing = KEPT.filter((file) => !kept.some((shot) => shot.file === file));
  if (missing.length > 0) throw new Error(`no picture was made of ${missing.join(', ')}`);
  emptied(KEPT_FOLDER);
  for (const { file } of kept) copyFileSync(join(FOLDER, file), join(KEPT_FOLDER, file));
  writeFileSync(join(KEPT_FOLDER, 'README.md'), releaseIndexOf(kept, shots));
  console.log(`${kept.length} of them in docs/screens`);
};

const emptied = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith('.png')) rmSync(join(folder, file));
};

const main = async (): Promise<void> => {
  const shots: Shot[] = [];
  const stage = await openFaceStage({ database: 'own' });
  const browser = await launchBrowser();
  try {
    emptied(FOLDER);
    const visit = photographer(shots);
    await tour(browser, stage, visit, [PHONE, DESKTOP]);
    await tourProblems(browser, stage, visit);
  } finally {
    await browser.close();
    await stage.close();
  }
  writeFileSync(join(FOLDER, 'README.md'), indexOf(shots));
  const bytes = shots.reduce((sum, shot) => sum + shot.bytes, 0);
  console.log(`${shots.length} pictures, ${(bytes / 1024 ** 2).toFixed(2)} MB, in .screens`);
  if (bytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes: fewer looks, or fewer colours`);
  if (values.release) release(shots);
};

await main();
