import { steps } from '../../../../apps/service/src/cli/conformance/seal.ts';
import { openSealed } from '../../../../apps/service/src/geolocation/verify/payload.ts';
import { mustBelong } from '../../../../apps/service/src/geolocation/verify/sent-evidence.ts';
import { Refusal } from '../../../../apps/service/src/refuse.ts';
import { type Case, familyOf } from '../family.ts';
import { bytesOf, payloadKey, RING, uuidOf } from '../keys.ts';
import { CORE, sealOf } from './sealing.ts';

type Change = Parameters<typeof sealOf>[0];
const jti = uuidOf('preflight');
const { kid } = RING.of('sandbox').payload;
const payloadOf = (change: Change = {}): string => steps(sealOf(change)).payload;

/** What the service says of the payload, in the sandbox. */
async function told(payload: string, token: { jti: string; origins?: string[] }, path: string) {
  try {
    const opened = await openSealed(RING, 'sandbox', payload);
    mustBelong(opened, { ...token, env: 'sandbox' }, path);
    return { header: opened.header, core: opened.core, integrity: opened.integrity };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [field] = error.detail.fields ?? [];
    return { error: error.code, ...(field && { at: field.path }) };
  }
}

async function opened(
  name: string,
  why: string,
  payload: string,
  expected: string | null,
  { origins, path = '/geolocation/verify' }: { origins?: string[]; path?: string } = {},
): Promise<Case> {
  const token = { jti, ...(origins && { origins }) };
  const expect = await told(payload, token, path);
  const found = 'error' in expect ? `${expect.error} ${expect.at ?? ''}`.trim() : null;
  if (found !== expected) throw new Error(`${name}: the service says ${found}, not ${expected}`);
  return {
    name,
    why,
    input: { payload, token, path, private_key: { kid, ...payloadKey('sandbox') } },
    expect,
  };
}

/** The payload with another text for one of its five parts. */
const withPart = (at: number, change: (part: string) => string): string =>
  payloadOf()
    .split('.')
    .map((part, index) => (index === at ? change(part) : part))
    .join('.');
const flipped = (part: string): string => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const respelled = (part: string): string => part.slice(0, -1) + DIGITS[DIGITS.indexOf(part.at(-1)!) + 1];
const withHeader = (change: (header: Record<string, unknown>) => void) => payloadOf({ change });
const withCore = (change: (core: Record<string, unknown>) => void): string => {
  const core = JSON.parse(CORE);
  change(core);
  return payloadOf({ core: JSON.stringify(core) });
};
const UNREADABLE = 'payload_unreadable';

