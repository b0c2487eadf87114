import type { reviewing } from '@standpoint/contract';

type Claim = NonNullable<reviewing.QueuedReview['claim']>;

/** "Ana has it until 12:40", "Yours until 12:40". */
export const holderWords = ({ by, mine }: Pick<Claim, 'by' | 'mine'>, until: string): string =>
  mine ? `Yours until ${until}` : `${by.name} has it until ${until}`;

const AGAIN_MS = 30_000;
const SOONEST_MS = 5_000;

/** When to look again: as soon as the claim is over, and now and then where nothing tells of changes. */
export const askAgainIn = (claim: Pick<Claim, 'until'> | null, now: number): number =>
  claim ? Math.min(AGAIN_MS, Math.max(SOONEST_MS, Date.parse(claim.until) - now + 200)) : AGAIN_MS;
