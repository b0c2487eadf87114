import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** Types of the files that a front end may serve; a file of any other type is not served. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

export interface Asset {
  bytes: Buffer;
  /** Null until the compressed bytes are made; meanwhile the plain bytes are sent. */
  gzipped: Buffer | null;
  type: string;
}

const compress = promisify(gzip);

/** Bytes that are sent often: compressed once. */
export function asset(bytes: Buffer, type: string): Asset {
  const made: Asset = { bytes, gzipped: null, type };
  void compress(bytes, { level: 9 }).then((gzipped) => {
    made.gzipped = gzipped;
  });
  return made;
}

/** The files in `assets/` of a built front end, by name. */
export const readAssets = (files: string): Map<string, Asset> =>
  new Map(
    readdirSync(join(files, 'assets'), { withFileTypes: true })
      .filter((entry: Dirent) => entry.isFile() && TYPES[extname(entry.name)])
      .map(({ name }) => [name, asset(readFileSync(join(files, 'assets', name)), TYPES[extname(name)]!)]),
  );

export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|,)\s*gzip\s*(,|;\s*q=(0\.0*[1-9]|1)|$)/i.test(String(accepted ?? ''));

/** Sends the compressed bytes to those who take them. */
export function sendCompressed(
  reply: FastifyReply,
  { bytes, gzipped, type }: Asset,
  accepted: string | string[] | undefined,
): FastifyReply {
  const chosen = takesGzip(accepted) ? gzipped : null;
  reply.header('vary', 'accept-encoding').type(type);
  if (chosen) reply.header('content-encoding', 'gzip');
  return reply.send(chosen ?? bytes);
}

/** For what has a hash of its content in its address: kept for a year. */
export const KEPT_FOR_GOOD = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sends a file whose name has a hash of its content. */
export const sendAsset = (
  reply: FastifyReply,
  found: Asset,
  accepted: string | string[] | undefined,
  headers: Record<string, string> = {},
): FastifyReply => sendCompressed(reply.headers({ ...KEPT_FOR_GOOD, ...headers }), found, accepted);
