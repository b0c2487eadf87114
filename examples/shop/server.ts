import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { argv, env } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Standpoint } from '@standpoint/node';
import { routesOf } from './jobs.ts';
import { openPages, pageHeaders } from './pages.ts';
import { openSessions } from './sessions.ts';
import { explain, readBody } from './wire.ts';

interface ShopOptions {
  standpoint: Standpoint;
  /** Workflow of the face check. */
  workflowId: string;
  /**
   * Policy that decides on deposits. Default: the policy that is published for deposits. Tests that drive a
   * browser set their own.
   */
  policyId?: string;
  /** Address of the service, as browsers see it. */
  baseUrl: string;
  /** Address of the face app. Default `{baseUrl}/face`. */
  faceUrl?: string;
  /** Path under which the shop is mounted: '' or '/demo'. */
  path?: string;
  /** Set it to false only for http://localhost. Default: whether `baseUrl` is https. */
  secureCookies?: boolean;
  /** Whether the sandbox's invented results are accepted. Never set it in a shop that takes real money. */
  acceptSandbox?: boolean;
  /** Folder of the built page. Default: dist, beside this file. */
  files?: string;
}

/** The shop as a handler for `http.createServer`. */
export const createShop = (options: ShopOptions): RequestListener => {
  const { path = '', files, baseUrl, faceUrl = `${baseUrl}/face`, acceptSandbox = false } = options;
  const { secureCookies = baseUrl.startsWith('https:') } = options;
  const own = { path: path || '/', faceUrl, acceptSandbox, secureCookies };
  const folder = files === undefined ? new URL('./dist/', import.meta.url) : pathToFileURL(`${files}/`);
  const pages = openPages(folder, pageHeaders(baseUrl, faceUrl));
  const routes = routesOf({ ...options, ...own });
  const sessionOf = openSessions(own.path, secureCookies);
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } =
      URL.parse(request.url!, 'http://shop') ?? new URL('http://shop/');
    const name = pathname.slice(path.length);
    const route = routes[`${request.method} ${name}`];
    if (!name) return void response.writeHead(302, { location: `${path}/` }).end();
    if (!route) return pages(name, response);
    const { headers } = request;
    const setCookie = (cookie: string) => void response.appendHeader('set-cookie', cookie);
    let [status, answer]: [number, object] = [200, {}];
    try {
      const body = request.method === 'POST' ? await readBody(request) : {};
      const session = sessionOf(headers.cookie, setCookie);
      answer = await route({ headers, query, body, setCookie, session });
    } catch (error) {
      [status, answer] = explain(error);
    }
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(answer));
  };
  return (request, response) => void serve(request, response).catch(() => response.destroy());
};

// `node server.ts`: the same shop on its own.
if (argv[1] === fileURLToPath(import.meta.url)) {
  const apiKey = env.STANDPOINT_API_KEY ?? '';
  const baseUrl = env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';
  const standpoint = new Standpoint({ apiKey, resultsKey: env.STANDPOINT_RESULTS_KEY, baseUrl });
  const workflowId = env.STANDPOINT_WORKFLOW_ID ?? '';
  const policyId = env.STANDPOINT_POLICY_ID;
  const acceptSandbox = apiKey.startsWith('sp_test_');
  const shop = createShop({ standpoint, workflowId, policyId, baseUrl, acceptSandbox });
  const port = Number(env.PORT ?? 3000);
  createServer(shop).listen(port, () => console.log(`The shop is open: http://localhost:${port}`));
}
