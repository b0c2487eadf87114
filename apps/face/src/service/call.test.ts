import { afterEach, expect, test, vi } from 'vitest';
import { openCall } from './call.ts';
import type { Prover } from './proof.ts';

afterEach(() => vi.unstubAllGlobals());

const AHEAD_MS = 26 * 3_600_000;
const answer = (status: number, data: object): Response =>
  new Response(JSON.stringify({ status_code: status, data }), {
    status,
    headers: { date: new Date(Date.now() + AHEAD_MS).toUTCString() },
  });
const refused = () =>
  answer(401, { error: { code: 'proof_invalid', message: '', retryable: false, request_id: '' } });

/** The service's clock is a day ahead of this device's; it refuses a proof with the device's own time. */
const service = () => {
  const times: Record<string, number[]> = { '/slow': [], '/quick': [] };
  const prover = {
    prove: async (_method: string, url: string, { now }: { now: number }) => {
      times[new URL(url).pathname]!.push(now);
      return String(now);
    },
  } as unknown as Prover;
  const quick = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const late = Math.abs(Number(headers['standpoint-proof']) - Date.now() - AHEAD_MS) > 60_000;
    if (url.endsWith('/slow') && times['/slow']!.length === 1) await quick.promise;
    return late ? refused() : answer(200, { heard: true });
  });
  const call = openCall('https://id.example', prover, () => 'token');
  return { call, quick: () => quick.resolve(), times };
};

test('repeats a call whose proof had the wrong time, even if another call has learned it', async () => {
  const { call, quick, times } = service();
  const slow = call('POST', '/slow');
  expect(await call('POST', '/quick')).toEqual({ heard: true });
  quick();
  expect(await slow).toEqual({ heard: true });
  expect(times['/slow']).toHaveLength(2);
  expect(times['/quick']).toHaveLength(2);
});

test('does not repeat a call whose proof was refused for another reason', async () => {
  const { call } = service();
  vi.stubGlobal('fetch', async () => {
    const reply = refused();
    reply.headers.set('date', new Date().toUTCString());
    return reply;
  });
  await expect(call('POST', '/slow')).rejects.toMatchObject({ code: 'proof_invalid' });
});
