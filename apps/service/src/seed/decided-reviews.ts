import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { answerSession } from '../face/review/review.ts';
import { answerVerification } from '../geolocation/records/review.ts';
import { newId } from '../ids.ts';
import { between, type Chance, pick } from './chance.ts';

const REVIEWERS = ['ana', 'ben', 'chen', 'dora'];
/** Reviews that are left open, the newest ones; the older of them are overdue. Of few, some are decided too. */
const LEFT_OPEN = 26;
const LEFT_SHARE = 0.6;
/** So few teach nothing: then all are left. */
const LEFT_AT_LEAST = 8;
const REASONS = {
  approve: ['lives at the border, address checked', 'travelled, ticket seen', 'device known for years'],
  decline: ['the border is crossed', 'the address hides the place', 'no answer from the customer'],
} as const;

interface Waiting {
  area: 'geolocation' | 'face';
  id: string;
  four_eyes: boolean;
  opened_at: Date;
}

interface How {
  moveTo(at_ms: number): void;
  until_ms: number;
  chance: Chance;
  stopping: AbortSignal;
}

/** Decides the older reviews as reviewers would have, some hours after they were opened. */
export async function decideReviews(
  deps: Deps,
  { org, actor }: { org: string; actor: string },
  { moveTo, until_ms, chance, stopping }: How,
): Promise<{ decided: number; open: number }> {
  const { rows } = await sql<Waiting>`
    SELECT area, id, four_eyes, opened_at FROM review
     WHERE org = ${org} AND env = 'sandbox' AND state = 'open' ORDER BY opened_at`.execute(deps.database.db);
  const share = Math.max(LEFT_AT_LEAST, Math.ceil(rows.length * LEFT_SHARE));
  const open = Math.min(LEFT_OPEN, share, rows.length);
  const due = rows.slice(0, rows.length - open);
  const left = rows.slice(due.length);
  let decided = 0;
  for (const each of due) {
    if (stopping.aborted) break;
    await answer(deps, { org, actor }, each, { moveTo, until_ms, chance, last: true });
    decided++;
  }
  // Of those that need two people, some have the first answer.
  for (const each of left.filter(({ four_eyes }) => four_eyes).slice(0, stopping.aborted ? 0 : 4))
    await answer(deps, { org, actor }, each, { moveTo, until_ms, chance, last: false });
  return { decided, open: rows.length - decided };
}

async function answer(
  deps: Deps,
  { org, actor }: { org: string; actor: string },
  { area, id, four_eyes, opened_at }: Waiting,
  how: { moveTo(at_ms: number): void; until_ms: number; chance: Chance; last: boolean },
): Promise<void> {
  const first = Math.floor(how.chance() * REVIEWERS.length);
  const outcome = how.chance() < 0.7 ? 'approve' : 'decline';
  for (let i = 0; i < (four_eyes && how.last ? 2 : 1); i++) {
    const at = opened_at.getTime() + between(how.chance, 5, 230) * 60_000 + i * 600_000;
    how.moveTo(Math.min(at, how.until_ms));
    const reviewer = REVIEWERS[(first + i) % REVIEWERS.length]!;
    const answering = {
      org,
      env: 'sandbox' as const,
      by: { actor, request_id: newId('request'), ip: '127.0.0.1' },
      base_url: deps.config.sandbox_base_url,
      body: { outcome, reason: pick(how.chance, REASONS[outcome]), reviewer } as const,
      user_id: null,
      names: [reviewer],
      hold_id: null,
    };
    if (area === 'geolocation') await answerVerification(deps, answering, id);
    else await answerSession(deps, answering, id);
  }
}
