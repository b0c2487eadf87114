import { CaptureManifest } from '@standpoint/contract';
import sharp from 'sharp';
import { compile } from '../../compiled.ts';
import type { UploadPart } from '../../deps.ts';
import { JsonError, parseJson } from '../../json.ts';
import { refuse } from '../../refuse.ts';
import { UPLOAD } from './attempt.ts';
import { frameHeader, MAX_PIXELS } from './frame-header.ts';
import { frameHash } from './manifest.ts';

export interface UploadedFrame {
  bytes: Buffer;
  sha256: Buffer;
  width: number;
  height: number;
}
export interface Upload {
  manifest: CaptureManifest;
  frames: UploadedFrame[];
}

const fits = compile(CaptureManifest);
/** Enough for a hundred manifests of ten frames, the facts of a track and some hints. */
const MANIFEST_BYTES = 256 * 1024;

/**
 * Reads the parts in order, `manifest` first, then `frame_0` to `frame_n`. Stops at the first wrong part, so
 * that a wrong upload costs as little as possible. Sizes in pixels come from the headers alone.
 */
export async function readUpload(parts: AsyncIterable<UploadPart>): Promise<Upload> {
  let manifest: CaptureManifest | null = null;
  const frames: UploadedFrame[] = [];
  let total = 0;
  for await (const part of parts) {
    const expected = manifest ? `frame_${frames.length}` : 'manifest';
    if (part.name !== expected) badField(expected, 'is expected at this place');
    const bytes = await part.bytes();
    total += bytes.length;
    if (total > UPLOAD.max_bytes) refuse('body_too_large', 'all parts together');
    if (!manifest) manifest = readManifest(bytes);
    else frames.push(readFrame(bytes, part.media_type, frames.length, manifest.frames.length));
  }
  if (!manifest) return badField('manifest', 'is required');
  if (frames.length !== manifest.frames.length)
    badField(`frame_${frames.length}`, 'is in the manifest and not in the upload');
  return { manifest, frames };
}

function badField(path: string, message: string): never {
  return refuse('invalid_request', `${path} ${message}`, { fields: [{ path, message }] });
}

function readManifest(bytes: Buffer): CaptureManifest {
  if (bytes.length > MANIFEST_BYTES) refuse('body_too_large', 'manifest');
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse('invalid_json', error.message, { fields: [{ path: 'manifest', message: error.message }] });
  }
  if (fits.Check(value)) return value as CaptureManifest;
  const [problem] = fits.Errors(value) as unknown as { instancePath: string; message: string }[];
  const path = `manifest${problem?.instancePath ?? ''}`
    .replaceAll('/', '.')
    .replace(/[^\w.]/g, '?')
    .slice(0, 128);
  return badField(path, problem?.message ?? 'does not have the expected form');
}

function readFrame(bytes: Buffer, media_type: string, index: number, announced: number): UploadedFrame {
  const path = `frame_${index}`;
  if (index >= announced) badField(path, 'is not in the manifest');
  if (bytes.length > UPLOAD.frame_bytes) refuse('body_too_large', path);
  const header = frameHeader(bytes);
  if (!header) return unusable(index, 'is neither a JPEG nor a WebP image');
  if (header.media_type !== media_type) unusable(index, `is ${header.media_type}, not what its part says`);
  if (header.width * header.height > MAX_PIXELS) unusable(index, 'has more than 16 megapixels');
  return { bytes, sha256: frameHash(bytes), width: header.width, height: header.height };
}

function unusable(index: number, message: string): never {
  return refuse('image_unusable', `frame_${index} ${message}`, {
    fields: [{ path: `frame_${index}`, message }],
  });
}

/** Runs a piece of work when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Decodes every frame at a small size, off the event loop, so that a frame that is cut off or lies about its
 * size is found here and not by the models.
 */
export async function requireDecodable(
  frames: readonly UploadedFrame[],
  inTurn: InTurn = (work) => work(),
): Promise<void> {
  for (const [index, { bytes, ...size }] of frames.entries())
    if (!(await inTurn(() => decodes(bytes, size)))) unusable(index, 'cannot be decoded');
}

/** Whether the bytes are one whole picture of the size that its header claims. */
export async function decodes(bytes: Buffer, size: { width: number; height: number }): Promise<boolean> {
  try {
    const image = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'truncated',
      sequentialRead: true,
      animated: false,
    });
    const { width, height, pages = 1 } = await image.metadata();
    if (width !== size.width || height !== size.height || pages > 1) return false;
    await image.resize(64, 64, { fit: 'fill', kernel: 'nearest' }).timeout({ seconds: 5 }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
