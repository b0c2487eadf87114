import { ERRORS, type ErrorCode } from '@standpoint/contract';

/** An answer of the server, whose envelope was checked. */
export interface Heard {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the rules look into any answer
  data: any;
  code: string | undefined;
  text: string;
}

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  token?: string;
  body?: unknown;
  /** Sent as it stands. */
  raw?: string | Uint8Array<ArrayBuffer>;
  form?: FormData;
  headers?: Record<string, string>;
}

/** The server broke a rule: the message says which. */
export class Broken extends Error {}

export function must(holds: unknown, rule: string): asserts holds {
  if (!holds) throw new Broken(rule);
}

const WITHIN_MS = 30_000;

/** Asks the server, and checks what holds for every answer (interface §1). */
export async function ask(
  base: string,
  path: string,
  { method, token, body, raw, form, headers }: Asking = {},
): Promise<Heard> {
  const sent = form ?? raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(base + path, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    signal: AbortSignal.timeout(WITHIN_MS),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && !form && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  const heard = {
    status: response.status,
    headers: response.headers,
    data: undefined,
    code: undefined,
    text,
  };
  if (text === '' || method === 'HEAD' || method === 'OPTIONS') return heard;
  return { ...heard, ...readEnvelope(response, text) };
}

function readEnvelope({ status, headers }: Response, text: string): Pick<Heard, 'data' | 'code'> {
  if (!headers.get('content-type')?.startsWith('application/json'))
    return { data: undefined, code: undefined };
  const { status_code, message, data, ...others } = JSON.parse(text);
  if (status_code === undefined && status === 200) return { data: JSON.parse(text), code: undefined };
  must(status_code === status, `status_code is ${status_code} with status ${status}`);
  must(typeof message === 'string' && message !== '', 'an answer has no message');
  must(typeof data === 'object' && data !== null, 'an answer has no data');
  must(Object.keys(others).length === 0, `the envelope has other members: ${Object.keys(others).join(', ')}`);
  must(headers.get('x-request-id'), 'an answer has no X-Request-Id');
  const { error } = data;
  must(Boolean(error) === status >= 400, `status ${status} ${error ? 'with' : 'without'} data.error`);
  if (!error) return { data, code: undefined };
  const known = ERRORS[error.code as ErrorCode];
  must(known, `the code ${error.code} is not in the list`);
  must(known.status === status, `${error.code} comes with status ${status} instead of ${known.status}`);
  for (const name of ['message', 'request_id', 'docs_url'])
    must(typeof error[name] === 'string', `data.error.${name} is missing`);
  must(typeof error.retryable === 'boolean', 'data.error.retryable is missing');
  must(error.request_id === headers.get('x-request-id'), 'request_id differs from X-Request-Id');
  must(
    status !== 401 || /^Bearer/.test(headers.get('www-authenticate') ?? ''),
    '401 without WWW-Authenticate: Bearer',
  );
  must(status !== 429 || headers.get('retry-after'), '429 without Retry-After');
  return { data, code: error.code };
}

export function mustRefuse({ status, code, text }: Heard, wanted: ErrorCode | ErrorCode[]): void {
  const codes = [wanted].flat();
  must(
    codes.includes(code as ErrorCode),
    `answers ${status} ${code ?? text.slice(0, 80)} instead of ${codes.join(' or ')}`,
  );
}

export function mustAnswer(heard: Heard): Heard {
  must(
    heard.status === 200,
    `answers ${heard.status} ${heard.code ?? heard.text.slice(0, 80)} instead of 200`,
  );
  return heard;
}
