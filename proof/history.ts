/** The answers that the racers of one token received. */
export interface TokenHistory {
  jti: string;
  /** verification_ids of 200 answers without `Idempotent-Replayed`: acceptances. */
  accepted: string[];
  /** verification_ids of answers that were repeated for a retransmission. */
  replayed: string[];
  /** Refusals, counted by `status code`. */
  refused: Map<string, number>;
  /** No answer, or 503: the token may have been accepted or not. */
  unknown: number;
}

export const newTokenHistory = (jti: string): TokenHistory => ({
  jti,
  accepted: [],
  replayed: [],
  refused: new Map(),
  unknown: 0,
});

/** The state of the database and the service after the race. */
export interface Ledger {
  /** verification_ids of spent tokens, by jti. */
  spends: Map<string, string[]>;
  /** verification_ids that have a row. */
  verifications: Set<string>;
  /** verification_ids that a backend could read. */
  readable: Set<string>;
}

/**
 * Compares sets, as Jepsen's set checkers do. An acknowledged verification that is absent is lost. One with
 * an unknown outcome may be present or absent. None may be present twice. Returns a sentence for each
 * violation.
 */
export function judgeTokens(
  histories: readonly TokenHistory[],
  { spends, verifications, readable }: Ledger,
): string[] {
  const wrong: string[] = [];
  for (const { jti, accepted, replayed, unknown } of histories) {
    if (accepted.length > 1) wrong.push(`${jti} was accepted ${accepted.length} times`);
    const ids = new Set([...accepted, ...replayed]);
    if (ids.size > 1) wrong.push(`${jti} was answered with different verifications: ${[...ids].join(', ')}`);
    const spent = spends.get(jti) ?? [];
    if (spent.length > 1) wrong.push(`${jti} is spent ${spent.length} times in the ledger`);
    for (const id of ids) {
      if (!spent.includes(id)) wrong.push(`${jti}: ${id} was acknowledged, the ledger does not know it`);
      if (!readable.has(id)) wrong.push(`${jti}: ${id} was acknowledged and cannot be read`);
    }
    if (spent.length > 0 && ids.size === 0 && unknown === 0)
      wrong.push(`${jti} is spent, and no caller was told`);
  }
  const spentIds = new Set([...spends.values()].flat());
  for (const id of spentIds)
    if (!verifications.has(id)) wrong.push(`${id} is a spend without a verification`);
  for (const id of verifications)
    if (!spentIds.has(id)) wrong.push(`${id} is a verification without a spend`);
  return wrong;
}
