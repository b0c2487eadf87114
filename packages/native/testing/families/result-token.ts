import type { Environment } from '@standpoint/contract';
import { type Case, familyOf } from '../family.ts';
import {
  BASE,
  claimsIn,
  ed25519,
  headerIn,
  jwksOf,
  NOW_MS,
  NOW_S,
  ORG,
  RING,
  resigned,
  SANDBOX_BASE,
  signed,
  tampered,
} from '../keys.ts';
import { faceResultToken, preflightToken, verificationToken, WORKFLOW_ID } from '../tokens.ts';

type Json = Record<string, unknown>;
const good = verificationToken();
const face = faceResultToken();
const production = RING.of('production').active;
const own = (header: object | string, claims: object | string = claimsIn(good)) =>
  signed(header, claims, production.private_key);
const { alg, typ, kid } = headerIn(good);

interface More {
  expected?: Json;
  used?: boolean;
  now_ms?: number;
  env?: Environment;
  kind?: 'verification' | 'face_result';
}
const checked = (name: string, why: string, token: string, reason: string | null, more: More = {}): Case => {
  const {
    expected = {},
    used = false,
    now_ms = NOW_MS + 1_000,
    env = 'production',
    kind = 'verification',
  } = more;
  const purpose = kind === 'verification' ? { transaction_type: 'deposit' } : { workflow_id: WORKFLOW_ID };
  return {
    name,
    why,
    input: {
      kind,
      token,
      jwks: jwksOf(env),
      issuer: env === 'sandbox' ? SANDBOX_BASE : BASE,
      organization: ORG,
      now_ms,
      used,
      expected: { customer_id: 'customer-1', ...purpose, ...expected },
    },
    expect: reason === null ? { claims: claimsIn(token) } : { error: reason },
  };
};

const [head, body, signature] = good.split('.') as [string, string, string];

const forms = [
  checked('empty', '', '', 'malformed'),
  checked('no JWT', '', 'not-a-token', 'malformed'),
  checked('two parts', '', `${head}.${body}`, 'malformed'),
  checked(
    'padded base64url',
    'One token has one spelling (RFC 7515 §2).',
    `${head}.${body}=.${signature}`,
    'malformed',
  ),
  checked(
    'unused bits set in the signature',
    'Libraries read it as the same bytes.',
    `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : String.fromCharCode(good.charCodeAt(good.length - 1) + 1)}`,
    'malformed',
  ),
  checked(
    'longer than any token',
    'It is not even read.',
    `${head}.${'A'.repeat(13_000)}.${signature}`,
    'malformed',
  ),
  checked('alg none', 'RFC 8725 §2.1.', own({ alg: 'none', typ, kid }), 'malformed'),
  checked('alg HS256', 'A public key as a shared secret.', own({ alg: 'HS256', typ, kid }), 'malformed'),
  checked(
    'a further member of the header',
    'The header is exactly {alg, typ, kid}.',
    own({ alg, typ, kid, cty: 'JWT' }),
    'malformed',
  ),
  checked(
    'a key in the header',
    'No key is ever taken from a token.',
    own({ alg, typ, kid, jwk: production.public_jwk }),
    'malformed',
  ),
  checked('crit', '', own({ alg, typ, kid, crit: ['exp'] }), 'malformed'),
  checked('without kid', '', own({ alg, typ }), 'malformed'),
  checked('without exp', 'It would live for ever.', resigned(good, { exp: undefined }), 'expired'),
  checked('without jti', 'It could not be consumed.', resigned(good, { jti: undefined }), 'malformed'),
  checked('claims that are no object', '', own({ alg, typ, kid }, '[]'), 'malformed'),
];

const signatures = [
  checked('changed signature', '', tampered(good), 'bad_signature'),
  checked(
    'changed claims',
    '',
    `${head}.${Buffer.from(JSON.stringify({ ...claimsIn(good), sub: 'customer-2' })).toString('base64url')}.${signature}`,
    'bad_signature',
  ),
  checked(
    'another key under our kid',
    '',
    signed({ alg, typ, kid }, claimsIn(good), ed25519('another key')),
    'bad_signature',
  ),
  checked(
    'an unknown kid',
    'Ask for the keys again once, then refuse.',
    signed({ alg, typ, kid: 'unknown' }, claimsIn(good), production.private_key),
    'unknown_key',
  ),
  checked(
    'signed by the key of the sandbox',
    'Production’s key set never lists it.',
    verificationToken('sandbox'),
    'unknown_key',
  ),
  checked(
    'the payload key as kid',
    'Only a key with use sig and EdDSA signs.',
    signed({ alg, typ, kid: RING.of('production').payload.kid }, claimsIn(good), production.private_key),
    'unknown_key',
  ),
];

