import { agreed, type EcKey, type Seal, steps } from '../../../../apps/service/src/cli/conformance/seal.ts';
import { openSealed } from '../../../../apps/service/src/geolocation/verify/payload.ts';
import { type Case, familyOf } from '../family.ts';
import { bytesOf, p256, payloadKey, RING, uuidOf } from '../keys.ts';
import { evidence } from './evidence.ts';

const { kid } = RING.of('sandbox').payload;
export const CORE = evidence.cases[0]!.expect.core as string;

const PAGE = { origin: 'https://shop.example', sdk: 'web/0.5.0' };

export const sealOf = (change: Partial<Seal> = {}): Seal => ({
  jti: uuidOf('preflight'),
  path: '/geolocation/verify',
  sdk: 'kotlin/0.5.0',
  core: CORE,
  integrity: { kind: 'none' },
  ephemeral: p256(bytesOf('ephemeral key')),
  recipient: payloadKey('sandbox'),
  kid,
  iv: bytesOf('iv').subarray(0, 12),
  ...change,
});

/** The first ephemeral key of which this holds. */
function ephemeralWhere(holds: (key: EcKey) => boolean): EcKey {
  for (let n = 0; ; n++) {
    const key = p256(bytesOf(`ephemeral key ${n}`));
    if (holds(key)) return key;
  }
}
const first = (text: string): number => Buffer.from(text, 'base64url')[0]!;

async function sealed(name: string, why: string, change: Partial<Seal>): Promise<Case> {
  const seal = sealOf(change);
  const { header, content, secret, input, key, aad, ciphertext, tag, payload } = steps(seal);
  const opened = await openSealed(RING, 'sandbox', payload);
  if (opened.core !== seal.core) throw new Error(`${name}: the service reads another core`);
  const { jti, path, origin, sdk, core, integrity, ephemeral, recipient, iv } = seal;
  const enc = { kid: seal.kid, x: recipient.x, y: recipient.y };
  return {
    name,
    why,
    input: {
      core,
      integrity,
      enc,
      jti,
      path,
      ...(origin !== undefined && { origin }),
      sdk,
      ephemeral,
      iv: iv.toString('base64url'),
    },
    expect: {
      header,
      content,
      shared_secret: secret.toString('hex'),
      kdf_input: input.toString('hex'),
      key: key.toString('hex'),
      aad,
      ciphertext: ciphertext.toString('base64url'),
      tag: tag.toString('base64url'),
      payload,
    },
  };
}

const onCurveOf = (name: string): string => {
  const [found] = evidence.cases.filter((each) => each.name === name);
  return found!.expect.core as string;
};

export const sealing = async () =>
  familyOf(
    'sealing',
    'Seal `core` and `integrity` to `enc`: compact JWE, ECDH-ES directly on P-256, A256GCM. `ephemeral` and ' +
      '`iv` are fixed here alone; a client draws both anew for every payload. Each step stands in `expect`.',
    [
      await sealed('a phone', 'Without an origin: an app has none.', {}),
      await sealed('a page', 'A page names its origin, which the service compares with those of the token.', {
        origin: 'https://shop.example',
        sdk: 'web/0.5.0',
      }),
      await sealed('collect', 'Sealed for the call that will open it.', {
        path: '/geolocation/evaluate',
        core: onCurveOf('collect() with its own nonce'),
      }),
      await sealed('a phone that answers for a desktop', 'With the hand-off token, for its own path.', {
        path: '/geolocation/handoff/verify',
        jti: uuidOf('location handoff'),
        core: JSON.stringify({ ...JSON.parse(CORE), jti: uuidOf('location handoff') }),
      }),
      await sealed('text of any script', 'The content is UTF-8.', { core: onCurveOf('text of any script') }),
      await sealed('with an attestation', 'It stands beside `core`, never inside it.', {
        integrity: { kind: 'play_integrity', token: 'eyJhbGciOiJBMjU2S1ciLCJlbmMiOiJBMjU2R0NNIn0' },
      }),
      await sealed(
        'a shared secret that begins with a zero byte',
        'Big integers drop it; the KDF needs all 32 bytes.',
        { ...PAGE, ephemeral: ephemeralWhere((key) => agreed(key, payloadKey('sandbox'))[0] === 0) },
      ),
      await sealed(
        'an ephemeral key whose x begins with a zero byte',
        'A coordinate has 32 bytes in a JWK (RFC 7518 §6.2.1.2).',
        { ...PAGE, ephemeral: ephemeralWhere(({ x }) => first(x) === 0) },
      ),
      await sealed('an ephemeral key whose y begins with a zero byte', 'The same for the other coordinate.', {
        ephemeral: ephemeralWhere(({ y }) => first(y) === 0),
      }),
      {
        name: 'a key that is not on the curve',
        why: 'An invalid curve would reveal the ephemeral key: refuse the token before anything is sealed.',
        input: {
          ...withoutExpect(sealOf(PAGE)),
          enc: { kid, x: payloadKey('sandbox').x, y: payloadKey('sandbox').x },
        },
        expect: { error: 'token_invalid' },
      },
      {
        name: 'a key with a short coordinate',
        why: '31 bytes are no coordinate.',
        input: {
          ...withoutExpect(sealOf(PAGE)),
          enc: { kid, x: bytesOf('short').subarray(1).toString('base64url'), y: payloadKey('sandbox').y },
        },
        expect: { error: 'token_invalid' },
      },
    ],
  );

function withoutExpect({ core, integrity, jti, path, origin, sdk, ephemeral, iv }: Seal) {
  return { core, integrity, jti, path, origin, sdk, ephemeral, iv: iv.toString('base64url') };
}
