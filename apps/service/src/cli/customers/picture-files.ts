import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportRecord } from '@standpoint/contract';

/** A picture in an export: of a frame, or one of a clip. */
interface Picture {
  t_ms: number | null;
  image_base64: string;
}

/**
 * Writes the pictures of these records as files that any viewer opens, and gives their number. A name says which
 * attempt and step a picture is of, and when it was taken: `fca_….7-s7-9120ms.jpg`. The folder is for its owner alone.
 */
export function writePictures(folder: string, records: readonly ExportRecord[]): number {
  const files = records.filter(({ kind }) => kind === 'frame').flatMap(({ data }) => filesOf(data));
  if (files.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  return files.length;
}

function filesOf(data: ExportRecord['data']): { name: string; bytes: Buffer }[] {
  const { attempt_id, index, step, pictures, t_ms, image_base64 } = data as Record<string, string> &
    Partial<Picture> & { pictures?: Picture[] };
  const about = `${attempt_id}.${index}-${step}`;
  if (pictures)
    return pictures.map((picture, i) => fileOf(`${about}-${String(i + 1).padStart(3, '0')}`, picture));
  return image_base64 ? [fileOf(about, { t_ms: t_ms ?? null, image_base64 })] : [];
}

function fileOf(about: string, { t_ms, image_base64 }: Picture) {
  const bytes = Buffer.from(image_base64, 'base64');
  // The service takes no other format.
  const ending = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'webp' : 'jpg';
  const when = t_ms === null ? '' : `-${Math.round(t_ms)}ms`;
  return { name: `${about}${when}.${ending}`, bytes };
}
