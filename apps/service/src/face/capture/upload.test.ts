import { describe, expect, it } from 'vitest';
import { noise } from '../../../testing/face/face.ts';
import { mutant } from '../../../testing/mutant.ts';
import { frameHeader } from './frame-header.ts';
import { decodes } from './upload.ts';

/** The same picture, with another size in its first frame header. */
function resized(picture: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(picture);
  if (bytes[0] !== 0xff) {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
    return bytes;
  }
  let at = 2;
  while (bytes[at + 1]! < 0xc0 || bytes[at + 1]! > 0xc2) at += 2 + bytes.readUInt16BE(at + 2);
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

const accepted = (bytes: Buffer, by = decodes) => by(bytes, frameHeader(bytes)!);

describe('a picture', () => {
  it.each(['jpeg', 'webp'] as const)('is accepted as %s with the size of its scan', async (format) => {
    expect(await accepted(await noise(160, 120, format))).toBe(true);
  });

  // A WebP decoder may read zeros for a few blocks that are missing, so only a gross lie is certain to fail.
  it.each([
    ['jpeg', 4_000, 4_000],
    ['jpeg', 160, 136],
    ['jpeg', 176, 120],
    ['webp', 4_000, 4_000],
  ] as const)('is refused as %s when its header claims %d × %d', async (format, width, height) => {
    const claimed = resized(await noise(160, 120, format), width, height);
    expect(frameHeader(claimed)).toMatchObject({ width, height });
    expect(await accepted(claimed)).toBe(false);
  });

  it('mutation control: is accepted with a header that claims more when only truncation counts', async () => {
    const careless = await mutant<{ decodes: typeof decodes }>('face/capture/upload.ts', [
      `= 'warning',`,
      `= 'truncated',`,
    ]);
    const claimed = resized(await noise(160, 120), 4_000, 4_000);
    expect(await accepted(claimed, careless.decodes)).toBe(true);
  });
});
