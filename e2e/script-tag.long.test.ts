import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtBrowserSdk } from '../apps/service/src/sdk/browser.ts';
import { browserSdk } from '../apps/service/src/sdk/serve.ts';
import { openTestService, type TestService } from '../apps/service/testing/service.ts';
import { sharedBrowser } from './shared-browser.ts';

/**
 * A page without a bundler: one `<script>` of the service with its integrity, under a policy that allows no
 * inline code.
 *
 * In `npm test`: `../apps/service/src/sdk/serve.test.ts`
 */

let service: TestService;
let browser: Browser;
let server: Server;
let origin: string;
let manifest: {
  versions: { version: string; module: Record<string, string>; global: Record<string, string> }[];
};

const RUN = `
const say = (said) => { document.body.dataset.said = JSON.stringify(said); };
const run = async ({ createClient, isStandpointError }) => {
  const { base, line } = document.body.dataset;
  // The 0.3 line has two environments, each with an address of its own.
  const environment = line === '0.3' ? { environment: 'production' } : {};
  const token = await (await fetch('/token')).text();
  try {
    const { decision, livemode } = await createClient({ baseUrl: base, ...environment }).verify(token);
    say({ decision, livemode });
  } catch (error) {
    say({ ours: isStandpointError(error), code: error.code });
  }
};
document.querySelector('button').addEventListener('click', () => start().catch((error) => say({ failed: error.name })));
`;
const SCRIPTS = (module: string): Record<string, string> => ({
  '/global.js': `${RUN}const start = async () => run(globalThis.Standpoint);`,
  '/module.js': `${RUN}const start = async () => run(await import(document.querySelector('script[integrity]').src));`,
  '/worker-page.js': `${RUN}
const start = () => new Promise((done) => {
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => { say(data); done(); };
});`,
  '/worker.js': `
import { createClient, isStandpointError } from '${module}';
const before = Object.keys(globalThis).length;
createClient({ baseUrl: '${service.config.base_url}' }).verify('a.b.c').catch((error) =>
  postMessage({ ours: isStandpointError(error), code: error.code, left: Object.keys(globalThis).length - before }));`,
});

const html = (base: string, line: string, head: string, script: string) =>
  `<!doctype html><title>Bare page</title>${head}<body data-base="${base}" data-line="${line}"><button>Start</button>${script}</body>`;

function pageOf({ pathname, searchParams }: URL): { html: string } | undefined {
  const base = service.config.base_url;
  const [, version, form] = /^\/page\/([\d.]+)\/(\w+)$/.exec(pathname) ?? [];
  const found = manifest.versions.find((one) => one.version === version);
  if (!found || !form) return;
  const { url, integrity } = form === 'global' ? found.global : found.module;
  const wanted = searchParams.has('wrong') ? integrity!.replace(/.{8}$/, 'AAAAAAAA') : integrity;
  const type = form === 'global' ? '' : ' type="module"';
  const sdk = `<script${type} src="${url}" integrity="${wanted}" crossorigin="anonymous"></script>`;
  const own = form === 'worker' ? 'worker-page' : form;
  return { html: html(base, version!.slice(0, 3), sdk, `<script src="/${own}.js"></script>`) };
}

async function answer(address: string): Promise<{ type: string; text: string }> {
  const url = new URL(address, origin);
  if (url.pathname === '/token') {
    const organization = await service.organization();
    const body = { customer_id: 'customer-1', transaction_type: 'deposit', origins: [origin] };
    const token = organization.api.production;
    const { data } = await service.call({ path: '/geolocation/preflight', token, body });
    return { type: 'text/plain', text: data.token };
  }
  const module = manifest.versions[0]!.module.url!;
  const script = SCRIPTS(module)[url.pathname];
  if (script) return { type: 'text/javascript', text: script };
  return { type: 'text/html', text: pageOf(url)?.html ?? '' };
}

beforeAll(async () => {
  service = await openTestService({
    listen: 'ports',
    unlimited: true,
    plugins: async (config) => [browserSdk(await builtBrowserSdk(config, pino({ level: 'silent' })))],
  });
  manifest = (await (await fetch(`${service.config.base_url}/sdk/manifest.json`)).json()) as typeof manifest;
  server = createServer(async (request, response) => {
    const { type, text } = await answer(request.url!);
    const base = service.config.base_url;
    response.writeHead(200, {
      'content-type': type,
      'content-security-policy': `default-src 'none'; script-src 'self' ${base}; connect-src 'self' ${base}; worker-src 'self' ${base}`,
    });
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await sharedBrowser();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await service.close();
});

/** Opens the page, presses the button, and returns what the page said and what its console reported. */
async function press(path: string): Promise<{ said: object; errors: string[] }> {
  const context = await browser.newContext({
    geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 12 },
    permissions: ['geolocation'],
  });
  const page: Page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  await page.goto(`${origin}${path}`);
  await page.getByRole('button').click();
  await page.waitForFunction(() => document.body.dataset.said !== undefined);
  const said = JSON.parse((await page.evaluate(() => document.body.dataset.said))!);
  await context.close();
  return { said, errors: errors.filter((line) => !line.includes('favicon')) };
}

describe('a page without a bundler', () => {
  for (const version of ['0.5.0', '0.3.0'])
    for (const form of ['global', 'module'])
      it(`verifies with ${version} as ${form}, under a strict policy`, async () => {
        const { said, errors } = await press(`/page/${version}/${form}`);
        expect(errors).toEqual([]);
        expect(said).toEqual({
          decision: expect.stringMatching(/^(pass|fail|review|retry)$/),
          livemode: true,
        });
      });

  it('runs nothing of a file that is not the one it named', async () => {
    for (const form of ['global', 'module']) {
      const { said, errors } = await press(`/page/0.5.0/${form}?wrong`);
      expect(said).toEqual({ failed: expect.stringMatching(/TypeError/) });
      expect(errors.join()).toMatch(/integrity/);
    }
  });

  it('may import the module in a web worker, where calls say that there is no page', async () => {
    const { said, errors } = await press('/page/0.5.0/worker');
    expect(errors).toEqual([]);
    expect(said).toEqual({ ours: true, code: 'ssr_unavailable', left: 0 });
  });
});
