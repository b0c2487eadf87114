import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openCall } from './call.ts';
import type { Prover } from './proof.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();
const CODE = { channel: 'qr', locale: 'en' } as const;
/**
 * Every call of the page but three: an upload has a story in a browser (`stories/lost-answers.test.ts`), and
 * what pairing asks and reports is sent once, because a newer question follows.
 */
const CALLS: Record<
  Exclude<keyof Api, 'submit' | 'opticalCode' | 'opticalSighting'>,
  (api: Api) => Promise<unknown>
> = {
  createSession: (api) => api.createSession({ locale: 'en' } as Parameters<Api['createSession']>[0]),
  status: (api) => api.status(4, signal),
  consent: (api) => api.consent({ version: '1', accepted: true, locale: 'en' }),
  openAttempt: (api) => api.openAttempt({ client_attempt_id: 'one' }, signal),
  createCode: (api) => api.createCode(CODE, signal),
  refreshCode: (api) => api.refreshCode(CODE, signal),
  redeem: (api) => api.redeem('7K2M9QXV'),
  confirm: (api) => api.confirm('42'),
  skipPairing: (api) => api.skipPairing(),
  deny: (api) => api.deny(),
  cancelHandoff: (api) => api.cancelHandoff(),
  cancel: (api) => api.cancel(),
  event: (api) => api.event('loaded'),
  confirmLocation: (api) => api.confirmLocation('42'),
  denyLocation: (api) => api.denyLocation(),
  verifyLocation: (api) => api.verifyLocation({ payload: 'sealed', attempt_id: 'one' }),
};

interface Sent {
  url: string;
  method: string;
  body: string | undefined;
  proof: string;
}

/** A network that loses the first answers, and what the service heard. */
function network(lost: number) {
  const heard: Sent[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, body, headers }: RequestInit & { headers: Record<string, string> }) => {
      heard.push({ url, method: method!, body: body as string, proof: headers['standpoint-proof']! });
      if (heard.length <= lost) throw new TypeError('Failed to fetch');
      return new Response(JSON.stringify({ data: { session: 'this one' } }), { status: 200 });
    },
  );
  let proofs = 0;
  const prover = { prove: async () => `proof ${++proofs}` } as unknown as Prover;
  return { heard, api: openApi(openCall('https://id.example', prover, () => 'token')) };
}

test.each(Object.entries(CALLS))('repeats %s, with a new proof, when its answer is lost', async (_, ask) => {
  const { heard, api } = network(1);
  const answer = ask(api);
  await vi.runAllTimersAsync();
  expect(await answer).toBeDefined();
  const [first, again] = heard;
  expect(heard).toHaveLength(2);
  expect(again).toEqual({ ...first, proof: 'proof 2' });
});

test('control: gives up when every answer is lost', async () => {
  const { heard, api } = network(9);
  const answer = expect(api.consent({ version: '1', accepted: true, locale: 'en' })).rejects.toMatchObject({
    code: 'connection_lost',
  });
  await vi.runAllTimersAsync();
  await answer;
  expect(heard).toHaveLength(4);
});
