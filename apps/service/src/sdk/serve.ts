import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plugin } from '../http/server.ts';
import { type Asset, readFilesOf, sendAsset } from '../pages/built-assets.ts';
import { refuse } from '../refuse.ts';
import { FILES, type Form, integrityOf, versionsIn } from './browser.ts';

/** One file of one version, as `/sdk/manifest.json` lists it. */
interface Listed {
  url: string;
  integrity: string;
  /** Without compression. */
  bytes: number;
}

/** Pages of any origin load it: it is the same for everybody, and no secret. */
const PUBLIC = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * The browser SDK below `/sdk`. `files`: the folder of `builtBrowserSdk`. The exact version stands in the address, so
 * that a file never changes and browsers may keep it for good; `/sdk/manifest.json` says what there is.
 */
export const browserSdk =
  (files: string): Plugin =>
  (app, { config }) => {
    const versions = versionsIn(files);
    const assets = new Map(
      versions.flatMap((version) =>
        [...readFilesOf(`${files}/${version}`)].map(
          ([name, asset]) => [`${version}/${name}`, asset] as const,
        ),
      ),
    );
    const listed = (version: string, form: Form): Listed => {
      const { bytes } = assets.get(`${version}/${FILES[form]}`)!;
      const url = `${config.base_url}/sdk/${version}/${FILES[form]}`;
      return { url, integrity: integrityOf(bytes), bytes: bytes.length };
    };
    const manifest = {
      latest: versions[0],
      versions: versions.map((version) => ({
        version,
        line: version.split('.').slice(0, 2).join('.'),
        module: listed(version, 'module'),
        global: listed(version, 'global'),
      })),
    };
    app.get('/sdk/manifest.json', (_request, reply) =>
      reply.headers({ ...PUBLIC, 'cache-control': 'public, max-age=300' }).send(manifest),
    );
    app.get<{ Params: { version: string; name: string } }>(
      '/sdk/:version/:name',
      (request: FastifyRequest<{ Params: { version: string; name: string } }>, reply: FastifyReply) => {
        const { version, name } = request.params;
        const found: Asset | undefined = assets.get(`${version}/${name}`);
        if (!found) refuse('not_found', 'no such file of the browser SDK', { message: missing(versions) });
        return sendAsset(reply, found, request.headers['accept-encoding'], PUBLIC);
      },
    );
  };

const missing = (versions: readonly string[]): string =>
  `There is no such file of the browser SDK. This service has the versions ${versions.join(' and ')}, each with ` +
  `${FILES.module} and ${FILES.global}; /sdk/manifest.json lists them.`;