const claims = [
  checked('a preflight token', 'A token works for one purpose.', preflightToken(), 'wrong_type'),
  checked('the result of a face check', '', face, 'wrong_type'),
  checked(
    'typ in capitals',
    'It is compared as it stands.',
    own({ alg, typ: 'VERIFICATION+JWT', kid }),
    'wrong_type',
  ),
  checked('another issuer', '', resigned(good, { iss: 'https://evil.example' }), 'wrong_issuer'),
  checked(
    'another organization',
    'Another one on the same service can mint for your customer’s id.',
    resigned(good, { aud: 'org_00000000000000000000000000' }),
    'wrong_audience',
  ),
  checked(
    'a list of audiences',
    'Not even with yours among them.',
    resigned(good, { aud: [ORG] }),
    'wrong_audience',
  ),
  checked('expired', 'Thirty-one seconds ago: thirty are forgiven.', good, 'expired', {
    now_ms: (NOW_S + 1_200 + 31) * 1_000,
  }),
  checked('expired twenty seconds ago', 'Clocks differ by up to thirty seconds.', good, null, {
    now_ms: (NOW_S + 1_200 + 20) * 1_000,
  }),
  checked(
    'issued in the future',
    'Beyond the thirty seconds.',
    resigned(good, { iat: NOW_S + 120, exp: NOW_S + 1_320 }),
    'malformed',
  ),
  checked('older than the caller allows', '', good, 'too_old', {
    expected: { max_age_s: 60 },
    now_ms: NOW_MS + 120_000,
  }),
  checked(
    'another customer',
    'Another person’s result proves nothing about this one.',
    good,
    'wrong_customer',
    { expected: { customer_id: 'customer-2' } },
  ),
  checked('a customer in capitals', 'Ids are compared as they stand.', good, 'wrong_customer', {
    expected: { customer_id: 'CUSTOMER-1' },
  }),
  checked(
    'another type of transaction',
    'A login must not pay for a deposit.',
    good,
    'wrong_transaction_type',
    { expected: { transaction_type: 'withdrawal' } },
  ),
  checked('the type in capitals', 'The service ignores the case of a type.', good, null, {
    expected: { transaction_type: 'DEPOSIT' },
  }),
  checked('another transaction', '', good, 'wrong_transaction', { expected: { transaction_id: 'order-18' } }),
  checked('the transaction', '', good, null, { expected: { transaction_id: 'order-17' } }),
  checked(
    'a decision that was not asked for',
    'Only pass is accepted unless the caller says otherwise.',
    verificationToken('production', { decision: 'review' }),
    'wrong_decision',
  ),
  checked(
    'a decision that was asked for',
    '',
    verificationToken('production', { decision: 'review' }),
    null,
    { expected: { decision: ['pass', 'review'] } },
  ),
  checked('fail', '', verificationToken('production', { decision: 'fail' }), 'wrong_decision'),
  checked('used before', 'One result pays for one action.', good, 'consumed', { used: true }),
  checked('a sandbox result', 'Its outcome can be chosen.', verificationToken('sandbox'), 'sandbox', {
    env: 'sandbox',
  }),
  checked('a sandbox result that is wanted', 'In a test system.', verificationToken('sandbox'), null, {
    env: 'sandbox',
    expected: { accept_sandbox: true },
  }),
  checked(
    'an environment that is not known',
    '',
    resigned(good, { env: 'staging' }, {}, production.private_key),
    'sandbox',
  ),
];

export const resultToken = familyOf(
  'result-token',
  'Check a result token offline, for one purpose and one use. `used`: the store has seen its jti. The order is ' +
    'form, type, key, signature, issuer and times, organization, environment, customer, transaction or ' +
    'workflow, decision, and consuming last, so that a refused token stays unused.',
  [
    checked('good', '', good, null),
    ...forms,
    ...signatures,
    ...claims,
    checked('a good face result', '', face, null, { kind: 'face_result' }),
    checked('a face result of an easier workflow', '', face, 'wrong_workflow', {
      kind: 'face_result',
      expected: { workflow_id: 'wf_00000000000000000000000000' },
    }),
    checked(
      'a face result that was declined',
      '',
      faceResultToken({ decision: 'declined' }),
      'wrong_decision',
      { kind: 'face_result' },
    ),
    checked('a verification for a face result', '', good, 'wrong_type', { kind: 'face_result' }),
  ],
);
