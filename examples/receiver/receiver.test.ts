import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type WebhookEvent, webhooks } from '@standpoint/node';
import { expect, it, onTestFinished } from 'vitest';
import { createReceiver } from './receiver.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const EVENT = {
  type: 'geolocation.verification.completed',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: { decision: 'pass' },
};
const BODY = JSON.stringify(EVENT);

const listening = async (receiver: RequestListener): Promise<string> => {
  const server = createServer(receiver).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};
const post = async (url: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string>) =>
  (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
    .status;

it('takes each event once, also with the old secret, and refuses what is not signed', async () => {
  const queue: WebhookEvent[] = [];
  const url = await listening(createReceiver([SECRET, OLD], (event) => queue.push(event)));
  const [first, second] = [SECRET, OLD].map((secret) => webhooks.generateTestHeaders(BODY, secret));
  for (const headers of [first!, first!, second!]) expect(await post(url, BODY, headers)).toBe(204);
  expect(queue).toEqual([first!, second!].map((headers) => ({ id: headers['webhook-id'], ...EVENT })));
  const stranger = webhooks.generateTestHeaders(BODY, `whsec_${btoa('another key of 24 bytes.')}`);
  for (const [body, headers] of [
    [BODY, stranger],
    [BODY, {}],
    [BODY.replace('pass', 'fail'), first!],
  ] as const)
    expect(await post(url, body, headers)).toBe(400);
  expect(await post(url, Buffer.alloc(4e6), first!).catch(() => 413)).toBe(413);
  expect(queue).toHaveLength(2);
});

it('answers 500 when the event could not be queued, and takes it at the next try', async () => {
  let broken = true;
  const queue: WebhookEvent[] = [];
  const url = await listening(
    createReceiver([SECRET], (event) => {
      if (broken) throw new Error('the queue is down');
      queue.push(event);
    }),
  );
  const headers = webhooks.generateTestHeaders(BODY, SECRET);
  expect(await post(url, BODY, headers)).toBe(500);
  broken = false;
  expect([await post(url, BODY, headers), queue.length]).toEqual([204, 1]);
});

it('runs as the README says', async () => {
  const file = fileURLToPath(new URL('./receiver.ts', import.meta.url));
  const env = { ...process.env, STANDPOINT_WEBHOOK_SECRET: SECRET, PORT: '0' };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const [word, port] = (await lines.next()).value!.split(' ');
  expect(word).toBe('listening');
  const headers = webhooks.generateTestHeaders(BODY, SECRET);
  expect(await post(`http://127.0.0.1:${port}/`, BODY, headers)).toBe(204);
  expect((await lines.next()).value).toBe(`${headers['webhook-id']} ${EVENT.type} {"decision":"pass"}`);
});
