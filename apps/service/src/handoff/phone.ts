import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import type { Deps } from '../deps.ts';
import { openBytes, sealBytes } from '../privacy/envelope.ts';
import { refuse } from '../refuse.ts';
import { type Minted, mint } from '../tokens/mint.ts';

/** The columns that both areas keep of the phone's side of a hand-off. */
interface PhoneRow {
  handoff_id: string;
  state: string;
  /** Thumbprint of the key that redeemed the code; null when the redeemer proved none. */
  bound_jkt: string | null;
  token_expires_at: Date | null;
  number_sealed: Buffer | null;
  /** In which the code was made; the claim held it against the database. */
  epoch: string;
}

/**
 * Signs a phone's token. It names the key that redeemed the code and does not outlive the hand-off. Two
 * tokens with the same `jti` and `now_ms` are the same token. It does not ask this node
 * for the epoch, which a busy node may not know: a code whose answer was refused after the claim would be
 * burnt.
 */
export const mintHandoff = (
  deps: Deps,
  { org, env, ...row }: PhoneRow & { org: string; env: Environment },
  token: { iss: string; jti: string; now_ms: number },
  claims: object,
): Minted =>
  mint(
    deps.keys,
    'handoff',
    {
      org,
      env,
      iss: token.iss,
      now: token.now_ms,
      not_after: Math.floor(row.token_expires_at!.getTime() / 1_000),
      jti: token.jti,
    },
    {
      ...claims,
      handoff_id: row.handoff_id,
      ...(row.bound_jkt && { cnf: { jkt: row.bound_jkt } }),
      epoch: row.epoch,
    },
  );

/** A hand-off whose number was not typed by then is over. */
export const CONFIRM_MS = 120_000;

const numberKey = ({ envelope }: Deps) => envelope.subkey('handoff-number');

/** Two digits for the asking device to show, as they are stored. */
export const newNumber = (deps: Deps, handoff_id: string): Buffer =>
  sealBytes(numberKey(deps), String(deps.draw(100)).padStart(2, '0'), handoff_id);

/**
 * The number that the asking device shows until it is confirmed. It proves that the person who types it on
 * the phone sees that device, so it goes to that device alone.
 */
export const shownNumber = (
  deps: Deps,
  { state, number_sealed, handoff_id }: Pick<PhoneRow, 'state' | 'number_sealed' | 'handoff_id'>,
): string | null =>
  state === 'redeemed' && number_sealed
    ? openBytes(numberKey(deps), number_sealed, handoff_id).toString()
    : null;

/**
 * Whether the person typed the right number. `before`: the hand-off is confirmed already, and the phone asks
 * again because the first answer was lost. A wrong number has to end the hand-off: two digits must not be
 * guessed twice. 404 `handoff_not_found` when there is nothing to confirm.
 */
export function checkNumber(
  deps: Deps,
  row: Pick<PhoneRow, 'state' | 'number_sealed' | 'handoff_id'>,
  typed: string,
): 'before' | 'right' | 'wrong' {
  if (row.state === 'confirmed') return 'before';
  if (row.state !== 'redeemed') return refuse('handoff_not_found', `hand-off is ${row.state}`);
  const number = Buffer.from(shownNumber(deps, row) ?? '');
  const answer = Buffer.from(typed.trim());
  const right = number.length > 0 && answer.length === number.length && timingSafeEqual(answer, number);
  return right ? 'right' : 'wrong';
}

const first = (text: string): string => [...text][0] ?? '';

/** `j•••@e•••.com`: a reader who knows the person recognises it, and no other reader learns it. */
export function customerHint(
  person: { email?: string; first_name?: string; last_name?: string } | null,
  customer_id: string,
): string {
  const [local, domain] = person?.email?.split('@') ?? [];
  if (local && domain) return `${first(local)}•••@${first(domain)}•••.${domain.split('.').at(-1)}`;
  return `${first(person?.first_name ?? person?.last_name ?? customer_id)}•••`;
}
