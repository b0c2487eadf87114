import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export interface Shot {
  area: 'dashboard' | 'face';
  screen: string;
  device: 'phone' | 'desktop';
  theme: 'light' | 'dark';
  /** From right to left. */
  rtl: boolean;
  file: string;
  bytes: number;
}

/** Where all pictures go; Git ignores it. */
export const FOLDER = join(import.meta.dirname, '../../.screens');

/** Makes the folder, or takes away the pictures that it has. */
export const emptied = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith('.png')) rmSync(join(folder, file));
};

/** The screens have few, flat colours, so a palette needs a third of the bytes. */
const shrink = (png: Buffer, width: number, colours: number): Promise<Buffer> =>
  sharp(png).resize({ width }).png({ palette: true, colours, effort: 9 }).toBuffer();

/** What a picture shows, by its name. */
export function shownIn(file: string): Omit<Shot, 'bytes'> {
  const found = /^(dashboard-)?(.+)-(phone|desktop)-(light|dark)(-rtl)?\.png$/.exec(file);
  if (!found) throw new Error(`${file} is no name of a picture`);
  const [, dashboard, screen, device, theme, rtl] = found as unknown as [
    string,
    string | undefined,
    string,
    Shot['device'],
    Shot['theme'],
    string | undefined,
  ];
  return { area: dashboard ? 'dashboard' : 'face', screen, device, theme, rtl: rtl !== undefined, file };
}

interface Format {
  width: number;
  colours: number;
}

export async function keep(
  shot: Omit<Shot, 'file' | 'bytes'>,
  png: Buffer,
  { width, colours }: Format,
): Promise<Shot> {
  const area = shot.area === 'dashboard' ? 'dashboard-' : '';
  const file = `${area}${shot.screen}-${shot.device}-${shot.theme}${shot.rtl ? '-rtl' : ''}.png`;
  const bytes = await shrink(png, width, colours);
  writeFileSync(join(FOLDER, file), bytes);
  return { ...shot, file, bytes: bytes.length };
}
