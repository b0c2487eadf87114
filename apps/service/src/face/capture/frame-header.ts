/**
 * Type and size of an image by its first bytes. Nothing is decoded, because a pixel bomb must be refused
 * before it costs anything.
 */
interface FrameHeader {
  media_type: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/** Reads JPEG (ITU-T T.81) or WebP (RFC 9649); null for any other format, and where no size can be found. */
export function frameHeader(bytes: Buffer): FrameHeader | null {
  const header = bytes[0] === 0xff && bytes[1] === 0xd8 ? jpeg(bytes) : webp(bytes);
  return header && header.width > 0 && header.height > 0 ? header : null;
}

/** Markers SOF0 to SOF15, without DHT, JPG and DAC, which lie in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpeg(bytes: Buffer): FrameHeader | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return {
        media_type: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    // Image data, or the end, comes before any frame header.
    if (marker === 0xda || marker === 0xd9 || marker === 0x00) return null;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function webp(bytes: Buffer): FrameHeader | null {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP'
  )
    return null;
  const media_type = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return { media_type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { media_type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { media_type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
