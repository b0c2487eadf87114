import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { remembered } from '../accounts/remembered.ts';
import type { Deps } from '../deps.ts';
import { LOCAL_PAGES } from '../framing.ts';
import { hostOf } from '../http/host.ts';
import type { Plugin } from '../http/server.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/**
 * Origins in the workflow's published version, else in its newest one; null when there is no such workflow.
 */
async function originsOf({ database }: Deps, workflow_id: string): Promise<readonly string[] | null> {
  const row = await database.db
    .selectFrom('workflow')
    .select('definition')
    .where('workflow_id', '=', workflow_id)
    .orderBy((order) => order.case().when('status', '=', 'published').then(0).else(1).end())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (row.definition.origins ?? []) : null;
}

/**
 * The page may load only its own scripts, styles and addresses. It never shows a camera picture as an image.
 */
const policy = (ancestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** The policy of a worker comes with the worker's own answer. It may run WebAssembly, but no text as code. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isWorker = (name: string): boolean => /^worker-.*\.js$/.test(name);

const WORKFLOW_ID = /^wf_[0-9A-HJKMNP-TV-Z]{26}$/;

interface Asset {
  bytes: Buffer;
  /** Null until the compressed bytes are made; meanwhile the plain bytes are sent. */
  gzipped: Buffer | null;
  type: string;
}

const compress = promisify(gzip);

function readAsset(path: string, type: string): Asset {
  const bytes = readFileSync(path);
  const asset: Asset = { bytes, gzipped: null, type };
  void compress(bytes, { level: 9 }).then((gzipped) => {
    asset.gzipped = gzipped;
  });
  return asset;
}

const readAssets = (files: string): Map<string, Asset> =>
  new Map(
    readdirSync(join(files, 'assets'), { withFileTypes: true })
      .filter((entry: Dirent) => entry.isFile() && TYPES[extname(entry.name)])
      .map(({ name }) => [name, readAsset(join(files, 'assets', name), TYPES[extname(name)]!)]),
  );

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|,)\s*gzip\s*(,|;\s*q=(0\.0*[1-9]|1)|$)/i.test(String(accepted ?? ''));

const sendAsset = (
  reply: FastifyReply,
  name: string,
  asset: Asset,
  accepted: string | string[] | undefined,
) => {
  const gzipped = takesGzip(accepted) ? asset.gzipped : null;
  return reply
    .headers({
      // The file name has a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(gzipped && { 'content-encoding': 'gzip' }),
      ...(isWorker(name) && { 'content-security-policy': WORKER_POLICY }),
    })
    .type(asset.type)
    .send(gzipped ?? asset.bytes);
};

const permissions = (geolocation: string): string =>
  `camera=(self), microphone=(), geolocation=${geolocation}, display-capture=()`;

/**
 * The face app below the path of STANDPOINT_FACE_BASE_URL. `files` is the folder of its built files. The page
 * of a workflow may be framed by the workflow's origins. The phone's page (`/h`) may not be framed at all, so
 * that no other page can be laid over its questions (clickjacking).
 */
export const faceApp =
  (files: string): Plugin =>
  (app, deps) => {
    const base = new URL(deps.config.face_base_url).pathname.replace(/\/$/, '');
    const page = readFileSync(join(files, 'index.html'));
    const assets = readAssets(files);
    const host = hostOf(deps.config);
    const isSandbox = (request: FastifyRequest) => host(request.raw) === 'sandbox';
    const origins = remembered((workflow_id) => originsOf(deps, workflow_id));
    const sendPage = (reply: FastifyReply, ancestors: string, { status = 200, geolocation = '()' } = {}) =>
      reply
        .code(status)
        .header('content-security-policy', policy(ancestors))
        .header('permissions-policy', permissions(geolocation))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page);

    app.get<{ Params: { name: string } }>(`${base}/assets/:name`, ({ params: { name }, headers }, reply) => {
      const asset = assets.get(name);
      return asset ? sendAsset(reply, name, asset, headers['accept-encoding']) : reply.callNotFound();
    });
    app.get(`${base}/h`, (_request, reply) => sendPage(reply, "'none'", { geolocation: '(self)' }));
    app.get<{ Params: { workflow_id: string } }>(`${base}/:workflow_id`, async (request, reply) => {
      const { workflow_id } = request.params;
      const allowed = WORKFLOW_ID.test(workflow_id) ? await origins.get(workflow_id) : null;
      // The page itself says that the link does not work. No page may frame it.
      if (!allowed) return sendPage(reply, "'none'", { status: 404 });
      const local = isSandbox(request) ? [LOCAL_PAGES] : [];
      return sendPage(reply, ["'self'", ...allowed, ...local].join(' '));
    });
  };
