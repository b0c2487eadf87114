import { Agent, request } from 'node:http';

export interface PaceResult {
  per_s: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  sent: number;
  /** Answers other than 200, and requests without an answer. */
  failed: number;
}

interface Outgoing {
  headers: Record<string, string>;
  body: string;
}

/** Resolves with the answer's status once all of it has come; null without an answer. */
const statusOf = (url: string, agent: Agent, { headers, body }: Outgoing): Promise<number | null> =>
  new Promise((resolve) => {
    const none = () => resolve(null);
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        response.resume();
        response.on('error', none);
        response.on('end', () => resolve(response.statusCode!));
      },
    );
    outgoing.on('error', none);
    outgoing.end(body);
  });

/**
 * Sends requests at even distances. Each one is timed from the moment it was due, so that a stalled server
 * is also charged for the requests that were held back. (autocannon's own rate option sends one second's
 * share in one burst.)
 */
export async function pace(
  { url, rate, total }: { url: string; rate: number; total: number },
  requestOf: (i: number) => Outgoing,
  announce: () => Promise<void>,
): Promise<PaceResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const times: number[] = [];
  let failed = 0;
  const one = async (i: number, due: number) => {
    const status = await statusOf(url, agent, requestOf(i));
    if (status !== null) times.push(performance.now() - due);
    if (status !== 200) failed++;
  };
  await announce();
  const began = performance.now() + 50;
  const all: Promise<void>[] = [];
  while (all.length < total) {
    // The first is due at the beginning, and not one distance later.
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate) + 1);
    while (all.length < due) all.push(one(all.length, began + (all.length / rate) * 1000));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
  const elapsed = performance.now() - began;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    per_s: (times.length / elapsed) * 1000,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    sent: times.length,
    failed,
  };
}
