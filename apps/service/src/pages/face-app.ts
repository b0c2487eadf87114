import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { WorkflowDefinition } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import type { Plugin } from '../http/server.ts';

/** Scripts and workers of the app alone; the camera's frames live in blobs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const PERMISSIONS = 'camera=(self), geolocation=(), microphone=(), display-capture=()';

/** Serves the built face app below the path of `STANDPOINT_FACE_BASE_URL`. */
export const faceApp =
  (folder: string): Plugin =>
  async (app, deps) => {
    const prefix = new URL(deps.config.face_base_url).pathname.replace(/\/$/, '');
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    const page = (ancestors: string) => ({
      'content-security-policy': `${POLICY}; frame-ancestors ${ancestors}`,
      'permissions-policy': PERMISSIONS,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      // A page in another origin's frame opens no windows that this could cut off.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (existsSync(join(folder, 'assets')))
      await app.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: `${prefix}/assets/`,
        decorateReply: false,
        index: false,
        maxAge: '1y',
        immutable: true,
      });
    // The phone's page: a framed one could be dressed up as part of somebody's site.
    app.get(`${prefix}/h`, (_request, reply) => reply.headers(page("'none'")).send(index));
    app.get<{ Params: { workflow_id: string } }>(`${prefix}/:workflow_id`, async (request, reply) =>
      reply.headers(page(await ancestorsOf(deps, request.params.workflow_id))).send(index),
    );
  };

/** The workflow's exact origins; nobody but the service itself where there is no such workflow. */
async function ancestorsOf({ database }: Deps, workflow_id: string): Promise<string> {
  const found = await database.db
    .selectFrom('workflow')
    .select('definition')
    .where('workflow_id', '=', workflow_id.slice(0, 64))
    .where('status', '=', 'published')
    .executeTakeFirst();
  const { origins = [] } = (found?.definition ?? {}) as Partial<WorkflowDefinition>;
  return ["'self'", ...origins].join(' ');
}
