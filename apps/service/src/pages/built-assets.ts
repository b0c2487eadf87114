import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { CODINGS, type Coding, zipped } from './packing.ts';

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
  /** The same in the codings that are ready; without any the plain bytes are sent. */
  coded: Partial<Record<Coding, Buffer>>;
  type: string;
}

/** Bytes that are sent often, and that no build has packed: compressed once. */
export const asset = async (bytes: Buffer, type: string): Promise<Asset> => ({
  bytes,
  coded: { gzip: await zipped(bytes, { level: 9 }) },
  type,
});

/** The files in `assets/` of a built front end, by name, with their packed forms. */
export const readAssets = (files: string): Map<string, Asset> => readFilesOf(join(files, 'assets'));

/** The files of a folder that `packFiles` has packed, by name, with their packed forms. */
export function readFilesOf(folder: string): Map<string, Asset> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map(({ name }) => name);
  const packed = (name: string) =>
    CODINGS.filter(({ ending }) => names.includes(name + ending)).map(({ name: coding, ending }) => [
      coding,
      readFileSync(join(folder, name + ending)),
    ]);
  return new Map(
    names
      .filter((name) => TYPES[extname(name)])
      .map((name) => [
        name,
        {
          bytes: readFileSync(join(folder, name)),
          coded: Object.fromEntries(packed(name)),
          type: TYPES[extname(name)]!,
        },
      ]),
  );
}

const TAKES = Object.fromEntries(
  CODINGS.map(({ name }) => [name, new RegExp(`(^|,)\\s*${name}\\s*(,|;\\s*q=(0\\.0*[1-9]|1)|$)`, 'i')]),
) as Record<Coding, RegExp>;

export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  TAKES.gzip.test(String(accepted ?? ''));

/** Sends the smallest form that the browser takes. */
export function sendCompressed(
  reply: FastifyReply,
  { bytes, coded, type }: Asset,
  accepted: string | string[] | undefined,
): FastifyReply {
  const chosen = CODINGS.find(({ name }) => coded[name] && TAKES[name].test(String(accepted ?? '')))?.name;
  reply.header('vary', 'accept-encoding').type(type);
  if (chosen) reply.header('content-encoding', chosen);
  return reply.send(chosen ? coded[chosen] : bytes);
}

/** Headers that speak to documents: a script or a style has no use for them, and a page has dozens of these files. */
const OF_DOCUMENTS = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy'];

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
): FastifyReply => {
  for (const header of OF_DOCUMENTS) reply.removeHeader(header);
  return sendCompressed(reply.headers({ ...KEPT_FOR_GOOD, ...headers }), found, accepted);
};
