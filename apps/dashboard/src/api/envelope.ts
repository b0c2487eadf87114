import type { ErrorBody } from '@standpoint/contract';
import { Refused, Unreachable } from './refused.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isErrorBody = (value: unknown): value is ErrorBody =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string';

/**
 * `data` of an answer. Throws `Refused` for a refusal, and `Unreachable` for what is not of the service: a page of a
 * proxy, a cut answer.
 */
export function openEnvelope(status: number, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Unreachable(`The answer (${status}) is not the service’s own.`);
  }
  const data = isObject(body) ? body.data : undefined;
  if (status >= 200 && status < 300 && isObject(body) && 'data' in body) return data;
  const error = isObject(data) ? data.error : undefined;
  if (isErrorBody(error)) throw new Refused(status, error);
  throw new Unreachable(`The answer (${status}) is not the service’s own.`);
}
