import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProvenToken } from '../accounts/package-tokens.ts';
import type { Deps } from '../deps.ts';
import type { RouteConfig } from '../http/endpoint-route.ts';
import type { Plugin } from '../http/server.ts';
import { admitStranger, provenToken, StatusLine, takeForToken } from './admit.ts';
import type { ServedFile } from './artifact.ts';
import { iosPlace } from './artifacts/ios.ts';
import { mavenPath, mavenType, metadataOf, sumText } from './maven.ts';
import { npmPath, packument, versionOf } from './npm.ts';
import { WITHOUT_TOKEN } from './open-packages.ts';

const INSTALL = 'application/vnd.npm.install-v1+json';
const BASIC = 'Basic realm="Standpoint packages", charset="UTF-8"';

type Serve = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The private packages, at /npm, /maven and /ios: read only, each in the form that its clients know. */
export const registry: Plugin = async (app, deps) => {
  await folder(app, '/npm', npm(deps), (scope) => {
    scope.addHook('preSerialization', async (_request, reply, payload) =>
      // npm prints `error` of the body.
      reply.statusCode >= 400
        ? { ...(payload as object), error: (payload as { message: string }).message }
        : payload,
    );
  });
  for (const [path, serve] of [
    ['/maven', maven(deps)],
    ['/ios', ios(deps)],
  ] as const)
    await folder(app, path, serve, (scope) => {
      scope.addHook('onSend', async (_request, reply) => {
        // Maven and curl send a password only after they were asked for Basic.
        if (reply.statusCode === 401) reply.header('www-authenticate', BASIC);
      });
    });
};

/** Everything below one path. Calls are counted where it is known whether they need a token. */
const folder = async (
  app: FastifyInstance,
  path: string,
  serve: Serve,
  add: (scope: FastifyInstance) => void,
): Promise<void> => {
  await app.register(async (scope) => {
    add(scope);
    scope.setErrorHandler((error, _request, reply) => {
      if (error instanceof StatusLine) reply.raw.statusMessage = error.phrase;
      // The one place for refusals answers.
      throw error;
    });
    const config: RouteConfig = { credential: true };
    scope.get(`${path}/*`, { config: config as object }, (request, reply) =>
      serve((request.params as { '*': string })['*'], request, reply),
    );
  });
};

const missing = (what: string): never => {
  throw new StatusLine('not_found', {
    sentence: `${what} is not in this registry.`,
    phrase: 'Not in this registry',
  });
};

function npm(deps: Deps): Serve {
  const { base_url } = deps.config;
  return async (path, request, reply) => {
    if (path === '-/ping') {
      await admitStranger(deps, request);
      return reply.header('cache-control', 'no-store').send({});
    }
    const wanted = npmPath(path);
    const open = wanted !== null && WITHOUT_TOKEN.includes(wanted.name);
    if (open) await admitStranger(deps, request);
    const token = open ? null : await provenToken(deps, request);
    const files = wanted ? await deps.packages.files({ kind: 'npm', name: wanted.name }) : [];
    const tarball = files.find((each) => each.file === wanted?.tarball);
    if (token) await takeForToken(deps, token, costOf(request, tarball));
    if (path === '-/whoami' && token)
      return reply.header('cache-control', 'no-store').send({ username: token.name });
    if (!wanted || files.length === 0) return missing(wanted?.name ?? path.slice(0, 200));
    if (wanted.tarball !== undefined)
      return sendFile(
        { request, reply, token },
        tarball ?? missing(wanted.tarball),
        'application/octet-stream',
      );
    const abbreviated = String(request.headers.accept ?? '').includes(INSTALL);
    const all = packument(files, base_url, abbreviated);
    reply.header('vary', 'accept').type(`${abbreviated ? INSTALL : 'application/json'}; charset=utf-8`);
    if (wanted.version === undefined) return sendText(request, reply, JSON.stringify(all));
    const version = (all['dist-tags'] as Record<string, string>)[wanted.version] ?? wanted.version;
    const file =
      files.find((each) => each.version === version) ?? missing(`${wanted.name}@${wanted.version}`);
    return sendText(request, reply, JSON.stringify(versionOf(file, base_url, abbreviated)));
  };
}

function maven(deps: Deps): Serve {
  return async (path, request, reply) => {
    const token = await provenToken(deps, request);
    const place = mavenPath(path);
    const files = place ? await deps.packages.files({ kind: 'maven', name: place.name }) : [];
    const found = files.find((each) => each.version === place?.version && each.file === place.file);
    await takeForToken(deps, token, costOf(request, place?.sum ? undefined : found));
    const { name, version, file: wanted, sum } = place ?? missing(path.slice(0, 200));
    if (version === null) {
      const text = files.length > 0 ? metadataOf(files) : missing(name);
      reply.type(sum ? 'text/plain; charset=utf-8' : mavenType(wanted));
      return sendText(request, reply, sum ? sumText(sum, text) : text);
    }
    const file = found ?? missing(wanted);
    if (!sum) return sendFile({ request, reply, token }, file, mavenType(wanted));
    return sendText(request, reply.type('text/plain; charset=utf-8'), sumText(sum, file));
  };
}

function ios(deps: Deps): Serve {
  return async (path, request, reply) => {
    const token = await provenToken(deps, request);
    const sum = path.endsWith('.sha256');
    const wanted = sum ? path.slice(0, -'.sha256'.length) : path;
    const place = iosPlace(wanted);
    const files = place ? await deps.packages.files({ kind: 'ios', name: place.name }) : [];
    const found = files.find((each) => each.file === wanted);
    await takeForToken(deps, token, costOf(request, sum ? undefined : found));
    const file = found ?? missing(place ? wanted : path.slice(0, 200));
    if (!sum) return sendFile({ request, reply, token }, file, 'application/zip');
    return sendText(request, reply.type('text/plain; charset=utf-8'), `${sumText('sha256', file)}\n`);
  };
}

const MB = 2 ** 20;

const etagOf = ({ sha256 }: ServedFile): string => `"${sha256.toString('base64url')}"`;

/** True where the client has these bytes; then the answer is 304. */
function has({ headers }: FastifyRequest, etag: string): boolean {
  const held = String(headers['if-none-match'] ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}

/** What a call is counted as: one, and one more for each whole megabyte of the file that is sent. */
function costOf(request: FastifyRequest, file: ServedFile | undefined): number {
  if (!file || request.method === 'HEAD' || has(request, etagOf(file))) return 1;
  return 1 + Math.floor(file.size / MB);
}

/** A text that may change: kept by clients, and asked for again each time. */
function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  reply.headers({ 'cache-control': 'private, no-cache', etag });
  return has(request, etag) ? reply.code(304).send() : reply.send(text);
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Null where none is needed. */
  token: ProvenToken | null;
}

/** A file, which keeps its bytes for good unless this service packs it. Shared caches must not hold a private one. */
function sendFile({ request, reply, token }: Asked, file: ServedFile, type: string): FastifyReply {
  const kept = file.origin === 'imported' ? 'max-age=31536000, immutable' : 'no-cache';
  const etag = etagOf(file);
  reply.headers({ 'cache-control': `${token ? 'private' : 'public'}, ${kept}`, etag }).type(type);
  if (has(request, etag)) return reply.code(304).send();
  reply.header('content-length', file.size);
  // HEAD reads nothing from the database.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.read());
}
