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
  if (status !== undefined) expect(answer.status, about).toBe(status);
  expect(answer.status, about).toBeLessThan(500);
  const body = JSON.parse(answer.text);
  expect(Object.keys(body).sort(), about).toEqual(['data', 'message', 'status_code']);
  expect(body.status_code, about).toBe(answer.status);
  expect(Object.keys(body.data), about).toEqual(['error']);
  const { error } = body.data;
  const entry = ERRORS[error.code as ErrorCode];
  expect(entry, about).toBeDefined();
  expect(entry.status, about).toBe(answer.status);
  expect(error.retryable, about).toBe(entry.retryable);
  expect(typeof error.message, about).toBe('string');
  expect(error.message.length, about).toBeGreaterThan(0);
  expect(body.message, about).toBe(error.message);
  expect(error.request_id, about).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  expect(error.docs_url.endsWith(`#${error.code}`), about).toBe(true);
  expect(answer.headers['x-request-id'], about).toBe(error.request_id);
  expect(answer.headers['cache-control'], about).toBe('no-store');
  if (answer.status === 401)
    expect(String(answer.headers['www-authenticate']), about).toMatch(/^Bearer realm="standpoint"/);
  const known = ['code', 'message', 'retryable', 'request_id', 'docs_url', 'fields', 'retry_after_s'];
  expect(
    Object.keys(error).filter((key) => !known.includes(key)),
    about,
  ).toEqual([]);
  for (const field of error.fields ?? []) {
    expect(Object.keys(field).sort(), about).toEqual(['message', 'path']);
  }
  expect(answer.text).not.toMatch(LEAK);
  if (code !== undefined) expect([code].flat(), about).toContain(error.code);
}

/** Expects an answer that any input may get: accepted, or refused as a client's mistake, never a 5xx. */
export function expectNoFault(answer: TestAnswer): void {
  if (answer.status !== 200) expectRefusal(answer);
}
