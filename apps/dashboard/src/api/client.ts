import { reached, unreachable } from './connection.ts';
import { openEnvelope } from './envelope.ts';
import { Refused, Unreachable } from './refused.ts';
import { sessionHasEnded } from './session-end.ts';

const BASE = '/dashboard/api';
/** After this, an answer is no longer waited for: longer than any that the service gives. */
const GIVE_UP_MS = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

interface Sent {
  method: Method;
  path: string;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  idempotency_key?: string;
}

/** A fresh `Idempotency-Key`. `crypto.randomUUID` is missing on plain http. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  const search = parameters.toString();
  return `${BASE}${path}${search ? `?${search}` : ''}`;
}

/** Reads. `path` is below `/dashboard/api`. */
export const read = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  send({ method: 'GET', path, query, signal }) as Promise<T>;

/** Changes something. Give the key again to repeat a change whose answer did not come: it is then made once. */
export const write = <T>(
  method: Exclude<Method, 'GET'>,
  path: string,
  body?: unknown,
  idempotency_key = newIdempotencyKey(),
): Promise<T> => send({ method, path, body, idempotency_key }) as Promise<T>;

/** Asks for a file. Its content comes bit by bit, for as long as it takes. Throws what the service refuses with. */
export async function openFile(path: string, body: unknown, signal: AbortSignal) {
  const response = await exchange({ method: 'POST', path, body, signal }, async (answer) => answer);
  if (response.ok && response.body) return { headers: response.headers, content: response.body };
  opened(path, response.status, await response.text());
  throw new Unreachable('The answer is not a file.');
}

async function send(sent: Sent): Promise<unknown> {
  const [status, text] = await exchange(
    sent,
    async (answer) => [answer.status, await answer.text()] as const,
  );
  return opened(sent.path, status, text);
}

function opened(path: string, status: number, text: string): unknown {
  try {
    return openEnvelope(status, text);
  } catch (error) {
    if (error instanceof Refused && error.status === 401) sessionHasEnded(path);
    throw error;
  }
}

async function exchange<T>(
  { method, path, query, body, signal, idempotency_key }: Sent,
  take: (answer: Response) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), GIVE_UP_MS);
  try {
    const response = await fetch(addressOf(path, query), {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotency_key && { 'idempotency-key': idempotency_key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    const taken = await take(response);
    reached();
    return taken;
  } catch (error) {
    if (signal?.aborted) throw error;
    unreachable();
    throw new Unreachable(
      late.signal.aborted
        ? `No answer came within ${GIVE_UP_MS / 1_000} s.`
        : 'The service could not be reached.',
    );
  } finally {
    clearTimeout(timer);
  }
}
