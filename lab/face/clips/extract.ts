import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../../e2e/browser.ts';

/** One picture of a clip. Its time is in milliseconds from the clip's start. */
export interface ClipFrame {
  t_ms: number;
  file: string;
}

export interface Pace {
  /** Pictures a second. */
  fps: number;
  from_ms?: number;
  until_ms?: number;
}

/**
 * Pictures whose shorter side is below this are enlarged to it, because current cameras give at least as
 * much.
 */
const SHORTER_SIDE = 480;
const AT_ONCE = 40;
/** Pictures that were taken in another way are not used. */
const WAY = 2;

/**
 * The pictures of a clip at this many a second, as JPEG. The Chromium of the tests decodes them, as it does
 * for the face app. They are cached in the system's temporary folder and never in the repository.
 */
export async function extractFrames(
  clip: string,
  { fps, from_ms = 0, until_ms = Number.POSITIVE_INFINITY }: Pace,
): Promise<ClipFrame[]> {
  const bytes = await readFile(clip);
  const end = until_ms < Number.POSITIVE_INFINITY ? `|${until_ms}` : '';
  const how = `|${WAY}|${fps}|${SHORTER_SIDE}${end}${from_ms > 0 ? `|from ${from_ms}` : ''}`;
  const name = createHash('sha256').update(bytes).update(how).digest('hex').slice(0, 24);
  const folder = join(tmpdir(), `standpoint-lab-clips-${process.getuid?.() ?? 0}`, name);
  const found = await listed(folder);
  if (found.length > 0) return found;
  const draft = await mkdtempIn(folder);
  try {
    await decode(bytes, { fps, from_ms, until_ms }, async (t_ms, jpeg) => {
      await writeFile(join(draft, `${String(t_ms).padStart(8, '0')}.jpg`), jpeg);
    });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return listed(folder);
}

async function mkdtempIn(folder: string): Promise<string> {
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o700 });
  return mkdtemp(`${folder}-`);
}

async function listed(folder: string): Promise<ClipFrame[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith('.jpg'))
    .sort()
    .map((name) => ({ t_ms: Number(name.slice(0, -4)), file: join(folder, name) }));
}

type Keep = (t_ms: number, jpeg: Buffer) => Promise<void>;

async function decode(clip: Buffer, { fps, from_ms, until_ms }: Required<Pace>, keep: Keep): Promise<void> {
  // The emulated card draws the pictures, although the browser alone would take half of the time. Without the card they
  // differ by about one level of 255, and a test of the screen's light then fails (`face.browser.long.test.ts`).
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const duration_ms = Math.min(await openClip(page, clip), until_ms);
    const times = Array.from({ length: Math.floor(((duration_ms - from_ms) * fps) / 1_000) }, (_, i) =>
      Math.round(from_ms + (i * 1_000) / fps),
    );
    for (let from = 0; from < times.length; from += AT_ONCE) {
      const some = times.slice(from, from + AT_ONCE);
      const pictures = await page.evaluate(picturesAt, { times: some, shorter: SHORTER_SIDE });
      for (const [i, picture] of pictures.entries()) await keep(some[i]!, Buffer.from(picture, 'base64'));
    }
  } finally {
    await browser.close();
  }
}

/** Loads the whole clip into the page, so that every moment can be sought. Returns its length. */
async function openClip(page: Page, clip: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    document.body.append(video);
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(`this clip cannot be decoded: ${video.error?.message}`));
      video.src = URL.createObjectURL(new Blob([bytes]));
    });
    if (Number.isFinite(video.duration)) return video.duration * 1_000;
    // A recording without a length in its header reveals it after a seek to its end.
    video.currentTime = 1e6;
    await new Promise((resolve) => {
      video.onseeked = resolve;
    });
    return video.currentTime * 1_000;
  }, clip.toString('base64'));
}

/** Runs in the page. */
async function picturesAt({ times, shorter }: { times: number[]; shorter: number }): Promise<string[]> {
  const video = document.querySelector('video')!;
  const scale = Math.max(1, shorter / Math.min(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  const pictures: string[] = [];
  for (const t_ms of times) {
    const sought = new Promise((resolve) => {
      video.onseeked = resolve;
    });
    const presented = new Promise<void>((resolve) => video.requestVideoFrameCallback(() => resolve()));
    video.currentTime = t_ms / 1_000 + 0.001;
    await sought;
    // On a busy machine the picture comes after the event: the one before would be drawn once more. Where the
    // moment has the same picture none is presented, so two screens later it is there in any case.
    const drawn = new Promise<void>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
    );
    await Promise.race([presented, drawn]);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    pictures.push(canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!);
  }
  return pictures;
}
