import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { remembered } from '../accounts/remembered.ts';
import type { Deps } from '../deps.ts';
import { LOCAL_PAGES } from '../framing.ts';
import { hostOf } from '../http/host.ts';
import type { Plugin } from '../http/server.ts';
import { readAssets, sendAsset } from './built-assets.ts';

/** What the page of a workflow needs from elsewhere: who may frame it, and where its logo is. */
interface Around {
  origins: readonly string[];
  /** The origin of the logo; null without one that a browser would load. */
  logo: string | null;
}

const logoOrigin = (logo: string | undefined): string | null => {
  const url = logo === undefined ? null : URL.parse(logo);
  return url?.protocol === 'https:' ? url.origin : null;
};

/** From the workflow's published version, else from its newest one; null when there is no such workflow. */
async function aroundOf({ database }: Deps, workflow_id: string): Promise<Around | null> {
  const row = await database.db
    .selectFrom('workflow')
    .select('definition')
    .where('workflow_id', '=', workflow_id)
    .orderBy((order) => order.case().when('status', '=', 'published').then(0).else(1).end())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { origins = [], ui } = row.definition;
  return { origins, logo: logoOrigin(ui?.logo) };
}

/**
 * The page may load only its own scripts, styles and addresses, and the workflow's logo. It never shows a camera
 * picture as an image.
 */
const policy = (ancestors: string, logo: string | null = null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `img-src 'self'${logo ? ` ${logo}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** The policy of a worker comes with the worker's own answer. It may run WebAssembly, but no text as code. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isWorker = (name: string): boolean => /^worker-.*\.js$/.test(name);
const workerPolicy = (name: string): Record<string, string> =>
  isWorker(name) ? { 'content-security-policy': WORKER_POLICY } : {};

const WORKFLOW_ID = /^wf_[0-9A-HJKMNP-TV-Z]{26}$/;

const permissions = (geolocation: string): string =>
  `camera=(self), microphone=(), geolocation=${geolocation}, display-capture=()`;

interface Sent {
  status?: number;
  geolocation?: string;
  logo?: string | null;
}

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
    const around = remembered((workflow_id) => aroundOf(deps, workflow_id));
    const sendPage = (
      reply: FastifyReply,
      ancestors: string,
      { status = 200, geolocation = '()', logo }: Sent = {},
    ) =>
      reply
        .code(status)
        .header('content-security-policy', policy(ancestors, logo))
        .header('permissions-policy', permissions(geolocation))
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page);

    app.get<{ Params: { name: string } }>(`${base}/assets/:name`, ({ params: { name }, headers }, reply) => {
      const asset = assets.get(name);
      return asset
        ? sendAsset(reply, asset, headers['accept-encoding'], workerPolicy(name))
        : reply.callNotFound();
    });
    app.get(`${base}/h`, (_request, reply) => sendPage(reply, "'none'", { geolocation: '(self)' }));
    app.get<{ Params: { workflow_id: string } }>(`${base}/:workflow_id`, async (request, reply) => {
      const { workflow_id } = request.params;
      const found = WORKFLOW_ID.test(workflow_id) ? await around.get(workflow_id) : null;
      // The page itself says that the link does not work. No page may frame it.
      if (!found) return sendPage(reply, "'none'", { status: 404 });
      const local = isSandbox(request) ? [LOCAL_PAGES] : [];
      return sendPage(reply, ["'self'", ...found.origins, ...local].join(' '), { logo: found.logo });
    });
  };
