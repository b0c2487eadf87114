import { isLocal } from '../demo-default.ts';
import type { Deps } from '../deps.ts';
import { hostOf } from '../http/host.ts';
import { registry } from '../http/metrics.ts';
import type { Plugin } from '../http/server.ts';
import { consentPage } from './docs/consent.ts';
import { docsPage } from './docs/docs.ts';
import { errorsPage } from './docs/errors.ts';
import { retentionPage } from './docs/retention.ts';
import { sandboxPage } from './docs/sandbox.ts';
import { OUTCOMES } from './docs/sandbox-outcomes.ts';
import { readinessAnswer, sharedLook, type Watched } from './health.ts';
import { landingPage } from './landing.ts';
import { admitToMetrics } from './metrics-access.ts';
import { openapi } from './openapi.ts';
import { type App, serveAsset, servePage } from './page.ts';
import { signIn } from './sign-in.ts';

interface PagesOptions extends Watched {
  demo_shop?: boolean;
  /** Whether the browser SDK is served, so that the first page may lead to it. */
  browser_sdk?: boolean;
}

/** The service's own pages and machine-readable addresses. */
export const pages =
  (options: PagesOptions = {}): Plugin =>
  (app, deps) => {
    const { config } = deps;
    for (const name of ['style.css', 'reference.css']) serveAsset(app, name, 'text/css; charset=utf-8');
    serveAsset(app, 'icon.svg', 'image/svg+xml');
    servePage(app, '/', () =>
      landingPage(config, {
        demo: config.demo && (options.demo_shop ?? false),
        sdk: options.browser_sdk ?? false,
      }),
    );
    servePage(app, '/docs', () => docsPage(config));
    servePage(app, '/docs/errors', errorsPage);
    servePage(app, '/docs/sandbox', () => sandboxPage(config));
    servePage(app, '/docs/consent', consentPage);
    servePage(app, '/docs/retention', retentionPage);
    addMachineReadable(app, deps);
    addHealth(app, deps, options);
    signIn(app, deps);
  };

function addMachineReadable(app: App, { config, keys }: Deps): void {
  const host = hostOf(config);
  const jwks = (env: 'production' | 'sandbox') => publicKeys(keys.of(env).jwks.keys);
  app.get('/.well-known/jwks.json', (request, reply) =>
    reply.headers(PUBLISHED).send(jwks(host(request.raw))),
  );
  app.get('/sandbox/.well-known/jwks.json', (_request, reply) =>
    reply.headers(PUBLISHED).send(jwks('sandbox')),
  );
  let document: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openapi(config));
    return reply.headers(PUBLISHED).type('application/json; charset=utf-8').send(document);
  });
  app.get('/sandbox/outcomes', () => ({ status_code: 200, message: 'OK', data: { outcomes: OUTCOMES } }));
}

/** Public on purpose: pages of any origin may check signatures and generate clients. */
const PUBLISHED = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/**
 * Members are copied one by one, so that a private one can never be published, whatever the ring contains.
 */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg'] as const;

const publicKeys = (keys: readonly object[]) => ({
  keys: keys.map((key) =>
    Object.fromEntries(
      PUBLIC_MEMBERS.flatMap((name) => (name in key ? [[name, (key as Record<string, unknown>)[name]]] : [])),
    ),
  ),
});

function addHealth(app: App, deps: Deps, watched: Watched): void {
  const { config } = deps;
  const look = sharedLook(deps, watched);
  // Behind a balancer all strangers may have its address: their flood must not have it refused here.
  const uncounted = { config: { uncounted: true } };
  app.get('/healthz', uncounted, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status_code: 200, message: 'OK', data: {} }),
  );
  app.get('/readyz', uncounted, async (request, reply) => {
    deps.going_down.asked();
    const answer = readinessAnswer(await look(), request.id, config.base_url);
    return reply.code(answer.status_code).header('cache-control', 'no-store').send(answer);
  });
  app.get('/metrics', async (request, reply) => {
    admitToMetrics(config.metrics_token, {
      authorization: request.headers.authorization,
      remote_address: request.socket.remoteAddress,
      forwarded: request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined,
      local_service: isLocal(config.base_url),
    });
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
