import { ERROR_CODES, ERRORS, type ErrorCode } from '@standpoint/contract';
import { type Case, familyOf } from '../family.ts';
import { BASE, idOf, uuidOf } from '../keys.ts';
import { preflightToken } from '../tokens.ts';

type Json = Record<string, unknown>;
const REQUEST_ID = idOf('req', 'request');
const ATTEMPT = uuidOf('attempt');

/** A refusal as the service renders it. */
export const refusalOf = (code: ErrorCode, more: Json = {}): { status: number; body: string } => {
  const { status, message, retryable } = ERRORS[code];
  const error = {
    code,
    message,
    retryable,
    request_id: REQUEST_ID,
    docs_url: `${BASE}/docs/errors#${code}`,
    ...more,
  };
  return { status, body: JSON.stringify({ status_code: status, message, data: { error } }) };
};

const read = (
  name: string,
  why: string,
  answer: { status: number; headers?: Json; body: string },
  expect: Json,
): Case => ({
  name,
  why,
  input: { headers: {}, ...answer },
  expect,
});

const PAGE = '<html><body>502 Bad Gateway</body></html>';

export const errors = familyOf(
  'errors',
  'Turn an answer that is no success into the error of the client. `code` is the contract. An answer that is ' +
    'not in the envelope is of a proxy: its code follows from the status. `retryable` never means that the ' +
    'client repeats the call by itself: the family `retry` says when it does.',
  [
    ...ERROR_CODES.map((code) =>
      read(code, 'The code of the service is kept.', refusalOf(code), {
        code,
        status: ERRORS[code].status,
        message: ERRORS[code].message,
        retryable: ERRORS[code].retryable,
        request_id: REQUEST_ID,
      }),
    ),
    read(
      'a code of a later version',
      'It is kept, with its sentence.',
      {
        status: 409,
        body: JSON.stringify({
          status_code: 409,
          message: 'New.',
          data: {
            error: {
              code: 'brand_new',
              message: 'New.',
              retryable: false,
              request_id: REQUEST_ID,
              docs_url: `${BASE}/docs/errors#brand_new`,
            },
          },
        }),
      },
      { code: 'brand_new', status: 409, message: 'New.', retryable: false, request_id: REQUEST_ID },
    ),
    read(
      'retry_after_s',
      'In seconds; it outranks the header.',
      { ...refusalOf('rate_limited', { retry_after_s: 2.5 }), headers: { 'retry-after': '3' } },
      {
        code: 'rate_limited',
        status: 429,
        message: ERRORS.rate_limited.message,
        retryable: true,
        retry_after_ms: 2_500,
        request_id: REQUEST_ID,
      },
    ),
    read(
      'Retry-After alone',
      '',
      { ...refusalOf('unavailable'), headers: { 'retry-after': '7' } },
      {
        code: 'unavailable',
        status: 503,
        message: ERRORS.unavailable.message,
        retryable: true,
        retry_after_ms: 7_000,
        request_id: REQUEST_ID,
      },
    ),
    read(
      'a page of a proxy',
      '',
      { status: 502, body: PAGE, headers: { 'x-request-id': 'proxy-1' } },
      { code: 'server_error', status: 502, retryable: true, request_id: 'proxy-1' },
    ),
    read(
      '429 of a proxy',
      '',
      { status: 429, body: PAGE, headers: { 'retry-after': '4' } },
      { code: 'rate_limited', status: 429, retryable: true, retry_after_ms: 4_000 },
    ),
    read(
      '403 of a proxy',
      '',
      { status: 403, body: PAGE },
      { code: 'bad_response', status: 403, retryable: false },
    ),
    read(
      '200 that is no JSON',
      'A captive portal.',
      { status: 200, body: PAGE },
      { code: 'bad_response', status: 200, retryable: false },
    ),
    read(
      '200 without data',
      '',
      { status: 200, body: '{"status_code":200,"message":"OK"}' },
      { code: 'bad_response', status: 200, retryable: false },
    ),
    read(
      'an error with status 200',
      'The envelope decides.',
      { status: 200, body: refusalOf('token_invalid').body },
      {
        code: 'token_invalid',
        status: 200,
        message: ERRORS.token_invalid.message,
        retryable: false,
        request_id: REQUEST_ID,
      },
    ),
    read(
      'an empty 503',
      '',
      { status: 503, body: '' },
      { code: 'server_error', status: 503, retryable: true },
    ),
  ],
);

type Answer = Json;
const ok: Answer = {
  status: 200,
  body: JSON.stringify({ status_code: 200, message: 'OK', data: { decision: 'pass' } }),
};
/** The service has decided, and its answer does not arrive. */
const lost: Answer = { lost: true };

