import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from '../http/server.ts';
import { type Asset, readFilesOf, sendAsset } from '../pages/built-assets.ts';
import { servePage } from '../pages/page.ts';
import { refuse } from '../refuse.ts';
import { FILES, type Form, integrityOf, versionsIn } from './browser.ts';
import { type Listed, type Manifest, sdkPage } from './page.ts';

/** Pages of any origin load it: it is the same for everybody, and no secret. */
const PUBLIC = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Every built file, by `version/name`. */
const readAll = (files: string): Map<string, Asset> =>
  new Map(
    versionsIn(files).flatMap((version) =>
      [...readFilesOf(`${files}/${version}`)].map(([name, asset]) => [`${version}/${name}`, asset] as const),
    ),
  );

function manifestOf(files: string, assets: ReadonlyMap<string, Asset>, base_url: string): Manifest {
  const listed = (version: string, form: Form): Listed => {
    const { bytes } = assets.get(`${version}/${FILES[form]}`)!;
    const url = `${base_url}/sdk/${version}/${FILES[form]}`;
    return { url, integrity: integrityOf(bytes), bytes: bytes.length };
  };
  const versions = versionsIn(files).map((version) => ({
    version,
    line: version.split('.').slice(0, 2).join('.'),
    module: listed(version, 'module'),
    global: listed(version, 'global'),
  }));
  return { latest: versions[0]!.version, versions };
}

/**
 * The browser SDK below `/sdk`. `files`: the folder of `builtBrowserSdk`. The exact version stands in the
 * address, so that a file never changes and browsers may keep it for good; `/sdk/manifest.json` says what
 * there is, and `/sdk/` what to copy.
 */
export const browserSdk =
  (files: string): Plugin =>
  (app, { config }) => {
    const assets = readAll(files);
    const manifest = manifestOf(files, assets, config.base_url);
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
        return sendAsset(reply, found, request.headers['accept-encoding'], PUBLIC);
      },
    );
  };

const missing = ({ versions }: Manifest): string =>
  `There is no such file of the browser SDK. This service has the versions ` +
  `${versions.map(({ version }) => version).join(' and ')}, each with ${FILES.module} and ${FILES.global}; ` +
  '/sdk/manifest.json lists them.';
