import { WebhookBodyParsedError, WebhookSignatureError } from '../errors.ts';
import { checkSecrets } from '../webhook-signature.ts';
import { type UnwrapOptions, type WebhookEvent, type WebhookHeaders, webhooks } from '../webhooks.ts';
import type { Answer } from './answer.ts';

type Secret = string | string[];

export interface WebhookRoute<R> extends UnwrapOptions {
  /**
   * `whsec_…` or `whpk_…`, several while you rotate. A function is asked at each request: use it where the
   * secret is not there when the module is loaded, or may change.
   */
  secret: Secret | (() => Secret | Promise<Secret>);
  /**
   * Takes one event, best into your own queue. The same event may come again, so remember its `id`. If it
   * throws, your framework answers 500, and the service sends the event again.
   */
  onEvent: (event: WebhookEvent, request: R) => unknown;
  /** Hears of each request that was refused, such as one with a wrong signature. Default: `console.error`. */
  onRefused?: (error: WebhookSignatureError) => void;
}

/** Larger than any event. */
export const MAX_BODY = 256 * 1024;

export const TOO_LARGE: Answer = { status: 413, headers: { connection: 'close' }, body: '' };

/** Throws a `WebhookSignatureError` for a secret of the wrong kind, so that the mistake shows at the start. */
export function checkRoute({ secret }: Pick<WebhookRoute<never>, 'secret'>): void {
  if (typeof secret !== 'function') checkSecrets([secret].flat());
}

const say = ({ reason, message }: WebhookSignatureError): void =>
  console.error(`standpoint: webhook refused, ${reason}: ${message}`);

/** Faults of this backend, which its log must show: the sender can do nothing about them. */
const isOurs = (error: WebhookSignatureError): boolean =>
  error instanceof WebhookBodyParsedError || error.reason === 'wrong_secret_type';

export interface Delivery<R> {
  rawBody: string | Uint8Array;
  headers: WebhookHeaders;
  request: R;
}

/** 204 once the event is taken, 400 for a request that is none of the service's. */
export async function takeWebhook<R>(
  { secret, onEvent, onRefused = say, ...options }: WebhookRoute<R>,
  { rawBody, headers, request }: Delivery<R>,
): Promise<Answer> {
  const secrets = typeof secret === 'function' ? await secret() : secret;
  let event: WebhookEvent;
  try {
    event = webhooks.unwrap(rawBody, headers, secrets, options);
  } catch (error) {
    if (!(error instanceof WebhookSignatureError) || isOurs(error)) throw error;
    onRefused(error);
    // The service shows the beginning of this to the operator, beside the failed delivery.
    const body = `${error.reason}: ${error.message}`;
    return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
  }
  await onEvent(event, request);
  return { status: 204, headers: {}, body: '' };
}
