import { setTimeout as sleep } from 'node:timers/promises';
import { type CallAnswer, type CallOptions, call, inParallel, isUnknown } from './calls.ts';
import type { ProofOrganization } from './organization.ts';

/** The answers that the redeemers of one short code received. */
export interface CodeHistory {
  code: string;
  /** Hand-off tokens that the service issued. */
  won: string[];
  refused: Map<string, number>;
  unknown: number;
}

interface CodeRaceOptions {
  urls: readonly string[];
  organization: ProofOrganization;
  codes: number;
  redeemers: number;
  width?: number;
  more?: () => boolean;
  progress?: (line: string) => void;
}

const TRIES = 400;

async function persist(urls: readonly string[], options: CallOptions): Promise<CallAnswer> {
  for (let i = 0; ; i++) {
    const answer = await call(urls[i % urls.length]!, options);
    if (answer.status === 200) return answer;
    if (!isUnknown(answer) || i >= TRIES)
      throw new Error(`${options.method ?? 'POST'} ${options.path} answered ${answer.status} ${answer.code}`);
    await sleep(100);
  }
}

/** Creates a portal token for a new customer, and a short code of its session. */
async function shortCode(urls: readonly string[], organization: ProofOrganization): Promise<string> {
  const { workflow_id, api_key } = organization;
  const customer = { customer_id: `phone-${Math.random()}` };
  const portal = await persist(urls, {
    path: '/facecheck/session/portal',
    token: api_key,
    body: { workflow_id, customer },
  });
  const made = await persist(urls, {
    path: '/facecheck/short-code',
    token: portal.data.token,
    body: { channel: 'link' },
  });
  return made.data.code;
}

const redeem = (url: string, code: string) =>
  call(url, { method: 'GET', path: `/facecheck/short-code?code=${encodeURIComponent(code)}` });

async function raceCode(code: string, urls: readonly string[], redeemers: number): Promise<CodeHistory> {
  const history: CodeHistory = { code, won: [], refused: new Map(), unknown: 0 };
  const calls = Array.from({ length: redeemers }, (_, i) => redeem(urls[i % urls.length]!, code));
  for (const answer of await Promise.all(calls)) {
    if (isUnknown(answer)) history.unknown++;
    else if (answer.status === 200) history.won.push(answer.data.handoff_token);
    else {
      const refusal = `${answer.status} ${answer.code}`;
      history.refused.set(refusal, (history.refused.get(refusal) ?? 0) + 1);
    }
  }
  return history;
}

export async function raceCodes(options: CodeRaceOptions): Promise<CodeHistory[]> {
  const { urls, organization, codes, redeemers, width = 4, more = () => false, progress } = options;
  const histories: CodeHistory[] = [];
  const one = async () => {
    histories.push(await raceCode(await shortCode(urls, organization), urls, redeemers));
    if (histories.length % Math.max(1, Math.floor(codes / 5)) === 0)
      progress?.(`${histories.length} codes redeemed`);
  };
  await inParallel(codes, width, one);
  for (let extra = 0; more() && extra < codes * 20; extra += width) await inParallel(width, width, one);
  return histories;
}

/** Whether a code ended before any redeemer came: PostgreSQL was restarted, which voids older codes. */
export const isVoid = ({ won, unknown, refused }: CodeHistory): boolean =>
  won.length === 0 && unknown === 0 && [...refused.keys()].join() === '410 short_code_expired';

/**
 * Each code has at most one winner, and exactly one if every answer arrived and the code was not void. A
 * redeemed code stays redeemed.
 */
export async function judgeCodes(
  histories: readonly CodeHistory[],
  urls: readonly string[],
): Promise<string[]> {
  const wrong: string[] = [];
  await inParallel(histories.length, 16, async (i) => {
    const { code, won, unknown } = histories[i]!;
    if (won.length > 1) wrong.push(`a code was redeemed ${won.length} times`);
    if (won.length === 0 && unknown === 0 && !isVoid(histories[i]!))
      wrong.push('a code was refused to every redeemer');
    const late = await redeem(urls[i % urls.length]!, code);
    if (won.length > 0 && late.code !== 'short_code_used')
      wrong.push(
        `a redeemed code answered ${late.status} ${late.code ?? 'with a hand-off token'} afterwards`,
      );
  });
  return wrong;
}
