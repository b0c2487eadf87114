import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { Webhook } from 'standardwebhooks';
import { randomBytes } from '../chance.ts';
import { type Envelope, openJson, sealJson } from '../privacy/envelope.ts';

/** How an endpoint's events are signed (Standard Webhooks): `v1` with HMAC-SHA-256, `v1a` with Ed25519. */
export type Signature = 'hmac' | 'ed25519';

/** `whsec_…`, or `whsk_…` with the 32 bytes of an Ed25519 private key. */
type Secret = string;

export interface Secrets {
  current: Secret;
  /** While rotating: the secrets that sign too, each until its `until_ms`, the newest first. */
  previous: { secret: Secret; until_ms: number }[];
}

/** Which row a sealed value belongs to. */
export interface WebhookName {
  org: string;
  env: Environment;
  webhook_id: string;
}

const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';
/** The fixed beginning of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export function newSecret(signature: Signature): Secret {
  if (signature === 'hmac') return `whsec_${randomBytes(32).toString('base64')}`;
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return PRIVATE + Buffer.from(d!, 'base64url').toString('base64');
}

/** What is shown once: the shared secret, or nothing where the receiver needs only the public key. */
export const shownSecret = (secret: Secret): string | null => (secret.startsWith(PRIVATE) ? null : secret);

/** `whpk_…`, or null for a shared secret. */
export function publicKeyOf(secret: Secret): string | null {
  if (!secret.startsWith(PRIVATE)) return null;
  const { x } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' });
  return PUBLIC + Buffer.from(x!, 'base64url').toString('base64');
}

const privateKeyOf = (secret: Secret): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(secret.slice(PRIVATE.length), 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });

function signatureOf(secret: Secret, id: string, at: Date, body: string): string {
  if (!secret.startsWith(PRIVATE)) return new Webhook(secret).sign(id, at, body);
  const signed = `${id}.${Math.floor(at.getTime() / 1_000)}.${body}`;
  return `v1a,${signBytes(null, Buffer.from(signed), privateKeyOf(secret)).toString('base64')}`;
}

/** The secrets that sign at `now_ms`, the newest first. */
const signing = ({ current, previous }: Secrets, now_ms: number): Secret[] => [
  current,
  ...previous.filter(({ until_ms }) => until_ms > now_ms).map(({ secret }) => secret),
];

/** The three headers of Standard Webhooks. `id` is the event's id: it is the same in every attempt. */
export function signedHeaders(
  secrets: Secrets,
  id: string,
  body: string,
  now_ms: number,
): Record<string, string> {
  const at = new Date(now_ms);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now_ms / 1_000)),
    'webhook-signature': signing(secrets, now_ms)
      .map((secret) => signatureOf(secret, id, at, body))
      .join(' '),
  };
}

const aad = ({ org, env, webhook_id }: WebhookName): string => `webhook|${org}|${env}|${webhook_id}`;
const keyOf = (envelope: Pick<Envelope, 'subkey'>) => envelope.subkey('webhook-secrets');

export const sealSecrets = (envelope: Envelope, name: WebhookName, secrets: Secrets): Buffer =>
  sealJson(keyOf(envelope), secrets, aad(name));

export const openSecrets = (envelope: Envelope, name: WebhookName, sealed: Uint8Array): Secrets =>
  openJson<Secrets>(keyOf(envelope), sealed, aad(name));

/** The secret of `listen`: the same on every run, so that a developer copies it once. */
export const listenSecret = (envelope: Envelope, org: string, env: Environment): Secret =>
  `whsec_${envelope.subkey(`listen|${org}|${env}`).export().toString('base64')}`;

const REMOVED = '(removed)';

/**
 * The text of an answer without what signs: a receiver that answers with its own settings, or with the request, would
 * have them stored and shown. Beginnings count too, because an answer is cut off somewhere.
 */
export function withoutSecrets({ current, previous }: Secrets, text: string): string {
  const bare = [current, ...previous.map(({ secret }) => secret)].map((each) =>
    each.replace(/^whs[a-z]*_/, ''),
  );
  const named = text.replace(/\bwhs(?:ec|k)_[\w+/=-]*|\bv1a?,[\w+/=-]{8,}/g, REMOVED);
  return bare.reduce((left, each) => left.replaceAll(each, REMOVED), named);
}
