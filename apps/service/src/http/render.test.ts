import { expect, it } from 'vitest';
import { toRefusal } from './render.ts';

const fault = (code: string, message = code) => Object.assign(new Error(message), { code });

it('answers 503 when the database is gone or unreachable, and the fate of the write is unknown', () => {
  for (const code of ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect(toRefusal(fault(code)).code, code).toBe('unavailable');
  for (const code of ['EAI_AGAIN', 'ENOTFOUND', 'ENOSPC', '57P01', '57014', '58030', '08006', '53300'])
    expect(toRefusal(fault(code)).code, code).toBe('unavailable');
  expect(toRefusal(new Error('Query read timeout')).code).toBe('unavailable');
});

it('answers 500 for an unexpected error', () => {
  for (const code of ['23505', '42P01', 'ERR_INVALID_ARG_TYPE'])
    expect(toRefusal(fault(code)).code, code).toBe('internal');
});