const broken = () => [
  opened('four parts', '', payloadOf().split('.').slice(0, 4).join('.'), `${UNREADABLE} payload`),
  opened(
    'an encrypted key',
    'The second part is empty: the agreed key is used directly.',
    withPart(1, () => 'AAAA'),
    `${UNREADABLE} payload`,
  ),
  opened(
    'iv of 16 bytes',
    'A256GCM takes 12.',
    withPart(2, () => bytesOf('x').subarray(0, 16).toString('base64url')),
    `${UNREADABLE} payload`,
  ),
  opened(
    'tag of 12 bytes',
    'A short tag can be guessed.',
    withPart(4, (tag) => tag.slice(0, 16)),
    `${UNREADABLE} payload`,
  ),
  opened(
    'padded base64url',
    '',
    withPart(3, (text) => `${text}=`),
    `${UNREADABLE} payload`,
  ),
  opened(
    'another spelling of the tag',
    'Each spelling would be a new text for the same recording.',
    withPart(4, respelled),
    `${UNREADABLE} payload`,
  ),
  opened(
    'a header that is no JSON',
    '',
    withPart(0, () => 'bm8'),
    `${UNREADABLE} payload.header`,
  ),
  opened(
    'an unknown key',
    '`kid` is that of the claim `enc`.',
    withHeader((header) => {
      header.kid = 'unknown';
    }),
    `${UNREADABLE} payload.header.kid`,
  ),
  opened(
    'another member in the header',
    'The header is exactly the one of PROTOCOL.md.',
    withHeader((header) => {
      header.zip = 'DEF';
    }),
    `${UNREADABLE} payload.header.zip`,
  ),
  opened(
    'crit',
    'Nothing may ask for an extension.',
    withHeader((header) => {
      header.crit = ['exp'];
    }),
    `${UNREADABLE} payload.header.crit`,
  ),
  opened(
    'a wrapped key',
    'Only direct agreement.',
    withHeader((header) => {
      header.alg = 'ECDH-ES+A256KW';
    }),
    `${UNREADABLE} payload.header.alg`,
  ),
  opened(
    'A128GCM',
    'Only A256GCM.',
    withHeader((header) => {
      header.enc = 'A128GCM';
    }),
    `${UNREADABLE} payload.header.enc`,
  ),
  opened(
    'without epk',
    '',
    withHeader((header) => {
      delete header.epk;
    }),
    `${UNREADABLE} payload.header.epk`,
  ),
  opened(
    'an epk off the curve',
    'An invalid curve reveals the key of the recipient.',
    withHeader((header) => {
      const epk = header.epk as Record<string, string>;
      epk.y = epk.x!;
    }),
    `${UNREADABLE} payload.header.epk`,
  ),
  opened(
    'an epk on another curve',
    '',
    withHeader((header) => {
      (header.epk as Record<string, string>).crv = 'P-384';
    }),
    `${UNREADABLE} payload.header.epk.crv`,
  ),
  opened('changed ciphertext', '', withPart(3, flipped), `${UNREADABLE} payload.ciphertext`),
  opened('changed tag', '', withPart(4, flipped), `${UNREADABLE} payload.ciphertext`),
  opened(
    'sealed to another key under this kid',
    '',
    payloadOf({ recipient: payloadKey('production') }),
    `${UNREADABLE} payload.ciphertext`,
  ),
  opened('content that is no JSON', '', payloadOf({ content: 'x' }), `${UNREADABLE} payload.content`),
  opened(
    'content with a duplicate key',
    'Two readers would see two texts.',
    payloadOf({ content: '{"core":"{}","core":"{}"}' }),
    `${UNREADABLE} payload.content`,
  ),
  opened(
    'content with core as an object',
    '`core` is text, because attestations bind its bytes.',
    payloadOf({ content: `{"core":${CORE}}` }),
    `${UNREADABLE} payload.content.core`,
  ),
  opened(
    'content without core',
    '',
    payloadOf({ content: '{"integrity":{"kind":"none"}}' }),
    `${UNREADABLE} payload.content.core`,
  ),
  opened('core that is no JSON', '', payloadOf({ core: 'x' }), `${UNREADABLE} payload.core`),
  opened(
    'core with an unknown member',
    'A misspelled name must not be silent.',
    withCore((core) => {
      core.postions = [];
    }),
    `${UNREADABLE} payload.core.postions`,
  ),
  opened(
    'six positions',
    'At most five.',
    withCore((core) => {
      core.positions = Array.from({ length: 6 }, () => (core.positions as object[])[0]);
    }),
    `${UNREADABLE} payload.core.positions`,
  ),
  opened(
    'a latitude beyond the pole',
    '',
    withCore((core) => {
      (core.positions as { lat: number }[])[0]!.lat = 91;
    }),
    `${UNREADABLE} payload.core.positions.0.lat`,
  ),
  opened(
    'a time with a leap second',
    'Neither the service nor its database counts them.',
    withCore((core) => {
      core.collected_at = '2016-12-31T23:59:60.000Z';
    }),
    `${UNREADABLE} payload.core.collected_at`,
  ),
  opened(
    'a platform that is not known',
    '',
    withCore((core) => {
      core.platform = 'windows';
    }),
    `${UNREADABLE} payload.core.platform`,
  ),
];

const foreign = () => [
  opened(
    'sealed for another token',
    'Another person’s recording.',
    payloadOf({ jti: uuidOf('another') }),
    'challenge_mismatch payload.header.sp_jti',
  ),
  opened(
    'sealed for another call',
    'A payload of evaluate is not one of verify.',
    payloadOf({ path: '/geolocation/evaluate' }),
    'challenge_mismatch payload.header.sp_path',
  ),
  opened(
    'another method',
    '',
    withHeader((header) => {
      header.sp_htm = 'GET';
    }),
    'challenge_mismatch payload.header.sp_htm',
  ),
  opened(
    'evidence of another token',
    '',
    withCore((core) => {
      core.jti = uuidOf('another');
    }),
    'challenge_mismatch payload.core.jti',
  ),
  opened(
    'evidence of collect()',
    '',
    withCore((core) => {
      core.purpose = 'collect';
    }),
    'challenge_mismatch payload.core.purpose',
  ),
  opened(
    'sealed on a page that the token does not name',
    '',
    payloadOf({ origin: 'https://evil.example' }),
    'origin_not_allowed',
    { origins: ['https://shop.example'] },
  ),
];

export const opening = async () =>
  familyOf(
    'opening',
    'What the service makes of `payload`, sent with `token` to `path`. `private_key` is the service’s own, so ' +
      'that a team can open its payloads in a test. `at` is the part that is named in the sandbox ' +
      '(`data.error.fields[0].path`); production names none.',
    await Promise.all([
      opened('a good payload', '', payloadOf(), null),
      opened('on a page that the token names', '', payloadOf({ origin: 'https://shop.example' }), null, {
        origins: ['https://shop.example'],
      }),
      opened(
        'members of the header in another order',
        'JSON has no order; the bytes that were sealed count.',
        withHeader((header) => {
          const { alg } = header;
          delete header.alg;
          header.alg = alg;
        }),
        null,
      ),
      ...broken(),
      ...foreign(),
    ]),
  );
