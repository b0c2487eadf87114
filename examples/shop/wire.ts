import type { IncomingMessage } from 'node:http';
import { ConnectionError, ResultTokenError, StandpointApiError } from '@standpoint/node';

/** A refusal by our own backend. */
export class Rejection extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const readBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  // A form on another site can neither send JSON nor claim this origin.
  const { 'content-type': type, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (!type?.startsWith('application/json') || site !== 'same-origin')
    throw new Rejection(403, 'This request came from another site.');
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > 16_384) throw new Rejection(413, 'The request is too long.');
  }
  return JSON.parse(text || '{}') as Record<string, unknown>;
};

/** Turns every error into an answer. */
export const explain = (error: unknown): [status: number, answer: { error: string; message: string }] => {
  if (error instanceof Rejection) return [error.status, { error: 'refused', message: error.message }];
  if (error instanceof SyntaxError) return [400, { error: 'refused', message: 'Not JSON.' }];
  if (error instanceof ResultTokenError) return [403, { error: error.reason, message: error.message }];
  if (error instanceof StandpointApiError) return [502, { error: error.code, message: error.message }];
  if (error instanceof ConnectionError) return [503, { error: 'unreachable', message: error.message }];
  return [500, { error: 'internal', message: 'Something went wrong in the shop.' }];
};
