import { CLIP } from '@standpoint/contract';
import sharp from 'sharp';
import { findFaces } from '../../../apps/service/src/face/vision/networks/detector.ts';
import {
  around,
  type Point,
  roll,
  trace,
  traceFace,
} from '../../../apps/service/src/face/vision/networks/mesh.ts';
import type { Models } from '../../../apps/service/src/face/vision/networks/models.ts';
import type { ClipFrame } from '../clips/extract.ts';
import { type Raster, toRaster } from '../images/raster.ts';

/** A small picture of a recording, as the page would record it, with the landmarks of its face. */
export interface Traced {
  t_ms: number;
  picture: Raster;
  points: readonly Point[];
}

const LEAST_CONFIDENCE = 0.5;

/** The pictures of a part of a recording in which a face was found. */
export async function traced(models: Models, frames: readonly ClipFrame[]): Promise<Traced[]> {
  const found: Traced[] = [];
  let points: readonly Point[] | null = null;
  for (const { file, t_ms } of frames) {
    const small = await sharp(file)
      .resize({ width: CLIP.longest_side, height: CLIP.longest_side, fit: 'inside' })
      .jpeg({ quality: 90 })
      .toBuffer();
    const picture = await toRaster(small);
    points = await next(models, picture, points);
    if (points) found.push({ t_ms: t_ms - frames[0]!.t_ms, picture, points });
  }
  return found;
}

async function next(
  { detector, landmarks }: Models,
  picture: Raster,
  before: readonly Point[] | null,
): Promise<readonly Point[] | null> {
  const near = before && (await trace(landmarks, picture, around(before), roll(before)));
  if (near && near.confidence >= LEAST_CONFIDENCE) return near.points;
  const [face] = await findFaces(detector, picture);
  const mesh = face && (await traceFace(landmarks, picture, face));
  return mesh && mesh.confidence >= LEAST_CONFIDENCE ? mesh.points : null;
}
