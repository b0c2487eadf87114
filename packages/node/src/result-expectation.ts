import type { FaceResultClaims, VerificationClaims } from '@standpoint/contract';
import type { Settings } from './config.ts';
import type { TokenStore } from './token-store.ts';

export interface ResultExpectation {
  /** Whom your session says the person is: another customer's result proves nothing about this one. */
  customer_id: string;
  /** Where the token is consumed. `MemoryTokenStore` is enough for one process; several need a database. */
  store: TokenStore;
  /** Your organization (`org_…`); the client's own when absent. */
  audience?: string;
  maxAgeSeconds?: number;
  /** Sandbox results are made up on request; only a test system may believe them. */
  acceptSandbox?: boolean;
}

export interface VerificationExpectation extends ResultExpectation {
  /** What was given to `preflight`, in any case: the result of a login must not pay for a deposit. */
  transaction_type: string;
  /** What was given to `preflight`; a token of another transaction is then refused. */
  transaction_id?: string;
  /** The decisions that you act upon. Default: `pass` alone. */
  decision?: OneOrMore<VerificationClaims['decision']>;
}

export interface FaceResultExpectation extends ResultExpectation {
  /** What was given to `createPortalToken`: the result of an easier workflow must not count for this one. */
  workflow_id: string;
  /** The decisions that you act upon. Default: `approved` alone. */
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

/** Throws a `TypeError` that names what is missing; returns the decisions that are accepted. */
export const decisionsOfVerification = (expected: VerificationExpectation) => {
  requireExpectation(expected);
  requireText(expected, 'transaction_type');
  return decisionsOf(expected.decision === undefined ? 'pass' : expected.decision, [
    'pass',
    'review',
    'fail',
  ]);
};

/** The same for a face result. */
export const decisionsOfFaceResult = (expected: FaceResultExpectation) => {
  requireExpectation(expected);
  requireText(expected, 'workflow_id');
  const { decision } = expected;
  return decisionsOf(decision === undefined ? 'approved' : decision, ['approved', 'review', 'declined']);
};

/** Another organization of the same service could mint a genuine token for your customer's id. */
export const audienceOf = (
  { organization }: Settings,
  { audience = organization }: ResultExpectation,
): string => {
  if (audience) return audience;
  throw new TypeError(
    'Set `organization` (org_…, npx standpoint orgs list): without it another organization’s result would pass',
  );
};
