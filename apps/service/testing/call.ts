import type { Environment } from '@standpoint/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Config } from '../src/config.ts';

/** A request that a test makes without opening a port. */
export interface CallOptions {
  method?: InjectOptions['method'];
  path: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  host?: Environment;
  /** Sent as it is, for malformed bodies. */
  raw?: string | Buffer;
  ip?: string;
  /** Of an answer that may never end, only the beginning is wanted: refusals are read whole. */
  stream?: boolean;
}

export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  data: any;
  code: string | undefined;
  message: string;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

export async function inject(app: FastifyInstance, config: Config, call: CallOptions): Promise<TestAnswer> {
  const base = call.host === 'sandbox' ? config.sandbox_base_url : config.base_url;
  const response = await app.inject({
    method: call.method ?? (call.body === undefined && call.raw === undefined ? 'GET' : 'POST'),
    url: call.path,
    remoteAddress: call.ip ?? '127.0.0.1',
    headers: {
      host: new URL(base).host,
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...(call.body !== undefined || call.raw !== undefined ? { 'content-type': 'application/json' } : {}),
      ...call.headers,
    },
    payload: call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    ...(call.stream && { payloadAsStream: true }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  if (call.stream) {
    const body = isJson ? await response.stream().toArray() : [];
    response.stream().destroy();
    const text = Buffer.concat(body).toString();
    return answerOf(response, text, isJson);
  }
  return answerOf(response, response.body, isJson);
}

function answerOf(
  response: Pick<LightMyRequestResponse, 'statusCode' | 'headers'>,
  text: string,
  isJson: boolean,
): TestAnswer {
  const json = text && isJson ? JSON.parse(text) : {};
  return {
    status: response.statusCode,
    data: json.data,
    code: json.data?.error?.code,
    message: json.message,
    headers: response.headers,
    text,
  };
}
