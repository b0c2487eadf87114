import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ERRORS, type ErrorCode } from '@standpoint/contract';
import { checksum } from '../../accounts/api-keys.ts';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../../tokens/signing-keys.ts';
import { conclude, inspect, type Seen, type Step } from './inspect.ts';
import { mockToken, newRing } from './keys.ts';
import type { Reply, Scenario } from './scenarios.ts';

export interface StepReport {
  step: string;
  why: string;
  passed: boolean;
  requests: number;
  problems: string[];
}

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

/** Of no service: it has the form and the checksum of a key, so that a client that looks at it is content. */
const API_KEY = `sp_test_${'0'.repeat(38)}${checksum('0'.repeat(38))}`;
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

/** Opens a server that plays each scenario once, in their order. */
export async function openMockServer({
  scenarios,
  port,
  base_url,
  host = '127.0.0.1',
  onStep,
}: MockOptions): Promise<MockServer> {
  const keys = newRing();
  const reports: StepReport[] = [];
  let address = '';
  let step: Step | null = null;
  let finish: () => void;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const start = () => {
    const scenario = scenarios[reports.length];
    if (!scenario) return null;
    const minted = mockToken(keys, address, scenario.token);
    step = { scenario, minted, api_key: API_KEY, base_url: address, seen: [], problems: [] };
    const { ask, times = 1, name, why } = scenario;
    const credential = ask.do === 'preflight' ? { api_key: API_KEY } : { token: minted.token };
    return {
      step: name,
      number: reports.length + 1,
      of: scenarios.length,
      why,
      ...ask,
      times,
      base_url: address,
      ...credential,
    };
  };

  const tell = (told: Record<string, unknown>) => {
    if (!step) return null;
    conclude(step, told);
    const { scenario, problems, seen } = step;
    const report = {
      step: scenario.name,
      why: scenario.why,
      passed: problems.length === 0,
      requests: seen.length,
      problems,
    };
    reports.push(report);
    step = null;
    onStep?.(report);
    if (reports.length === scenarios.length) finish();
    return report;
  };

  const report = () => ({
    done: reports.length === scenarios.length,
    passed: reports.length === scenarios.length && reports.every(({ passed }) => passed),
    steps: reports,
  });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request);
    const path = (request.url ?? '').split('?')[0]!;
    const json = (status: number, value: unknown) => send(response, status, JSON.stringify(value));
    // A browser repeats a request by itself, unmarked, when a connection breaks that it has used before.
    response.setHeader('connection', 'close');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader(
      'access-control-allow-headers',
      'authorization, content-type, standpoint-sdk, standpoint-retry',
    );
    if (request.method === 'OPTIONS') return send(response, 204, '');
    if (path === '/start') return json(200, start() ?? report());
    if (path === '/told')
      return json(200, tell(JSON.parse(body)?.told ?? {}) ?? { problem: 'no step is open: GET /start' });
    if (path === '/report') return json(200, report());
    if (path.endsWith('/.well-known/jwks.json')) return json(200, keys.of('sandbox').jwks);
    if (!step) return send(response, 404, errorText('not_found'));
    if (asksFirst(step, path))
      return json(200, { status_code: 200, message: 'OK', data: stamp(step.minted.token) });
    const seen: Seen = {
      method: request.method!,
      path,
      headers: request.headers,
      body,
      at_ms: performance.now(),
    };
    step.seen.push(seen);
    await inspect(keys, step, seen);
    return reply(response, step, step.scenario.replies[step.seen.length - 1]);
  };

  const reply = (response: ServerResponse, present: Step, how: Reply | undefined) => {
    if (how === 'lost') return void response.socket?.destroy();
    if (how === undefined) return send(response, 500, errorText('internal'));
    if (how === 'answer' || how === 'retry') {
      const data = dataOf(keys, present, how === 'retry' ? 'retry' : 'pass');
      if (present.seen.length > 1) response.setHeader('idempotent-replayed', 'true');
      return send(response, 200, JSON.stringify({ status_code: 200, message: 'OK', data }));
    }
    if ('refuse' in how) {
      const wait = how.retry_after_s === undefined ? {} : { retry_after_s: how.retry_after_s };
      if (how.retry_after_s !== undefined) response.setHeader('retry-after', String(how.retry_after_s));
      return send(response, ERRORS[how.refuse].status, errorText(how.refuse, wait));
    }
    for (const [name, value] of Object.entries(how.headers ?? {})) response.setHeader(name, value);
    return send(response, how.status, how.body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) =>
      send(response, 400, JSON.stringify({ problem: error.message })),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: taken } = server.address() as { port: number };
  address = (base_url ?? `http://127.0.0.1:${taken}`).replace(/\/+$/, '');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base_url: address, start, tell, report, done, close };
}

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
