import { beforeEach, expect, test, vi } from 'vitest';
import { Refused, Unreachable } from '../api/refused.ts';
import { isSessionEnded, sessionHasBegun } from '../api/session-end.ts';
import { takeFile } from './take-file.ts';
import { whyNot } from './words.ts';

beforeEach(() => {
  sessionHasBegun();
  return () => vi.unstubAllGlobals();
});

const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const take = (signal = new AbortController().signal) => takeFile('/org/env/x/export', {}, () => {}, signal);
const failure = (): Promise<Error> =>
  take().then(
    () => expect.unreachable(),
    (error) => error,
  );

/** Pieces, and then the end of the connection, which is no end of the file when `broken`. */
const file = (pieces: readonly string[], broken = false) =>
  new Response(
    new ReadableStream({
      pull(to) {
        const piece = pieces[sent++];
        if (piece !== undefined) to.enqueue(new TextEncoder().encode(piece));
        else if (broken) to.error(new TypeError('network error'));
        else to.close();
      },
    }),
    { headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' } },
  );
let sent = 0;
beforeEach(() => {
  sent = 0;
});

const refusal = (status: number, code: string, retry_after_s?: number) => {
  const error = { code, message: 'Words of the service.', retryable: false, request_id: 'r', retry_after_s };
  return new Response(JSON.stringify({ data: { error } }), { status });
};

test('gives a file when it came whole', async () => {
  answering(async () => file(['a,b\n1,', '2\n']));
  const { blob, name, progress } = await take();
  expect([await blob.text(), name, progress.rows]).toEqual(['a,b\n1,2\n', 'a.csv', 1]);
});

test('says that the service was not reached when the network is off', async () => {
  answering(() => Promise.reject(new TypeError('Failed to fetch')));
  const error = await failure();
  expect(error).toBeInstanceOf(Unreachable);
  expect(whyNot(error, 0)).toBe(
    'The service could not be reached. No file was saved. Export it again when the service answers.',
  );
});

test('asks to sign in again when the session is over', async () => {
  answering(async () => refusal(401, 'token_missing'));
  expect(await failure()).toBeInstanceOf(Refused);
  expect(isSessionEnded()).toBe(true);
});

test.each([
  [403, 'scope_denied', undefined, 'Words of the service. No file was saved.'],
  [429, 'rate_limited', 30, 'Words of the service. No file was saved. Export it again in 30 s.'],
])('says what to do when the service refuses with %i', async (status, code, retry_after_s, words) => {
  answering(async () => refusal(status, code, retry_after_s));
  expect(whyNot(await failure(), 0)).toBe(words);
  expect(isSessionEnded()).toBe(false);
});

test.each([
  ['the connection broke', true, ['a,b\n1,2\n']],
  ['its last line has no end', false, ['a,b\n1,2\n3,']],
])('gives no part of a file when %s', async (_why, broken, pieces) => {
  answering(async () => file(pieces, broken));
  const error = await failure();
  expect(error).toBeInstanceOf(Unreachable);
  expect(whyNot(error, 1)).toContain('No file was saved: a part of one would look like all of it.');
});

test('says nothing of the network when the person stopped it', async () => {
  const own = new AbortController();
  answering(() => {
    own.abort();
    return Promise.reject(own.signal.reason);
  });
  await expect(take(own.signal)).rejects.toBe(own.signal.reason);
});