const script = (
  name: string,
  why: string,
  answers: Answer[],
  expect: Json,
  call: 'verify' | 'collect' = 'verify',
): Case => ({
  name,
  why,
  input: { call, base_url: BASE, token: preflightToken({ name }), attempt_id: ATTEMPT, answers },
  expect,
});
const retries = (count: number): (string | null)[] => [null, ...Array.from({ length: count }, () => ATTEMPT)];
const once = { standpoint_retry: [null] };
const twice = { standpoint_retry: retries(1), waits_ms: [500] };
const thrice = { standpoint_retry: retries(2), waits_ms: [500, 2_000] };
const never: ErrorCode[] = [
  'invalid_request',
  'token_invalid',
  'token_expired',
  'origin_not_allowed',
  'environment_mismatch',
  'policy_not_found',
  'payload_unreadable',
  'challenge_mismatch',
  'body_too_large',
  'rate_limited',
  'internal',
];

export const retry = familyOf(
  'retry',
  'The service answers one call with `answers`, one after the other; `lost`: no answer arrives. ' +
    '`standpoint_retry` has the header `Standpoint-Retry` of each request that the client sends: null, or the ' +
    'sealed attempt_id. All requests have the same body, byte for byte, the same token and the same address. ' +
    '`waits_ms`: the least time before each repetition; a quarter more at most is drawn by chance, and Retry-After ' +
    'counts up to 10 s. `token_reusable`: whether the client lets the same token be used for another verify().',
  [
    script('answered at once', '', [ok], { ...once, decision: 'pass', token_reusable: false }),
    script(
      'the reply was lost',
      'The same bytes again, marked: the service gives the stored answer.',
      [lost, ok],
      { ...twice, decision: 'pass', token_reusable: false },
    ),
    script('503, then success', 'Its fate is not known.', [{ ...refusalOf('unavailable') }, ok], {
      ...twice,
      decision: 'pass',
      token_reusable: false,
    }),
    script(
      '502 and 504 of a proxy, then success',
      '',
      [{ status: 502, body: PAGE }, { status: 504, body: PAGE }, ok],
      { ...thrice, decision: 'pass', token_reusable: false },
    ),
    script(
      '503 with Retry-After',
      'The longer of both counts.',
      [{ ...refusalOf('unavailable', { retry_after_s: 3 }), headers: { 'retry-after': '3' } }, ok],
      { standpoint_retry: retries(1), waits_ms: [3_000], decision: 'pass', token_reusable: false },
    ),
    script(
      '503 with a long Retry-After',
      'At most 10 s are waited: the stored answer is kept for 120 s.',
      [{ ...refusalOf('unavailable', { retry_after_s: 600 }), headers: { 'retry-after': '600' } }, ok],
      { standpoint_retry: retries(1), waits_ms: [10_000], decision: 'pass', token_reusable: false },
    ),
    script('lost three times', 'Three tries, then the error. The token may be spent.', [lost, lost, lost], {
      ...thrice,
      error: 'network',
      token_reusable: false,
    }),
    script(
      'three times 503',
      '',
      [refusalOf('unavailable'), refusalOf('unavailable'), refusalOf('unavailable')],
      { ...thrice, error: 'unavailable', token_reusable: false },
    ),
    script(
      'refused as used at the first try',
      'The network layer of the platform has repeated the request by itself, unmarked.',
      [refusalOf('token_already_used'), ok],
      { ...twice, decision: 'pass', token_reusable: false },
    ),
    script('the same of generation 0.3', '', [refusalOf('attestation_failed'), ok], {
      ...twice,
      decision: 'pass',
      token_reusable: false,
    }),
    script(
      'refused as used at both tries',
      'Another call has spent it.',
      [refusalOf('token_already_used'), refusalOf('token_already_used')],
      { ...twice, error: 'token_already_used', token_reusable: false },
    ),
    script(
      'lost, then refused as used',
      'The answer is too old to be given again.',
      [lost, refusalOf('token_already_used')],
      { ...twice, error: 'token_already_used', token_reusable: false },
    ),
    ...never.map((code) =>
      script(
        `never after ${code}`,
        'The service has answered: the same bytes would get the same answer.',
        [refusalOf(code), ok],
        { ...once, error: code, token_reusable: true },
      ),
    ),
    script(
      'never after a malformed answer',
      'The service may have decided.',
      [{ status: 200, body: PAGE }, ok],
      { ...once, error: 'bad_response', token_reusable: false },
    ),
    script(
      'collect(): the reply was lost',
      'collect() spends nothing, so it is not marked.',
      [lost, ok],
      { standpoint_retry: [null, null], waits_ms: [500], token_reusable: true },
      'collect',
    ),
  ],
);
