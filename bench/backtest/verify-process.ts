import { sealFresh } from '../../proof/payloads.ts';
import { preflight } from '../../proof/single-use.ts';
import { awaitParent } from '../child.ts';
import { pace } from '../pace.ts';

/** verify() at an even rate, in a process of its own; the next job begins with the next message. */
export interface VerifyJob {
  url: string;
  api_key: string;
  rate: number;
  amount: number;
}

const CUSTOMERS = 500;

async function requests({ url, api_key, amount }: VerifyJob) {
  const made: { headers: Record<string, string>; body: string }[] = [];
  for (let i = 0; i < amount; i++) {
    const token = await preflight([url], api_key, `customer-${i % CUSTOMERS}`);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    made.push({ headers, body: JSON.stringify({ payload: sealFresh(token).payload }) });
  }
  return made;
}

let start: (() => void) | undefined;

process.on('message', async (job: VerifyJob | 'fire') => {
  if (job === 'fire') return start?.();
  try {
    const made = await requests(job);
    const announced = () =>
      new Promise<void>((resolve) => {
        start = resolve;
        process.send!('ready to fire');
      });
    const { rate, amount, url } = job;
    const asked = { url: `${url}/geolocation/verify`, rate, total: amount };
    process.send!({ result: await pace(asked, (i) => made[i]!, announced) });
  } catch (error) {
    process.send!({ error: String((error as Error).stack) });
  }
});
awaitParent();
