import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import type { Answering } from './answer.ts';
import type { ReviewRow } from './records.ts';
import { isSameReviewer } from './rules.ts';

const wrong = (path: string, message: string): never =>
  refuse('invalid_request', `${path}: ${message}`, { fields: [{ path, message }] });

/** Refuses an answer to a review that waits for none, or not for one of this reviewer. */
export async function requireWaiting(
  deps: Pick<Deps, 'database' | 'clock'>,
  row: ReviewRow | null,
  answering: Pick<Answering, 'names' | 'user_id' | 'body' | 'hold_id'>,
  path: 'verification_id' | 'session_id',
): Promise<ReviewRow> {
  if (!row) return wrong(path, 'names a record that was decided without a review');
  if (row.state === 'decided') return refuse('already_reviewed', row.id);
  if (row.state === 'closed')
    return wrong(path, 'names a record whose data was erased or redacted, so nothing is left to review');
  if (row.hold_id !== answering.hold_id) refuseHeld(deps, row);
  if (row.first_reviewer !== null && (await isFirst(deps, row, answering)))
    wrong('reviewer', 'gave the first answer; the second must come from another reviewer');
  return row;
}

/**
 * A person's decision stands, but they may take it back for some seconds. Neither an answer of a backend nor one of
 * another person comes in between: the backend asks again, and is then told what was decided.
 */
function refuseHeld({ clock }: Pick<Deps, 'clock'>, { held_until, id }: ReviewRow): never {
  const left_s = held_until ? Math.ceil((held_until.getTime() - clock.now()) / 1_000) + 1 : 1;
  return refuse('review_held', `${id} is held`, {
    message:
      'A person has just decided this review in the dashboard and may still take it back. Nothing was ' +
      'changed; ask again in a few seconds.',
    retry_after_s: Math.max(1, left_s),
  });
}

/** Every name that a member goes by. A backend may know the same person by any of them. */
export const namesOf = ({
  user_id,
  email,
  name,
}: {
  user_id: string;
  email: string;
  name: string;
}): string[] => [email, user_id, name, email.split('@')[0]!];

/**
 * Whether the person who answers now gave the first answer. Two answers of signed-in people are told apart
 * by their ids: a person who takes another name and address between the two is still one pair of eyes. A
 * backend gives a name only, so that every name of a member is compared with it.
 */
async function isFirst(
  { database }: Pick<Deps, 'database'>,
  { org, first_reviewer, first_user_id }: ReviewRow,
  { names, user_id, body }: Pick<Answering, 'names' | 'user_id' | 'body'>,
): Promise<boolean> {
  const first = first_reviewer!;
  // An offline check of the signed answers refuses two under one name.
  if (isSameReviewer(first, body.reviewer)) return true;
  if (user_id !== null && first_user_id !== null) return user_id === first_user_id;
  // A backend that names a stranger's address must not learn what else they are called: only a member is looked up.
  const member = sql`email = ${first} AND EXISTS (SELECT FROM member m WHERE m.org = ${org} AND m.user_id = person.id)`;
  const { rows } = await sql<{ user_id: string; email: string; name: string }>`
    SELECT id AS user_id, email, name FROM person
     WHERE ${first_user_id === null ? member : sql`id = ${first_user_id}`}`.execute(database.db);
  const firsts = [first, first.split('@')[0]!, ...rows.flatMap(namesOf)];
  return names.some((name) => firsts.some((one) => isSameReviewer(one, name)));
}
