import { ERRORS, type ErrorCode } from '@standpoint/contract';
import { expect } from 'vitest';
import type { TestAnswer } from './service.ts';

/** Text that must never be in a body: stacks, SQL, file paths, names of libraries. */
const LEAK =
  /\bat \S+ \(|node_modules|node:internal|\.ts\b|\.js:\d|SELECT |INSERT |UPDATE |DELETE |relation "|syntax error at|duplicate key value|invalid byte sequence|pg_|postgres|\/work\/|\/tmp\/|\/home\/|"stack"/;

/**
 * Expects a refusal as interface §1 describes it: the envelope, a code of the closed table, and nothing
 * private.
 */
export function expectRefusal(answer: TestAnswer, status?: number, code?: ErrorCode | ErrorCode[]): void {
  const about = `${answer.status} ${answer.text.slice(0, 500)}`;
  expect(answer.status, about).toBeLessThan(500);
  const body = JSON.parse(answer.text);
  const error = body.data?.error ?? {};
  const entry = ERRORS[error.code as ErrorCode];
  const { headers } = answer;
  // One comparison: an `expect` costs more than what it compares, and a run sees thousands of refusals.
  expect(
    {
      status: answer.status,
      status_code: body.status_code,
      status_of_code: entry?.status,
      keys: [Object.keys(body).sort(), Object.keys(body.data ?? {}), unknownKeys(error)],
      retryable: error.retryable,
      message: body.message,
      has_message: typeof error.message === 'string' && error.message.length > 0,
      request_id: headers['x-request-id'],
      has_request_id: /^[A-Za-z0-9_.:-]{1,64}$/.test(error.request_id ?? ''),
      leads_to_docs: String(error.docs_url).endsWith(`#${error.code}`),
      cache: headers['cache-control'],
      names_scheme:
        answer.status !== 401 || /^Bearer realm="standpoint"/.test(`${headers['www-authenticate']}`),
      leaks: LEAK.exec(answer.text)?.[0] ?? null,
    },
    about,
  ).toEqual({
    status: status ?? answer.status,
    status_code: answer.status,
    status_of_code: answer.status,
    keys: [['data', 'message', 'status_code'], ['error'], []],
    retryable: entry?.retryable,
    message: error.message,
    has_message: true,
    request_id: error.request_id,
    has_request_id: true,
    leads_to_docs: true,
    cache: 'no-store',
    names_scheme: true,
    leaks: null,
  });
  if (code !== undefined) expect([code].flat(), about).toContain(error.code);
}

const KNOWN = ['code', 'message', 'retryable', 'request_id', 'docs_url', 'fields', 'retry_after_s'];

/** What an error has beside the keys of interface §1, or one of its fields beside a path and a message. */
const unknownKeys = ({ fields = [], ...error }: { fields?: object[] }): string[] => [
  ...Object.keys(error).filter((key) => !KNOWN.includes(key)),
  ...fields.map((field) => Object.keys(field).sort().join()).filter((keys) => keys !== 'message,path'),
];

/** Expects an answer that any input may get: accepted, or refused as a client's mistake, never a 5xx. */
export function expectNoFault(answer: TestAnswer): void {
  if (answer.status !== 200) expectRefusal(answer);
}
