import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@standpoint/contract';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import { inspect, type Seen, type Step } from './inspect.ts';
import { mockToken } from './keys.ts';
import { Play, type StepReport } from './play.ts';
import type { Reply, Scenario } from './scenarios.ts';

export interface MockServer {
  base_url: string;
  /** The next step, or null after the last. */
  start(): object | null;
  /** Ends the present step with what the client told. */
  tell(told: Record<string, unknown>): StepReport | null;
  report(): { done: boolean; passed: boolean; steps: StepReport[] };
  /** Resolves once the last step has ended. */
  done: Promise<void>;
  close(): Promise<void>;
}

interface MockOptions {
  scenarios: readonly Scenario[];
  port: number;
  /** The address as the app sees it, e.g. http://10.0.2.2:4010 in an emulator. */
  base_url?: string;
  host?: string;
  onStep?: (report: StepReport) => void;
}

const HEADERS = {
  // A browser repeats a request by itself, unmarked, when a connection breaks that it has used before.
  connection: 'close',
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, standpoint-sdk, standpoint-retry',
};
const MAX_BODY = 256 * 1_024;

const errorText = (code: ErrorCode, more: object = {}): string => {
  const { status, message, retryable } = ERRORS[code];
  const error = {
    code,
    message,
    retryable,
    request_id: newId('request'),
    docs_url: `/docs/errors#${code}`,
    ...more,
  };
  return JSON.stringify({ status_code: status, message, data: { error } });
};

const inAMinute = () => new Date(Date.now() + 60_000).toISOString();

/** `data` of a success; with a field of a later version, which a client ignores. */
const stamp = (token: string) => ({ ip_stamp: token, expires_at: inAMinute(), of_a_later_version: 1 });

/**
 * Before `verify()` a client may ask for an IP stamp, which spends nothing: so it learns whether a token that looks
 * expired really is, before it asks the person for the position.
 */
const asksFirst = ({ scenario, seen }: Step, path: string): boolean =>
  scenario.ask.do === 'verify' && seen.length === 0 && path === '/geolocation/collect';

function dataOf(keys: KeyRing, { scenario, base_url }: Step, decision: 'pass' | 'retry'): object {
  const { token } = mockToken(keys, base_url);
  if (scenario.ask.do === 'preflight') return { token, expires_at: inAMinute(), of_a_later_version: 1 };
  if (scenario.ask.do === 'collect') return stamp(token);
  const retry = decision === 'retry';
  return {
    verification_id: newId('verification'),
    decision,
    livemode: false,
    reasons: retry
      ? [{ code: 'permission_denied', message: 'The position is not shared.', remedy: 'Allow it.' }]
      : [],
    ...(retry ? { next_token: token } : { result_token: token }),
    expires_at: inAMinute(),
    soft_expires_at: inAMinute(),
    next_check_in_s: 60,
    recheck_on: ['ip_change'],
    of_a_later_version: { any: 'thing' },
  };
}

/** What the mock answers itself: the steps and their report. Undefined for a call of the client. */
function control(play: Play, path: string, body: string): object | undefined {
  if (path === '/start') return play.start() ?? play.report();
  if (path === '/told')
    return play.tell(JSON.parse(body)?.told ?? {}) ?? { problem: 'no step is open: GET /start' };
  if (path === '/report') return play.report();
  return path.endsWith('/.well-known/jwks.json') ? play.keys.of('sandbox').jwks : undefined;
}

async function answer(play: Play, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  const path = (request.url ?? '').split('?')[0]!;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const own = request.method !== 'OPTIONS' && control(play, path, body);
  if (request.method === 'OPTIONS') send(response, 204, '');
  else if (own) send(response, 200, JSON.stringify(own));
  else if (!play.step) send(response, 404, errorText('not_found'));
  else if (asksFirst(play.step, path)) succeed(response, stamp(play.step.minted.token));
  else await serve(play.keys, play.step, { request, response, path, body });
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  body: string;
}

async function serve(keys: KeyRing, step: Step, { request, response, path, body }: Call): Promise<void> {
  const { method, headers } = request;
  const seen: Seen = { method: method!, path, headers, body, at_ms: performance.now() };
  step.seen.push(seen);
  await inspect(keys, step, seen);
  const how = step.scenario.replies[step.seen.length - 1];
  if (how === 'lost') response.socket?.destroy();
  else if (how === undefined) send(response, 500, errorText('internal'));
  else if (how === 'answer' || how === 'retry') {
    if (step.seen.length > 1) response.setHeader('idempotent-replayed', 'true');
    succeed(response, dataOf(keys, step, how === 'retry' ? 'retry' : 'pass'));
  } else refuse(response, how);
}

/** Answers with an error of the table, or with what a proxy in between says. */
function refuse(response: ServerResponse, how: Exclude<Reply, string>): void {
  if ('refuse' in how) {
    const wait = how.retry_after_s === undefined ? {} : { retry_after_s: how.retry_after_s };
    if (how.retry_after_s !== undefined) response.setHeader('retry-after', String(how.retry_after_s));
    send(response, ERRORS[how.refuse].status, errorText(how.refuse, wait));
    return;
  }
  for (const [name, value] of Object.entries(how.headers ?? {})) response.setHeader(name, value);
  send(response, how.status, how.body);
}

/** Opens a server that plays each scenario once, in their order. */
export async function openMockServer({
  scenarios,
  port,
  base_url,
  host = '127.0.0.1',
  onStep,
}: MockOptions): Promise<MockServer> {
  const play = new Play(scenarios, onStep);
  const server = createServer((request, response) => {
    answer(play, request, response).catch((error: Error) =>
      send(response, 400, JSON.stringify({ problem: error.message })),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: taken } = server.address() as { port: number };
  play.address = (base_url ?? `http://127.0.0.1:${taken}`).replace(/\/+$/, '');
  return {
    base_url: play.address,
    start: () => play.start(),
    tell: (told) => play.tell(told),
    report: () => play.report(),
    done: play.done,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const succeed = (response: ServerResponse, data: object): void =>
  send(response, 200, JSON.stringify({ status_code: 200, message: 'OK', data }));

function send(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  if (!response.hasHeader('content-type'))
    response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('x-request-id', newId('request')).writeHead(status).end(text);
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BODY) throw new Error('the body is too large');
  }
  return text;
}
