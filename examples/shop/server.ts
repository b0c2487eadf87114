import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { argv, env } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConnectionError, installId, ResultTokenError, Standpoint, StandpointApiError } from '@standpoint/node';
import { customerFor } from './outcomes.ts';
import { openPages, pageHeaders } from './pages.ts';
import { openSessions, type Session } from './sessions.ts';

export interface ShopOptions {
  standpoint: Standpoint;
  /** Workflow of the face check. */
  workflowId: string;
  /** Address of the service, as browsers see it. */
  baseUrl: string;
  /** Address of the face app. Default `{baseUrl}/face`. */
  faceUrl?: string;
  /** Path under which the shop is mounted: '' or '/demo'. */
  path?: string;
  /** Only false on a developer's http://localhost. Default: whether `baseUrl` is https. */
  secureCookies?: boolean;
  /** The sandbox's made-up results are believed. Never in a shop that takes real money. */
  acceptSandbox?: boolean;
  /** Folder of the built page. Default: dist, beside this file. */
  files?: string;
}

/** One request of the page to our backend. */
interface Visit {
  session: Session;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  query: URLSearchParams;
  setCookie(cookie: string): void;
}
type Handler = (visit: Visit) => Promise<object> | object;

class Rejection extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const AMOUNT = 50;
const secureOf = ({ secureCookies, baseUrl }: ShopOptions) => secureCookies ?? baseUrl.startsWith('https:');

/** What an integrator's backend does: mint, hand over, and believe nothing but signed results and its own reads. */
const routesOf = (options: ShopOptions): Record<string, Handler> => {
  const { standpoint, workflowId, acceptSandbox = false } = options;
  const cookie = { secure: secureOf(options), path: options.path || '/' };
  // A database's unique column, in a shop with more than one process.
  const paid = new Set<string>();
  const consume = (jti: string) => !paid.has(jti) && !!paid.add(jti);
  return {
    'GET /api/me': ({ session }) => ({
      balance: session.balance,
      amount: AMOUNT,
      base_url: options.baseUrl,
      face_url: options.faceUrl ?? `${options.baseUrl}/face`,
    }),

    // Before verify(): who the customer is comes from our own session, never from the page.
    'POST /api/deposit/token': async ({ session, headers, body, setCookie }) => {
      const customer_id = customerFor(session.visitor, body.outcome);
      const transaction_id = `deposit_${randomUUID()}`;
      const { token, install_id } = await standpoint.preflight({
        customer_id,
        transaction_id,
        transaction_type: 'deposit',
        transaction_name: `Deposit of $${AMOUNT}`,
        install_id: installId.fromRequest(headers),
      });
      if (install_id) setCookie(installId.toSetCookie(install_id, cookie));
      session.deposit = { customer_id, transaction_id };
      return { token };
    },

    // After verify(): the page's word counts for nothing, the signed result of this very deposit does, once.
    'POST /api/deposit/pay': async ({ session, body }) => {
      if (!session.deposit) throw new Rejection(409, 'There is no deposit that waits for its check.');
      const { decision, jurisdiction } = await standpoint.verifications.verifyResultToken(
        String(body.result_token),
        { ...session.deposit, acceptSandbox, consume },
      );
      session.deposit = undefined;
      if (decision === 'pass') session.balance += AMOUNT;
      return { paid: decision === 'pass', decision, jurisdiction, balance: session.balance };
    },

    'POST /api/face/token': async ({ session, body }) => {
      const customer_id = customerFor(session.visitor, body.outcome);
      const customer = { customer_id };
      const { token } = await standpoint.createPortalToken({ workflow_id: workflowId, customer });
      session.face = { customer_id };
      return { token };
    },

    // What the face app tells the page is a hint. What counts is what our backend reads (or what a webhook brings).
    'GET /api/face/result': async ({ session, query }) => {
      const found = await standpoint.sessions.retrieve(query.get('session_id') ?? '');
      if (found.customer_id !== session.face?.customer_id) throw new Rejection(404, 'No such session.');
      return { status: found.status, decision: found.decision, livemode: found.livemode };
    },
  };
};

const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  // Another site's form can neither send JSON nor pretend to come from here.
  const { 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (!type?.startsWith('application/json') || site !== 'same-origin') throw new Rejection(403, 'Not from here.');
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > 16_384) throw new Rejection(413, 'Too long.');
  }
  return JSON.parse(text || '{}') as Record<string, unknown>;
};

const explain = (error: unknown): [status: number, answer: { error: string; message: string }] => {
  if (error instanceof Rejection) return [error.status, { error: 'refused', message: error.message }];
  if (error instanceof SyntaxError) return [400, { error: 'refused', message: 'Not JSON.' }];
  if (error instanceof ResultTokenError) return [403, { error: error.reason, message: error.message }];
  if (error instanceof StandpointApiError) return [502, { error: error.code, message: error.message }];
  if (error instanceof ConnectionError) return [503, { error: 'unreachable', message: error.message }];
  return [500, { error: 'internal', message: 'Something went wrong in the shop.' }];
};

/** The shop as a handler for `http.createServer`. */
export const createShop = (options: ShopOptions): RequestListener => {
  const { path = '', files, baseUrl, faceUrl = baseUrl } = options;
  const folder = files === undefined ? new URL('./dist/', import.meta.url) : pathToFileURL(`${files}/`);
  const pages = openPages(folder, pageHeaders(baseUrl, faceUrl));
  const routes = routesOf(options);
  const sessionOf = openSessions(path || '/', secureOf(options));
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://shop');
    const name = pathname.slice(path.length);
    const route = routes[`${request.method} ${name}`];
    if (!name) return void response.writeHead(302, { location: `${path}/` }).end();
    if (!route) return pages(name, response);
    const { headers } = request;
    const setCookie = (cookie: string) => void response.appendHeader('set-cookie', cookie);
    let [status, answer]: [number, object] = [200, {}];
    try {
      const body = request.method === 'POST' ? await readBody(request) : {};
      answer = await route({ headers, query, body, setCookie, session: sessionOf(headers.cookie, setCookie) });
    } catch (error) {
      [status, answer] = explain(error);
    }
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(answer));
  };
};

// `node server.ts`: the same shop on its own.
if (argv[1] === fileURLToPath(import.meta.url)) {
  const apiKey = env.STANDPOINT_API_KEY ?? '';
  const baseUrl = env.STANDPOINT_BASE_URL ?? 'http://localhost:4000';
  const standpoint = new Standpoint({ apiKey, resultsKey: env.STANDPOINT_RESULTS_KEY, baseUrl });
  const workflowId = env.STANDPOINT_WORKFLOW_ID ?? '';
  const shop = createShop({ standpoint, workflowId, baseUrl, acceptSandbox: apiKey.startsWith('sp_test_') });
  const port = Number(env.PORT ?? 3000);
  createServer(shop).listen(port, () => console.log(`The shop is open: http://localhost:${port}`));
}
