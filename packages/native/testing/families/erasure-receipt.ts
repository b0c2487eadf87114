import { type Case, familyOf } from '../family.ts';
import {
  BASE,
  claimsIn,
  ed25519,
  headerIn,
  jwksOf,
  NOW_MS,
  ORG,
  resigned,
  signed,
  tampered,
} from '../keys.ts';
import { erasureReceipt, verificationToken } from '../tokens.ts';

const good = erasureReceipt();
const YEARS_9_MS = 9 * 365 * 86_400_000;
const checked = (
  name: string,
  why: string,
  receipt: string,
  reason: string | null,
  more: Record<string, unknown> = {},
): Case => ({
  name,
  why,
  input: {
    receipt,
    jwks: jwksOf('production'),
    issuer: BASE,
    organization: ORG,
    customer_id: 'customer-1',
    now_ms: NOW_MS + YEARS_9_MS,
    ...more,
  },
  expect: reason === null ? { claims: claimsIn(receipt) } : { error: reason },
});

export const erasureReceiptFamily = familyOf(
  'erasure-receipt',
  'Check the signed proof that a person was erased, years later. Its keys stay in the key set when they are ' +
    'retired. It is never consumed: it may be shown any number of times.',
  [
    checked('good, nine years later', '', good, null),
    checked(
      'without templates',
      'Receipts of versions that had none.',
      erasureReceipt({ templates: undefined }),
      null,
    ),
    checked('eleven years later', 'It says that it holds for ten.', good, 'expired', {
      now_ms: NOW_MS + (YEARS_9_MS / 9) * 11,
    }),
    checked('of another customer', '', good, 'wrong_customer', { customer_id: 'customer-2' }),
    checked(
      'of another organization',
      '',
      resigned(good, { aud: 'org_00000000000000000000000000' }),
      'wrong_audience',
    ),
    checked('of another service', '', resigned(good, { iss: 'https://evil.example' }), 'wrong_issuer'),
    checked('changed signature', '', tampered(good), 'bad_signature'),
    checked(
      'changed counts',
      'A receipt that says less.',
      `${good.split('.')[0]}.${Buffer.from(JSON.stringify({ ...claimsIn(good), frames: 0 })).toString('base64url')}.${good.split('.')[2]}`,
      'bad_signature',
    ),
    checked(
      'an unknown key',
      '',
      signed({ ...headerIn(good), kid: 'unknown' }, claimsIn(good), ed25519('another key')),
      'unknown_key',
    ),
    checked('a result token in its place', '', verificationToken(), 'wrong_type'),
    checked('padded base64url', '', `${good}=`, 'malformed'),
    checked('no JWT', '', 'erased', 'malformed'),
  ],
);
