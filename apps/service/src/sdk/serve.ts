import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from '../http/server.ts';
import { type Asset, readFilesOf, sendAsset } from '../pages/built-assets.ts';
import { servePage } from '../pages/page.ts';
import { refuse } from '../refuse.ts';
import { FILES, type Form, integrityOf, versionsIn } from './browser.ts';
import { type Listed, type Manifest, sdkPage } from './page.ts';
import { changedIn, integritiesIn, type Released, readReleased } from './released.ts';

/** Pages of any origin load it: it is the same for everybody, and no secret. */
const PUBLIC = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Every built file, by `version/name`. */
const readAll = (files: string): Map<string, Asset> =>
  new Map(
    versionsIn(files).flatMap((version) =>
      [...readFilesOf(`${files}/${version}`)].map(([name, asset]) => [`${version}/${name}`, asset] as const),
    ),
  );

/** For a file whose bytes may change under its address: asked for again after a minute. */
const SHORT = { 'cache-control': 'public, max-age=60' };

function manifestOf(
  { files, released }: Served,
  assets: ReadonlyMap<string, Asset>,
  base_url: string,
): Manifest {
  const listed = (version: string, form: Form): Listed => {
    const { bytes } = assets.get(`${version}/${FILES[form]}`)!;
    const url = `${base_url}/sdk/${version}/${FILES[form]}`;
    return { url, integrity: integrityOf(bytes), bytes: bytes.length };
  };
  const versions = versionsIn(files).map((version) => ({
    version,
    line: version.split('.').slice(0, 2).join('.'),
    released: released.includes(version),
    module: listed(version, 'module'),
    global: listed(version, 'global'),
  }));
  return { latest: versions[0]!.version, versions };
}

interface Served {
  files: string;
  /** The versions with the bytes of their release. */
  released: readonly string[];
}

/** Whether the browser has these bytes already (RFC 9110 §13.1.2). */
const known = (asked: string | undefined, etag: string): boolean =>
  (asked ?? '').split(',').some((one) => one.trim() === etag || one.trim() === '*');

/**
 * The browser SDK below `/sdk`. `files`: the folder of `builtBrowserSdk`. The exact version stands in the address. A
 * file with the bytes of its release never changes, and browsers may keep it for good; any other is asked for again,
 * because the sources of a clone may change under their version. `/sdk/manifest.json` says what there is, and `/sdk/`
 * what to copy.
 */
export const browserSdk =
  (files: string, list: Released = readReleased()): Plugin =>
  (app, { config, log }) => {
    const assets = readAll(files);
    const built = integritiesIn(files);
    const changed = changedIn(built, list);
    const released = Object.keys(built).filter((version) => list[version] && !changed.includes(version));
    if (changed.length > 0)
      log.warn(
        { changed },
        'The browser SDK differs from its release: pages that name its integrity block it.',
      );
    const manifest = manifestOf({ files, released }, assets, config.base_url);
    servePage(app, '/sdk/', () => sdkPage(manifest, config.base_url));
    app.get('/sdk', (_request, reply) => reply.redirect('/sdk/'));
    app.get('/sdk/manifest.json', (_request, reply) =>
      reply.headers({ ...PUBLIC, 'cache-control': 'public, max-age=300' }).send(manifest),
    );
    app.get<{ Params: { version: string; name: string } }>(
      '/sdk/:version/:name',
      (request: FastifyRequest<{ Params: { version: string; name: string } }>, reply: FastifyReply) => {
        const { version, name } = request.params;
        const found = assets.get(`${version}/${name}`);
        if (!found) refuse('not_found', 'no such file of the browser SDK', { message: missing(manifest) });
        if (released.includes(version))
          return sendAsset(reply, found, request.headers['accept-encoding'], PUBLIC);
        const etag = `W/"${built[version]![name]}"`;
        reply.headers({ ...PUBLIC, ...SHORT, etag });
        if (known(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return sendAsset(reply, found, request.headers['accept-encoding'], { ...PUBLIC, ...SHORT });
      },
    );
  };

const missing = ({ versions }: Manifest): string =>
  `There is no such file of the browser SDK. This service has the versions ` +
  `${versions.map(({ version }) => version).join(' and ')}, each with ${FILES.module} and ${FILES.global}; ` +
  '/sdk/manifest.json lists them.';
