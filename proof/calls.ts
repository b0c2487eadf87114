import { Agent, type IncomingMessage, request } from 'node:http';

/** With `status` 0 no answer came, so the outcome is unknown. */
export interface CallAnswer {
  status: number;
  code: string | undefined;
  /** Why there is no answer. */
  error?: string;
  replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the proofs look into any answer
  data: any;
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  token?: string;
  body?: unknown;
  /** Sent as it is, with the content type among the headers. */
  raw?: Buffer;
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Whether the answer is missing or leaves open what was committed. */
export const isUnknown = ({ status }: CallAnswer): boolean => status === 0 || status === 503;

const nothing = (error?: NodeJS.ErrnoException): CallAnswer => ({
  status: 0,
  code: undefined,
  error: error?.code ?? error?.message ?? 'half an answer',
  replayed: false,
  data: null,
});

const answerOf = ({ statusCode, headers }: IncomingMessage, text: string): CallAnswer => {
  const data = dataOf(text);
  const replayed = headers['idempotent-replayed'] === 'true';
  return { status: statusCode!, code: data?.error?.code, replayed, data };
};

export function call(
  base: string,
  { method = 'POST', path, token, body, raw, headers }: CallOptions,
): Promise<CallAnswer> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const sent = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
    ...headers,
  };
  return new Promise((resolve) => {
    const fail = (error?: NodeJS.ErrnoException) => resolve(nothing(error));
    const options = { method, agent, timeout: TIMEOUT_MS, headers: sent };
    const outgoing = request(`${base}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', fail);
      response.on('close', () =>
        response.complete ? resolve(answerOf(response, Buffer.concat(chunks).toString())) : fail(),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)));
    outgoing.on('error', fail);
    outgoing.end(text);
  });
}

/** Proxies answer in HTML when no server is left to ask. */
function dataOf(text: string): CallAnswer['data'] {
  try {
    return JSON.parse(text).data;
  } catch {
    return null;
  }
}

export const closeConnections = (): void => agent.destroy();

/** Runs `work` for 0 … count-1, at most `width` at a time. */
export async function inParallel(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}
