import { generateKeyPairSync } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type Change, mutantOf } from './testing/mutant.ts';
import * as checks from './webhook-signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = Buffer.from('{"type":"a","data":{}}');
const now = Math.floor(Date.now() / 1_000);
const x = Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!, 'base64url');
const PUBLIC = `whpk_${x.toString('base64')}`;

const signed = (secret: string, at = now, body = BODY): checks.Signed => ({
  id: 'evt_1',
  timestamp: String(at),
  signature: new Webhook(secret).sign('evt_1', new Date(at * 1_000), body),
});
const forged = (value: string): checks.Signed => ({ ...signed(SECRET), signature: `v1a,${value}` });

const CONTROLS: [attack: string, change: Change, request: checks.Signed, secret: string][] = [
  ['another secret', ['timingSafeEqual(expected, given)', 'true'], signed(OTHER), SECRET],
  [
    'another body',
    ['timingSafeEqual(expected, given)', 'true'],
    signed(SECRET, now, Buffer.from('{}')),
    SECRET,
  ],
  [
    'a secret that is short enough to be guessed',
    ['.length < LEAST_BYTES', '.length < 1'],
    signed('whsec_AAAA'),
    'whsec_AAAA',
  ],
  ['an old request', ['!(age <= toleranceSeconds)', 'false'], signed(SECRET, now - 900), SECRET],
  ['a request of tomorrow', ['!(-age <= toleranceSeconds)', 'false'], signed(SECRET, now + 900), SECRET],
  [
    'any 64 bytes as an Ed25519 signature',
    ['verify(null, content, key, given)', 'true'],
    forged(Buffer.alloc(64).toString('base64')),
    PUBLIC,
  ],
  [
    'an HMAC with the public key, which everyone knows',
    ['return ed25519Check(secret)', 'return hmacCheck(secret.slice(5))'],
    signed(PUBLIC.slice(5)),
    PUBLIC,
  ],
];

test.each(CONTROLS)(
  'refuses %s; control: accepts it without the check',
  async (_, change, request, secret) => {
    const accepts = ({ checkSignature }: typeof checks) => {
      try {
        checkSignature(request, BODY, [secret], 300);
        return true;
      } catch {
        return false;
      }
    };
    expect(accepts(checks)).toBe(false);
    const mutant: typeof checks = await import(
      await mutantOf(new URL('./webhook-signature.ts', import.meta.url), [change])
    );
    expect(accepts(mutant)).toBe(true);
  },
);
