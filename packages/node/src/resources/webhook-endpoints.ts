import type {
  AnswerOf,
  addWebhook,
  BodyOf,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
  Webhook,
} from '@standpoint/contract';
import type { Options } from '../config.ts';
import type { WithMeta } from '../request.ts';
import { type Caller, results, segment } from './call.ts';

export type WebhookParams = BodyOf<typeof addWebhook>;
export type WebhookChange = BodyOf<typeof changeWebhook>;
export type NewWebhook = AnswerOf<typeof addWebhook>;
export type RemovedWebhook = AnswerOf<typeof removeWebhook>;
export type RotatedSecret = AnswerOf<typeof rotateWebhook>;
export type ReplayParams = BodyOf<typeof replayWebhook>;
export type Replay = AnswerOf<typeof replayWebhook>;

/** The addresses that events are sent to. */
export interface WebhookEndpoints {
  /** Each with its last outcome. There are at most 20. */
  list(options?: Options): Promise<WithMeta<AnswerOf<typeof listWebhooks>>>;
  /** The answer has the `secret` (`whsec_…`). It is given once. */
  create(params: WebhookParams, options?: Options): Promise<WithMeta<NewWebhook>>;
  /** `enabled: true` brings a disabled endpoint back, with what waits for it. */
  update(webhookId: string, change: WebhookChange, options?: Options): Promise<WithMeta<Webhook>>;
  /** Deliveries that wait for it are gone; its events stay in `events`. */
  remove(webhookId: string, options?: Options): Promise<WithMeta<RemovedWebhook>>;
  /** A new secret. Both sign for `overlap_s` seconds (default: a day), so give `unwrap` both meanwhile. */
  rotate(webhookId: string, options?: Options & { overlap_s?: number }): Promise<WithMeta<RotatedSecret>>;
  /** Sends events again. While `more` is true, repeat the call with `from` set to `next_from`. */
  replay(webhookId: string, params: ReplayParams, options?: Options): Promise<WithMeta<Replay>>;
}

const path = (id: string) => `/webhooks/${segment(id, 'webhookId')}`;

export const webhookEndpointsOf = (call: Caller): WebhookEndpoints => ({
  list: async (options) => call(results('GET', '/webhooks'), options),
  create: async (body, options) => call({ ...results('POST', '/webhooks'), body, once: true }, options),
  update: async (id, body, options) => call({ ...results('PATCH', path(id)), body }, options),
  remove: async (id, options) => call({ ...results('DELETE', path(id)), once: true }, options),
  rotate: async (id, { overlap_s, ...options } = {}) =>
    call(
      {
        ...results('POST', `${path(id)}/rotate`),
        body: overlap_s === undefined ? {} : { overlap_s },
        once: true,
      },
      options,
    ),
  replay: async (id, body, options) =>
    call({ ...results('POST', `${path(id)}/replay`), body, once: true }, options),
});
