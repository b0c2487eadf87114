import { Writable } from 'node:stream';
import pino from 'pino';

/** The private reason of a refusal. The service does not send it to clients, so it is read from the log. */
export class RefusalLog {
  last = '';
  readonly log = pino(
    { level: 'debug' },
    new Writable({
      write: (line, _encoding, done) => {
        const { msg, reason } = JSON.parse(String(line));
        if (msg === 'refused') this.last = reason;
        done();
      },
    }),
  );
}

export interface Call {
  token: string;
  body?: unknown;
  form?: FormData;
}

/** Sends one request to the service. Throws if the service itself failed. */
export async function call(origin: string, path: string, { token, body, form }: Call) {
  const response = await fetch(`${origin}${path}`, {
    method: body === undefined && !form ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(!form && { 'content-type': 'application/json' }) },
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const { data } = (await response.json()) as { data: Record<string, never> };
  if (response.status >= 500) throw new Error(`${path}: ${JSON.stringify(data)}`);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any endpoint
  return { ok: response.ok, data: data as any };
}

export async function must(origin: string, path: string, options: Call) {
  const { ok, data } = await call(origin, path, options);
  if (!ok) throw new Error(`${path}: ${JSON.stringify(data)}`);
  return data;
}
