import { CAPS, CaptureManifest } from '@standpoint/contract';
import sharp from 'sharp';
import type { UploadPart } from '../../deps.ts';
import { JsonError, parseJson } from '../../json.ts';
import { refuse } from '../../refuse.ts';
import { inspector } from '../../validate.ts';
import { readClip, type UploadedClip } from './clip.ts';
import { frameHeader } from './frame-header.ts';
import { frameHash } from './manifest.ts';
import { tooManyPixels, type UploadLimits } from './upload-limits.ts';

interface UploadedFrame {
  bytes: Buffer;
  sha256: Buffer;
  width: number;
  height: number;
}
export interface Upload {
  manifest: CaptureManifest;
  frames: UploadedFrame[];
  clip: UploadedClip | null;
}

// Not normalised: in the facts of a track, null says something else than no answer.
const problemsOf = inspector(CaptureManifest);
/** Enough for thirty manifests of ten frames, the facts of a track and some hints. */
export const MANIFEST_BYTES = 64 * 1024;

/**
 * Reads the parts in order, `manifest` first, then `frame_0` to `frame_n`, and `clip` anywhere after the
 * manifest. Stops at the first wrong part, so that a wrong upload costs as little as possible. Sizes in pixels
 * come from the headers alone.
 */
export async function readUpload(parts: AsyncIterable<UploadPart>, limits: UploadLimits): Promise<Upload> {
  let manifest: CaptureManifest | null = null;
  const frames: UploadedFrame[] = [];
  let clip: UploadedClip | null = null;
  let total = 0;
  for await (const part of parts) {
    const expected = expectedPart(part.name, manifest, frames.length, clip);
    if (part.name !== expected) badField(expected, 'is expected at this place');
    const bytes = await part.bytes();
    total += bytes.length;
    if (total > limits.capture_body_bytes) tooLarge('', limits.capture_body_bytes);
    if (!manifest) manifest = readManifest(bytes);
    else if (part.name === 'clip') {
      if (bytes.length > limits.clip_bytes) tooLarge('clip', limits.clip_bytes);
      clip = readClip(bytes, manifest.clip!);
    } else {
      const index = frames.length;
      if (index >= manifest.frames.length) badField(`frame_${index}`, 'is not in the manifest');
      frames.push(readFrame(bytes, part.media_type, index, limits));
    }
  }
  if (!manifest) return badField('manifest', 'is required');
  if (frames.length !== manifest.frames.length)
    badField(`frame_${frames.length}`, 'is in the manifest and not in the upload');
  if (manifest.clip && !clip) badField('clip', 'is in the manifest and not in the upload');
  return { manifest, frames, clip };
}

/** The part that may come now: the next frame, or the clip if the manifest has one and it has not come yet. */
function expectedPart(
  name: string,
  manifest: CaptureManifest | null,
  frames: number,
  clip: UploadedClip | null,
): string {
  if (!manifest) return 'manifest';
  return name === 'clip' && manifest.clip && !clip ? 'clip' : `frame_${frames}`;
}

function badField(path: string, message: string): never {
  return refuse('invalid_request', `${path} ${message}`, { fields: [{ path, message }] });
}

function tooLarge(path: string, most: number): never {
  return refuse('body_too_large', path || 'all parts together', {
    fields: [{ path, message: `must have at most ${most} bytes` }],
  });
}

function readManifest(bytes: Buffer): CaptureManifest {
  if (bytes.length > MANIFEST_BYTES) tooLarge('manifest', MANIFEST_BYTES);
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse('invalid_json', error.message, { fields: [{ path: 'manifest', message: error.message }] });
  }
  const problems = problemsOf(value);
  if (!problems) return value as CaptureManifest;
  const fields = problems.map(({ path, message }) => ({
    path: path === '' ? 'manifest' : `manifest.${path}`,
    message,
  }));
  return refuse('invalid_request', 'manifest does not fit', { fields });
}

function readFrame(
  bytes: Buffer,
  media_type: string,
  index: number,
  { frame_bytes, frame_pixels }: UploadLimits,
): UploadedFrame {
  const path = `frame_${index}`;
  if (bytes.length > frame_bytes) tooLarge(path, frame_bytes);
  const header = frameHeader(bytes);
  if (!header) return unusable(path, 'is neither a JPEG nor a WebP image');
  if (header.media_type !== media_type) unusable(path, `is ${header.media_type}, not what its part says`);
  if (header.width * header.height > frame_pixels) unusable(path, tooManyPixels(frame_pixels));
  return { bytes, sha256: frameHash(bytes), width: header.width, height: header.height };
}

function unusable(path: string, message: string): never {
  return refuse('image_unusable', `${path} ${message}`, { fields: [{ path, message }] });
}

/** A picture of an upload, and the path that a refusal names. */
export interface NamedPicture {
  path: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** All pictures of an upload: its frames, then those of its clip. */
export const picturesOf = ({ frames, clip }: Upload): NamedPicture[] => [
  ...frames.map((frame, i) => ({ ...frame, path: `frame_${i}` })),
  ...(clip?.pictures ?? []).map((picture, i) => ({ ...picture, path: `clip.pictures.${i}` })),
];

/** Runs a piece of work when its turn comes. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Decodes every picture at a small size, off the event loop, so that a picture that is cut off or lies about its
 * size is found here and not by the models.
 */
export async function requireDecodable(
  pictures: readonly NamedPicture[],
  inTurn: InTurn = (work) => work(),
): Promise<void> {
  for (const { path, bytes, ...size } of pictures)
    if (!(await inTurn(() => decodes(bytes, size)))) unusable(path, 'cannot be decoded');
}

/**
 * Whether the bytes are one whole picture of the size that its header claims. With `truncated`, warnings of
 * the decoder are let pass.
 */
export async function decodes(
  bytes: Buffer,
  size: { width: number; height: number },
  failOn: 'truncated' | 'warning' = 'warning',
): Promise<boolean> {
  try {
    const image = sharp(bytes, {
      limitInputPixels: CAPS.frame_pixels.most,
      // A scan that ends before the size in the header is reached is a warning; the rest would be grey.
      failOn,
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
