import { createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { kindOf } from './credentials.ts';
import { WebhookSignatureError } from './errors.ts';

/** The signature of Standard Webhooks: `v1` is HMAC-SHA-256, `v1a` is Ed25519. */
type Version = 'v1' | 'v1a';

export interface Signed {
  id: string;
  /** Seconds since 1970, as the header has it. */
  timestamp: string;
  /** `version,base64`, with spaces between. While a secret is rotated there are two. */
  signature: string;
}

interface Check {
  version: Version;
  matches(signature: string, signed: Signed, body: Buffer): boolean;
}

const wrongSecret = (message: string) => new WebhookSignatureError('wrong_secret_type', message);

/** Bytes of a secret (Standard Webhooks): a shorter one was cut off, or stands in for one, and can be guessed. */
const LEAST_BYTES = 24;

function hmacKey(secret: string): Webhook {
  if (Buffer.from(secret.replace('whsec_', ''), 'base64').length < LEAST_BYTES)
    throw wrongSecret(
      `The secret of a webhook endpoint is whsec_ and at least ${LEAST_BYTES} bytes in base64`,
    );
  try {
    return new Webhook(secret);
  } catch {
    throw wrongSecret('The secret of a webhook endpoint begins with whsec_, its public key with whpk_');
  }
}

/** The check of the library knows `v1` only and has one tolerance, so only its signature is used. */
function hmacCheck(secret: string): Check {
  const webhook = hmacKey(secret);
  return {
    version: 'v1',
    matches(signature, { id, timestamp }, body) {
      const [, text = ''] = webhook.sign(id, new Date(Number(timestamp) * 1_000), body).split(',');
      const [expected, given] = [Buffer.from(text), Buffer.from(signature)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

function ed25519Check(secret: string): Check {
  const x = Buffer.from(secret.replace('whpk_', ''), 'base64');
  if (x.length !== 32) throw wrongSecret('A public key is whpk_ and 32 bytes in base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') };
  const key: KeyObject = createPublicKey({ key: jwk, format: 'jwk' });
  return {
    version: 'v1a',
    matches(signature, { id, timestamp }, body) {
      const given = Buffer.from(signature, 'base64');
      const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
      return given.length === 64 && verify(null, content, key, given);
    },
  };
}

const GIVE = 'give the secret of the endpoint (whsec_…) or its public key (whpk_…)';

function checkOf(secret: string): Check {
  if (typeof secret !== 'string' || secret === '')
    throw wrongSecret('The secret of the webhook is missing: is its environment variable set?');
  if (secret !== secret.trim())
    throw wrongSecret('The secret of the webhook has a space or a line break before or after it: trim it');
  if (secret.startsWith('whpk_')) return ed25519Check(secret);
  const kind = secret.startsWith('whsec_') ? undefined : kindOf(secret);
  // Named, because a key of another kind is still base64 and would fit no signature, for ever.
  if (kind) throw wrongSecret(`This is ${kind}; ${GIVE}`);
  return hmacCheck(secret);
}

/** In the unit that a reader sees at once: a wrong time zone is hours, a repetition is minutes. */
const ago = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;

function checkAge(timestamp: string, toleranceSeconds: number): void {
  const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
  // Written so that a tolerance that is not a number refuses everything.
  const here = new Date().toISOString();
  if (!(age <= toleranceSeconds))
    throw new WebhookSignatureError(
      'timestamp_too_old',
      `The webhook was sent ${ago(age)} ago by this clock (${here}), and ${toleranceSeconds} s are allowed: ` +
        'it is a repetition of an old request, it waited in a queue, or this clock is ahead',
    );
  if (!(-age <= toleranceSeconds))
    throw new WebhookSignatureError(
      'timestamp_too_new',
      `The webhook is ${ago(-age)} ahead of this clock (${here}), and ${toleranceSeconds} s are allowed: ` +
        'this clock is behind',
    );
}

/** Throws a `WebhookSignatureError` for a secret that can never check a signature. */
export function checkSecrets(secrets: readonly string[]): Check[] {
  if (secrets.length === 0) throw wrongSecret('The secret of the webhook is missing');
  return secrets.map(checkOf);
}

/**
 * Throws a `WebhookSignatureError` unless one signature fits one of the secrets. A signature of a version that
 * is not known here is skipped, so that a later version may stand beside.
 */
export function checkSignature(
  signed: Signed,
  body: Buffer,
  secrets: readonly string[],
  toleranceSeconds: number,
): void {
  const checks = checkSecrets(secrets);
  checkAge(signed.timestamp, toleranceSeconds);
  const given = signed.signature
    .split(/\s+/)
    .map((text) => ({ version: text.split(',')[0], value: text.split(',')[1] ?? '' }));
  const fits = (check: Check) =>
    given.some(({ version, value }) => version === check.version && check.matches(value, signed, body));
  if (checks.some(fits)) return;
  const other = given.find(({ version }) => version === 'v1' || version === 'v1a')?.version;
  if (other && !given.some(({ version }) => checks.some((check) => check.version === version)))
    throw wrongSecret(
      `The signature is ${other}: give the ${other === 'v1' ? 'secret (whsec_)' : 'public key (whpk_)'}`,
    );
  throw new WebhookSignatureError(
    'no_match',
    'No signature fits: the secret belongs to another endpoint, or the body is not as it was sent',
  );
}

/** The `v1` signature of a message, for tests. */
export function sign(id: string, at: Date, body: Buffer, secret: string): string {
  if (!secret.startsWith('whsec_')) throw wrongSecret('Only a secret (whsec_) can sign');
  return hmacKey(secret).sign(id, at, body);
}
