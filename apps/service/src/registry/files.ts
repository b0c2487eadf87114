import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteConfig } from '../http/endpoint-route.ts';
import type { Plugin } from '../http/server.ts';
import { refuse } from '../refuse.ts';
import { admit, told } from './admit.ts';
import type { Registry } from './contents.ts';
import type { Shelf } from './shelf.ts';

const ASKED_BY_TOKEN = { config: { credential: true } satisfies RouteConfig as object };
const SUMS = ['sha512', 'sha256', 'sha1', 'md5'] as const;
const TYPES: Record<string, string> = {
  xml: 'application/xml; charset=utf-8',
  pom: 'application/xml; charset=utf-8',
  module: 'application/json; charset=utf-8',
  zip: 'application/zip',
  jar: 'application/java-archive',
};

/** `/maven` and `/ios`: files behind Basic authentication, with the checksums that Maven and Gradle ask for. */
export const fileRegistries =
  (shelf: Shelf): Plugin =>
  (app, deps) => {
    for (const registry of ['maven', 'ios'] as const)
      app.get(`/${registry}/*`, ASKED_BY_TOKEN, (request: FastifyRequest, reply: FastifyReply) =>
        told(reply, async () => {
          await admit(deps, request, 'Basic');
          const path = (request.params as { '*': string })['*'];
          return send(await found(shelf, registry, path), path, reply);
        }),
      );
  };

/** A file, the list of versions of an artifact, or the checksum of either; null when there is none. */
async function found(shelf: Shelf, registry: Registry, path: string): Promise<Buffer | null> {
  const sum = SUMS.find((name) => path.endsWith(`.${name}`));
  if (sum) {
    const bytes = await found(shelf, registry, path.slice(0, -sum.length - 1));
    return bytes && Buffer.from(createHash(sum).update(bytes).digest('hex'));
  }
  const listed = registry === 'maven' && /^(.+)\/([^/]+)\/maven-metadata\.xml$/.exec(path);
  if (listed) return metadata(shelf, listed[1]!.replaceAll('/', '.'), listed[2]!);
  return shelf.bytes(registry, path);
}

/** What versions of an artifact there are, as Maven reads it. */
async function metadata(shelf: Shelf, group: string, artifact: string): Promise<Buffer | null> {
  const versions = await shelf.maven(`${group}:${artifact}`);
  const last = versions.at(-1);
  if (!last) return null;
  const release = versions.filter(({ version }) => !version.includes('-')).at(-1) ?? last;
  const newest = new Date(Math.max(...versions.map(({ added_at }) => added_at.getTime())));
  const stamp = newest.toISOString().replace(/\D/g, '').slice(0, 14);
  const lines = versions.map(({ version }) => `      <version>${version}</version>`);
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>${group}</groupId>
  <artifactId>${artifact}</artifactId>
  <versioning>
    <latest>${last.version}</latest>
    <release>${release.version}</release>
    <versions>
${lines.join('\n')}
    </versions>
    <lastUpdated>${stamp}</lastUpdated>
  </versioning>
</metadata>
`);
}

function send(bytes: Buffer | null, path: string, reply: FastifyReply): FastifyReply {
  const name = path.split('/').at(-1)!;
  if (!bytes)
    return refuse('not_found', 'no such package file', { message: `There is no file ${name} here.` });
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? [];
  const lists = name.startsWith('maven-metadata.xml');
  return reply
    .headers({ 'cache-control': lists ? 'private, no-cache' : 'private, max-age=31536000, immutable' })
    .type(TYPES[ending] ?? (SUMS.some((sum) => sum === ending) ? 'text/plain' : 'application/octet-stream'))
    .send(bytes);
}
