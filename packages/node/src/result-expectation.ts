import type { FaceResultClaims, VerificationClaims } from '@standpoint/contract';
import type { Settings } from './config.ts';
import type { TokenStore } from './token-store.ts';

export interface ResultExpectation {
  /** The customer of your own session. Another customer's result proves nothing about this one. */
  customer_id: string;
  /**
   * Where the token is consumed. `MemoryTokenStore` is enough for one process; use a database for several.
   */
  store: TokenStore;
  /** Your organization (`org_…`); by default that of the client. */
  audience?: string;
  maxAgeSeconds?: number;
  /**
   * Whether sandbox results are accepted. Their outcome can be chosen freely, so set it only in a test
   * system.
   */
  acceptSandbox?: boolean;
}

export interface VerificationExpectation extends ResultExpectation {
  /**
   * The type that was passed to `preflight`; case is ignored. A login's result must not pay for a deposit.
   */
  transaction_type: string;
  /** The id that was passed to `preflight`. If set, a token of another transaction is refused. */
  transaction_id?: string;
  /** The decisions that are accepted. Default: only `pass`. */
  decision?: OneOrMore<VerificationClaims['decision']>;
}

export interface FaceResultExpectation extends ResultExpectation {
  /** The id that was passed to `createPortalToken`. The result of an easier workflow must not count. */
  workflow_id: string;
  /** The decisions that are accepted. Default: only `approved`. */
  decision?: OneOrMore<FaceResultClaims['decision']>;
}

type OneOrMore<D> = D | readonly D[];

const WITHOUT = {
  customer_id: 'the result of another customer would pass',
  transaction_type: 'the result of a login would pass for a deposit',
  workflow_id: 'the result of an easier workflow would pass',
};

const requireText = <N extends keyof typeof WITHOUT>(expected: Record<N, unknown>, name: N): void => {
  const value = expected[name];
  if (typeof value !== 'string' || !value)
    throw new TypeError(`\`${name}\` is required: without it ${WITHOUT[name]}`);
};

const decisionsOf = <D extends string>(given: OneOrMore<D>, known: readonly D[]): readonly D[] => {
  const wanted = [given].flat() as D[];
  if (wanted.length && wanted.every((decision) => known.includes(decision))) return wanted;
  throw new TypeError(`\`decision\` must be one or more of ${known.join(', ')}`);
};

const requireExpectation = (expected: ResultExpectation): void => {
  requireText(expected, 'customer_id');
  if (typeof expected.store?.consume !== 'function') {
    throw new TypeError('`store` is required: without it a token could be used any number of times');
  }
  const { maxAgeSeconds = 0 } = expected;
  if (typeof maxAgeSeconds !== 'number' || !(maxAgeSeconds >= 0)) {
    throw new TypeError('`maxAgeSeconds` must be a number from 0 on');
  }
};

/** Returns the accepted decisions. Throws a `TypeError` that names a missing expectation. */
export const decisionsOfVerification = (expected: VerificationExpectation) => {
  requireExpectation(expected);
  requireText(expected, 'transaction_type');
  return decisionsOf(expected.decision === undefined ? 'pass' : expected.decision, [
    'pass',
    'review',
    'fail',
  ]);
};

/** The same for a face result: returns the accepted decisions. */
export const decisionsOfFaceResult = (expected: FaceResultExpectation) => {
  requireExpectation(expected);
  requireText(expected, 'workflow_id');
  const { decision } = expected;
  return decisionsOf(decision === undefined ? 'approved' : decision, ['approved', 'review', 'declined']);
};

/**
 * The organization is required, because another one on the same service could create a token for your
 * customer's id.
 */
export const audienceOf = (
  { organization }: Settings,
  { audience = organization }: ResultExpectation,
): string => {
  if (audience) return audience;
  throw new TypeError(
    'Set `organization` (org_…, npx standpoint orgs list): without it another one’s result would pass',
  );
};
