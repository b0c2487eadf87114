import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { RouteConfig } from '../http/endpoint-route.ts';
import type { Plugin } from '../http/server.ts';
import { refuse } from '../refuse.ts';
import { admit, told } from './admit.ts';
import { type NpmWanted, npmWanted } from './names.ts';
import { ABBREVIATED_TYPE, manifestAt, packument, tagsOf } from './packument.ts';
import type { NpmVersion, Shelf } from './shelf.ts';

/** They are open source, and a browser loads the first one anyway. */
const OPEN: ReadonlySet<string> = new Set(['@standpoint/web', '@standpoint/node']);
const ASKED_BY_TOKEN = { config: { credential: true } satisfies RouteConfig as object };
const JSON_TYPE = 'application/json; charset=utf-8';

/** `/npm`: a read-only registry for npm, pnpm and yarn. Its answers have npm's form, and refusals have ours. */
export const npmRegistry =
  (shelf: Shelf): Plugin =>
  (app, deps) => {
    app.get('/npm/-/ping', ASKED_BY_TOKEN, (request, reply) =>
      told(reply, async () => {
        await admit(deps, request, 'Bearer', true);
        return reply.send({});
      }),
    );
    app.get('/npm/-/whoami', ASKED_BY_TOKEN, (request, reply) =>
      told(reply, async () => {
        const token = await admit(deps, request, 'Bearer');
        return reply.send({ username: token!.name });
      }),
    );
    app.get('/npm/*', ASKED_BY_TOKEN, (request, reply) =>
      told(reply, () => answer(shelf, deps, request, reply)),
    );
  };

async function answer(
  shelf: Shelf,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const wanted = npmWanted((request.params as { '*': string })['*']);
  const open = wanted !== null && OPEN.has(wanted.name);
  await admit(deps, request, 'Bearer', open);
  if (!wanted) return missing('This is no address of a package. npm writes it as @scope/name.');
  if (wanted.what === 'file') return sendFile(shelf, wanted, reply, open);
  const versions = await shelf.npm(wanted.name);
  if (versions.length === 0) return missing(`There is no package ${wanted.name} here.`);
  return sendJson(documentOf(deps, wanted, versions, request), request, reply, open);
}

function documentOf(
  { config }: Deps,
  wanted: Exclude<NpmWanted, { what: 'file' }>,
  versions: readonly NpmVersion[],
  request: FastifyRequest,
): { document: object; type: string } {
  const { name, what } = wanted;
  if (what === 'tags') return { document: tagsOf(versions), type: JSON_TYPE };
  if (what === 'version') {
    const version = tagsOf(versions)[wanted.version] ?? wanted.version;
    const one = versions.find((each) => each.version === version);
    if (!one) return missing(`There is no version ${wanted.version} of ${name} here.`);
    return { document: manifestAt(name, one, config.base_url), type: JSON_TYPE };
  }
  const short = (request.headers.accept ?? '').includes(ABBREVIATED_TYPE);
  return {
    document: packument(name, versions, config.base_url, short),
    type: short ? ABBREVIATED_TYPE : JSON_TYPE,
  };
}

function sendJson(
  { document, type }: { document: object; type: string },
  request: FastifyRequest,
  reply: FastifyReply,
  open: boolean,
): FastifyReply {
  const text = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({
    etag,
    vary: 'accept, authorization',
    'cache-control': open ? 'no-cache' : 'private, no-cache',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).serializer(String).send(text);
}

async function sendFile(
  shelf: Shelf,
  { path, name }: Extract<NpmWanted, { what: 'file' }>,
  reply: FastifyReply,
  open: boolean,
): Promise<FastifyReply> {
  const bytes = await shelf.bytes('npm', path);
  if (!bytes) return missing(`There is no such version of ${name} here.`);
  // A version never changes.
  const kept = `${open ? 'public' : 'private'}, max-age=31536000, immutable`;
  return reply
    .headers({ vary: 'authorization', 'cache-control': kept })
    .type('application/octet-stream')
    .send(bytes);
}

const missing = (message: string): never => refuse('not_found', message, { message });
