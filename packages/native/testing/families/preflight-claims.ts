import { type Case, familyOf } from '../family.ts';
import {
  BASE,
  claimsIn,
  ed25519,
  headerIn,
  NOW_MS,
  NOW_S,
  resigned,
  SANDBOX_BASE,
  signed,
  tampered,
} from '../keys.ts';
import { faceHandoffToken, portalTokenOf, preflightToken, verificationToken } from '../tokens.ts';

const good = preflightToken();
const read = (
  name: string,
  why: string,
  token: string,
  expect: Record<string, unknown> = { claims: claimsIn(token) },
  more: { kind?: 'preflight' | 'portal'; base_url?: string; now_ms?: number } = {},
): Case => ({
  name,
  why,
  input: { kind: 'preflight', base_url: BASE, now_ms: NOW_MS, ...more, token },
  expect,
});

/** The service's own refusal, of a token whose faults only the service can see. */
const passedOn = (token: string, code: string) => ({ claims: claimsIn(token), service: code });
const refused = (error: string) => ({ error });
/** A second spelling: a client may refuse it at once, and the service always does. */
const respelled = (token: string) => ({ ...passedOn(token, 'token_invalid'), may: 'token_invalid' });

const [head, body, signature] = good.split('.') as [string, string, string];
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes with an unused bit set: only a part whose length is no multiple of four has such bits. */
function unusedBit(part: string): string {
  if (part.length % 4 === 0) throw new Error('this part has no unused bits');
  return part.slice(0, -1) + DIGITS[DIGITS.indexOf(part.at(-1)!) + 1];
}

/** A token whose claims have a length that leaves unused bits. */
const loose = ['', 'x', 'xx']
  .map((transaction_id) => preflightToken({ name: 'loose', transaction_id: `order${transaction_id}` }))
  .find((token) => token.split('.')[1]!.length % 4 !== 0)!;
const looseParts = loose.split('.');

export const preflightClaims = familyOf(
  'preflight-claims',
  'Read the claims of `token` before anything is sent. `kind` is the kind that the call needs and `base_url` ' +
    'the address that the client is set to. `now_ms` is the clock of the device. A client does not check the ' +
    'signature: where `service` stands, the client reads the claims and the service refuses with that code. `may`: a stricter client refuses at ' +
    'once, with this code.',
  [
    read('good', 'The token of an honest call.', good),
    read(
      'good of the sandbox',
      'Its `env` is sandbox and its `iss` the sandbox address.',
      preflightToken({ env: 'sandbox' }),
      undefined,
      {
        base_url: SANDBOX_BASE,
      },
    ),
    read(
      'good of the sandbox on the production address',
      'A test key may mint on the production address: `iss` decides, not `env`.',
      preflightToken({ env: 'sandbox', iss: BASE }),
    ),
    read(
      'good of generation 0.3',
      'Without install_id: the claim came with 0.5.',
      preflightToken({ sdk: '0.3' }),
    ),
    read(
      'good with origins and a transaction',
      'Optional claims.',
      preflightToken({ origins: ['https://shop.example'], transaction_id: 'order-17' }),
    ),
    read(
      'next token of a retry chain',
      '`root_jti`, `root_iat` and `hop` are carried on.',
      preflightToken({ hop: 2 }),
    ),
    read(
      'base address with a path and a slash',
      'The origins are compared, not the paths.',
      good,
      undefined,
      { base_url: `${BASE}/standpoint/` },
    ),
    read(
      'portal token where one is wanted',
      'The face flow reads a portal token.',
      portalTokenOf(),
      undefined,
      { kind: 'portal' },
    ),
    read(
      'expired an hour ago by the clock of the device',
      'A wrong clock must not lock a person out: the service alone judges `exp`.',
      good,
      passedOn(good, 'token_expired'),
      { now_ms: NOW_MS + 3_600_000 },
    ),
    read(
      'issued in the future by the clock of the device',
      'The clock of the device is slow.',
      good,
      undefined,
      { now_ms: NOW_MS - 3_600_000 },
    ),
    read(
      'signed by an unknown key',
      'Only the service knows its keys.',
      signed({ ...headerIn(good), kid: 'unknown' }, claimsIn(good), ed25519('another key')),
      passedOn(good, 'token_invalid'),
    ),
    read(
      'changed signature',
      'The client sends it on; the service refuses it.',
      tampered(good),
      passedOn(good, 'token_invalid'),
    ),
    read('empty', 'The backend answered without a token.', '', refused('token_missing')),
    read('no JWT', 'Any other text.', 'not-a-token', refused('token_invalid')),
    read('two parts', 'Cut off.', `${head}.${body}`, refused('token_invalid')),
    read('four parts', 'A part too many.', `${good}.AAAA`, refused('token_invalid')),
    read(
      'claims that are no JSON',
      '',
      signed(headerIn(good), 'no json', ed25519('x')),
      refused('token_invalid'),
    ),
    read(
      'claims that are an array',
      '',
      signed(headerIn(good), '[]', ed25519('x')),
      refused('token_invalid'),
    ),
    read(
      'without jti',
      'Nothing would name the token.',
      resigned(good, { jti: undefined }),
      refused('token_invalid'),
    ),
    read(
      'without enc',
      'There is no key to seal to.',
      resigned(good, { enc: undefined }),
      refused('token_invalid'),
    ),
    read(
      'without iss',
      'It might belong to any service.',
      resigned(good, { iss: undefined }),
      refused('token_invalid'),
    ),
    read(
      'padded base64url',
      'Another spelling of the same token: the service refuses it.',
      `${head}.${body}=.${signature}`,
      respelled(good),
    ),
    read(
      'unused bits set in the claims',
      'Another spelling of the same bytes.',
      [looseParts[0], unusedBit(looseParts[1]!), looseParts[2]].join('.'),
      respelled(loose),
    ),
    read(
      'a blank within',
      'Copied with a line break.',
      `${head}.${body.slice(0, 20)}\n${body.slice(20)}.${signature}`,
      respelled(good),
    ),
    read(
      'portal token in its place',
      'The tokens of the two areas were swapped.',
      portalTokenOf(),
      refused('token_wrong_purpose'),
    ),
    read('preflight token for the face flow', 'The other way round.', good, refused('token_wrong_purpose'), {
      kind: 'portal',
    }),
    read('hand-off token in its place', '', faceHandoffToken(), refused('token_wrong_purpose')),
    read(
      'result token in its place',
      'A result pays for nothing twice.',
      verificationToken(),
      refused('token_wrong_purpose'),
    ),
    read(
      'typ JWT',
      'A token of another library.',
      signed({ ...headerIn(good), typ: 'JWT' }, claimsIn(good), ed25519('x')),
      refused('token_wrong_purpose'),
    ),
    read(
      'another service',
      'The token would be sent to a stranger.',
      resigned(good, { iss: 'https://evil.example' }),
      refused('base_url_mismatch'),
    ),
    read(
      'sandbox token on the wrong host',
      'It was minted on the sandbox address.',
      preflightToken({ env: 'sandbox' }),
      refused('base_url_mismatch'),
    ),
    read('production token on the sandbox host', 'The other way round.', good, refused('base_url_mismatch'), {
      base_url: SANDBOX_BASE,
    }),
    read('iss that is no address', '', resigned(good, { iss: 'standpoint' }), refused('token_invalid')),
    read('iat and exp are whole seconds', 'NumericDate, not milliseconds.', good, {
      claims: claimsIn(good),
      iat: NOW_S,
      exp: NOW_S + 300,
    }),
  ],
);
