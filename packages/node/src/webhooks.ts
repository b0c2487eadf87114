import { randomUUID } from 'node:crypto';
import type { EventData, EventType } from '@standpoint/contract';
import { WebhookBodyParsedError, WebhookSignatureError } from './errors.ts';
import { checkSignature, type Signed, sign } from './webhook-signature.ts';

/** What a webhook reports. Narrow by `type`: each type has its own `data`. */
export type WebhookEvent = {
  [T in EventType]: {
    /** The same at every repetition, and unique: ignore an event whose id you have seen. */
    id: string;
    type: T;
    /** When it happened, RFC 3339. Not the time of this delivery. */
    timestamp: string;
    /** Ids, status and decision. */
    data: EventData<T>;
  };
}[EventType];

/** `Headers`, or the headers of a Node request. The case of the names makes no difference. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface UnwrapOptions {
  /** How far the time of sending may be from this clock, in both directions. Default 300. */
  toleranceSeconds?: number;
}

export type GeneratedHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

export interface Webhooks {
  /**
   * Checks the signature of a webhook and returns its event. `rawBody` is the body exactly as it came.
   * `secret` is the endpoint's secret (`whsec_…`) or its Ed25519 public key (`whpk_…`); give both the old and
   * the new one while you rotate. Throws a `WebhookSignatureError` (its `reason` says why), or its subclass
   * `WebhookBodyParsedError` for a body that is already an object.
   */
  unwrap(
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | string[],
    options?: UnwrapOptions,
  ): WebhookEvent;
  /** Headers with which `unwrap` accepts the body now, for your own tests. `secret`: any `whsec_…`. */
  generateTestHeaders(rawBody: string | Uint8Array, secret: string): GeneratedHeaders;
}

const DEFAULT_TOLERANCE_S = 300;

function bytesOf(rawBody: string | Uint8Array): Buffer {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (!ArrayBuffer.isView(rawBody)) throw new WebhookBodyParsedError();
  return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
}

const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof (headers as Headers).get === 'function';

/** A repeated header is joined by spaces, as repeated signatures are. */
function header(headers: WebhookHeaders, name: string, form: RegExp): string {
  const found = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  const text = [found ?? []].flat().join(' ');
  if (form.test(text)) return text;
  throw new WebhookSignatureError(
    'missing_header',
    `The header ${name} is ${text ? 'malformed' : 'missing'}`,
  );
}

const signedOf = (headers: WebhookHeaders): Signed => ({
  id: header(headers, 'webhook-id', /^\S+$/),
  timestamp: header(headers, 'webhook-timestamp', /^[1-9]\d{0,11}$/),
  signature: header(headers, 'webhook-signature', /\S/),
});

/** Of a body whose signature fits: anything else than an event is a fault of the sender. */
function eventOf(id: string, body: Buffer): WebhookEvent {
  const event = JSON.parse(body.toString()) as Partial<WebhookEvent> | null;
  if (typeof event?.type !== 'string' || typeof event.data !== 'object' || event.data === null)
    throw new TypeError('The signature is right, but the body is not an event');
  return { ...(event as WebhookEvent), id };
}

export const webhooks: Webhooks = {
  unwrap(rawBody, headers, secret, { toleranceSeconds = DEFAULT_TOLERANCE_S } = {}) {
    const body = bytesOf(rawBody);
    const signed = signedOf(headers);
    checkSignature(signed, body, [secret].flat(), toleranceSeconds);
    return eventOf(signed.id, body);
  },
  generateTestHeaders(rawBody, secret) {
    const [id, now] = [`evt_test_${randomUUID()}`, new Date()];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': sign(id, now, bytesOf(rawBody), secret),
    };
  },
};
