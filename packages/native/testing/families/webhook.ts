import { createPublicKey } from 'node:crypto';
import { signedHeaders } from '../../../../apps/service/src/webhooks/secrets.ts';
import { type Case, familyOf } from '../family.ts';
import { bytesOf, ed25519, idOf, NOW_MS, NOW_S } from '../keys.ts';

const hmac = (name: string): string => `whsec_${bytesOf(name).toString('base64')}`;
const SECRET = hmac('webhook secret');
const OLD = hmac('old webhook secret');
const PRIVATE = `whsk_${bytesOf('webhook key').toString('base64')}`;
const PUBLIC = `whpk_${Buffer.from(createPublicKey(ed25519('webhook key')).export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;

const ID = idOf('evt', 'event');
const EVENT = {
  type: 'geolocation.verification.completed',
  timestamp: new Date(NOW_MS - 2_000).toISOString(),
  data: {
    verification_id: idOf('ver', 'verification'),
    customer_id: 'customer-1',
    decision: 'pass',
    livemode: true,
  },
};
const BODY = JSON.stringify(EVENT);
const headersOf = (current: string, previous: string[] = [], body = BODY, at = NOW_MS) =>
  signedHeaders(
    { current, previous: previous.map((secret) => ({ secret, until_ms: NOW_MS + 86_400_000 })) },
    ID,
    body,
    at,
  );

interface More {
  headers?: Record<string, string>;
  body?: string;
  secrets?: string[];
  now_ms?: number;
}
const unwrapped = (name: string, why: string, reason: string | null, more: More = {}): Case => {
  const { headers = headersOf(SECRET), body = BODY, secrets = [SECRET], now_ms = NOW_MS + 1_000 } = more;
  return {
    name,
    why,
    input: { headers, body, secrets, now_ms, tolerance_s: 300 },
    expect: reason === null ? { event: { ...JSON.parse(body), id: ID } } : { error: reason },
  };
};
const without = (name: string): Record<string, string> => {
  const headers = headersOf(SECRET);
  delete headers[name];
  return headers;
};
const { 'webhook-signature': signature } = headersOf(SECRET) as Record<string, string>;

export const webhook = familyOf(
  'webhook',
  'Check a webhook (Standard Webhooks): `v1` is HMAC-SHA-256 over `id.timestamp.body` with a `whsec_` secret, ' +
    '`v1a` is Ed25519 with a `whpk_` public key. `body` is the text exactly as it came.',
  [
    unwrapped('good', '', null),
    unwrapped('text of any script', 'The bytes are signed, not the characters.', null, {
      body: BODY.replace('customer-1', 'ćustomer-电'),
      headers: headersOf(SECRET, [], BODY.replace('customer-1', 'ćustomer-电')),
    }),
    unwrapped('both secrets while rotating', 'The old one is still known to the receiver.', null, {
      headers: headersOf(SECRET, [OLD]),
      secrets: [OLD],
    }),
    unwrapped('both secrets at the receiver', 'The sender has not rotated yet.', null, {
      headers: headersOf(OLD),
      secrets: [SECRET, OLD],
    }),
    unwrapped('Ed25519', 'Deterministic: the same in every language.', null, {
      headers: headersOf(PRIVATE),
      secrets: [PUBLIC],
    }),
    unwrapped('a version that is not known beside', 'A later version may stand beside.', null, {
      headers: { ...headersOf(SECRET), 'webhook-signature': `v9,AAAA ${signature}` },
    }),
    unwrapped('names of headers in capitals', 'HTTP ignores their case.', null, {
      headers: Object.fromEntries(
        Object.entries(headersOf(SECRET)).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    }),
    unwrapped('299 s old', 'Within the tolerance.', null, { now_ms: (NOW_S + 299) * 1_000 }),
    unwrapped('301 s old', 'A recording.', 'timestamp_too_old', { now_ms: (NOW_S + 301) * 1_000 }),
    unwrapped('301 s ahead', 'The clock of one side is wrong.', 'timestamp_too_new', {
      now_ms: (NOW_S - 301) * 1_000,
    }),
    unwrapped('without the id', '', 'missing_header', { headers: without('webhook-id') }),
    unwrapped('without the time', '', 'missing_header', { headers: without('webhook-timestamp') }),
    unwrapped('without the signature', '', 'missing_header', { headers: without('webhook-signature') }),
    unwrapped('a time that is no number', '', 'missing_header', {
      headers: { ...headersOf(SECRET), 'webhook-timestamp': '2026-11-21' },
    }),
    unwrapped('another secret', 'Of another endpoint.', 'no_match', { secrets: [OLD] }),
    unwrapped(
      'a body that was written anew',
      'A framework parsed it, and its text differs by one blank.',
      'no_match',
      { body: BODY.replace(':', ': ') },
    ),
    unwrapped('another id', '', 'no_match', {
      headers: { ...headersOf(SECRET), 'webhook-id': idOf('evt', 'another') },
    }),
    unwrapped('another time', '', 'no_match', {
      headers: { ...headersOf(SECRET), 'webhook-timestamp': String(NOW_S + 1) },
    }),
    unwrapped('a signature that was cut off', '', 'no_match', {
      headers: { ...headersOf(SECRET), 'webhook-signature': signature!.slice(0, -4) },
    }),
    unwrapped('an API key as secret', '', 'wrong_secret_type', {
      secrets: ['sp_live_AAAAAAAABBBBBBBBBBBBBBBBBBBBBBBBBBBBBBCCCCCC'],
    }),
    unwrapped('the private key of the service', '', 'wrong_secret_type', {
      headers: headersOf(PRIVATE),
      secrets: [PRIVATE],
    }),
    unwrapped('a public key for a shared secret', '', 'wrong_secret_type', { secrets: [PUBLIC] }),
    unwrapped('without a secret', '', 'wrong_secret_type', { secrets: [] }),
  ],
);
