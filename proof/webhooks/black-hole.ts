import { setTimeout as sleep } from 'node:timers/promises';
import { atRate, openReceiver, openStage, quantile } from './stage.ts';

const ENDPOINTS = 10;

/** One endpoint of ten takes every call and answers none. The other nine go on as if it were not there. */
export async function proveBlackHole(events: number, say: (line: string) => void): Promise<string[]> {
  const stage = await openStage(1);
  const stored = new Map<string, number>();
  const came = new Map<string, number>();
  let swallowed = 0;
  const receiver = await openReceiver((request, _body, response) => {
    if (request.url === '/0') {
      swallowed++;
      return;
    }
    const key = `${request.url} ${request.headers['webhook-id']}`;
    if (!came.has(key)) came.set(key, Date.now());
    response.writeHead(204).end();
  });
  try {
    for (let i = 0; i < ENDPOINTS; i++) await stage.endpoint(`${receiver.url}/${i}`);
    await Promise.all([stage.worker(), stage.worker()]);
    await atRate(events, 10, async () => {
      const at = Date.now();
      stored.set(await stage.tell(), at);
    });
    const expected = events * (ENDPOINTS - 1);
    for (let i = 0; i < 100 && came.size < expected; i++) await sleep(100);
    const waits = [...came].map(([key, at]) => at - stored.get(key.split(' ')[1]!)!);
    const p99 = quantile(waits, 0.99);
    say(
      `${events} events for ${ENDPOINTS} endpoints: ${came.size} of ${expected} came to the nine, ` +
        `p50 ${quantile(waits, 0.5)} ms, p99 ${p99} ms; ${swallowed} calls were swallowed by the tenth`,
    );
    const wrong: string[] = [];
    if (came.size < expected) wrong.push(`${expected - came.size} did not come to the nine`);
    if (p99 >= 2_000) wrong.push('p99 of the nine is 2 s or more');
    if (swallowed === 0) wrong.push('the tenth was never called');
    return wrong;
  } finally {
    await receiver.close();
    await stage.close();
  }
}
