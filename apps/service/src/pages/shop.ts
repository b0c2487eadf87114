import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createShop } from '@standpoint/example-shop';
import { Standpoint } from '@standpoint/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeForStranger } from '../calls/take.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Demo } from '../first-run.ts';
import type { FrontEnd } from '../frontends.ts';
import { addressOf } from '../http/client-address.ts';
import type { Plugin } from '../http/server.ts';
import { networkKey } from '../network-address.ts';
import { Refusal } from '../refuse.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

export const SHOP_PAGE: FrontEnd = {
  name: 'demo shop',
  root: join(REPOSITORY, 'examples/shop'),
  also: ['packages/contract/src', 'packages/web/src'].map((folder) => join(REPOSITORY, folder)),
};

const PATH = '/demo';

type DemoKeys = Pick<Demo, 'workflow_id' | 'shop_policy_id'> & {
  api_key: { key: string };
  results_key: { key: string };
};

/**
 * The example shop at /demo, with the keys of the first run. It calls the service over HTTP like any
 * integrator. Without `DATA_DIR/demo.json` there is no shop. `files` is the folder of its built page.
 */
export function shop(files: string): Plugin {
  return async (app, deps) => {
    const { config } = deps;
    // Off: there are no routes, and /demo is an address like any other that does not exist.
    if (!config.demo) return;
    let handler: RequestListener | null = null;
    await app.register(async (scope: FastifyInstance) => {
      // The shop reads request bodies itself.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.route({
        method: ['GET', 'POST'],
        url: PATH,
        handler: (_request, reply) => reply.redirect(`${PATH}/`),
      });
      scope.route({
        method: ['GET', 'POST'],
        url: `${PATH}/*`,
        handler: async (request, reply) => {
          handler ??= openShop(config, files);
          if (!handler) throw new Refusal('not_found', 'the demo is not part of this installation');
          if (request.method === 'POST') await admit(deps, request);
          reply.hijack();
          return handler(request.raw, reply.raw);
        },
      });
    });
  };
}

/**
 * Whatever is posted here may mint a token, and with each token a stranger can make the rows of one check.
 * All of it is counted, so that no other spelling of an address goes round the limit: per address, and for
 * all of them together.
 */
async function admit(deps: Deps, request: FastifyRequest): Promise<void> {
  await takeForStranger(deps, 'demo_address', networkKey(addressOf(deps, request)));
  await takeForStranger(deps, 'demo', 'all');
}

function openShop(config: Config, files: string): RequestListener | null {
  const keys = readKeys(config);
  if (!keys) return null;
  const standpoint = new Standpoint({
    apiKey: keys.api_key.key,
    resultsKey: keys.results_key.key,
    baseUrl: inside(config),
    issuer: config.base_url,
  });
  return createShop({
    standpoint,
    workflowId: keys.workflow_id,
    policyId: keys.shop_policy_id,
    baseUrl: config.base_url,
    faceUrl: config.face_base_url,
    path: PATH,
    acceptSandbox: true,
    files,
  });
}

/** Our own listener's address: the public one may not be reachable from here (a proxy, a container). */
function inside({ host, port }: Config): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function readKeys({ data_dir }: Config): DemoKeys | null {
  try {
    return JSON.parse(readFileSync(join(data_dir, 'demo.json'), 'utf8')) as DemoKeys;
  } catch {
    return null;
  }
}
