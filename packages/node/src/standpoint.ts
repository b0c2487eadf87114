import type {
  EvaluateBody,
  PortalTokenAnswer,
  PortalTokenBody,
  PreflightAnswer,
  PreflightBody,
  Verification,
} from '@standpoint/contract';
import { type Config, type Options, settingsOf } from './config.ts';
import { type Call, request, type WithMeta } from './request.ts';
import { type Caller, results } from './resources/call.ts';
import { type Customers, customersOf } from './resources/customers.ts';
import { type Events, eventsOf } from './resources/events.ts';
import { type Reviews, reviewsOf } from './resources/reviews.ts';
import { type Sessions, sessionsOf } from './resources/sessions.ts';
import { type Verifications, verificationsOf } from './resources/verifications.ts';
import { type WebhookEndpoints, webhookEndpointsOf } from './resources/webhook-endpoints.ts';
import { checkFaceResult, checkVerification } from './result-token.ts';
import { type TestHelpers, testHelpersOf } from './sandbox/test-helpers.ts';
import { SigningKeys } from './signing-keys.ts';
import { type Webhooks, webhooks } from './webhooks.ts';

export type PreflightParams = PreflightBody;
export type PortalTokenParams = PortalTokenBody;
export type EvaluateParams = EvaluateBody;

/**
 * The service's backend client. The API key creates tokens; everything else needs a results key. A refusal
 * throws a subclass of `StandpointApiError`, an unreachable service a `ConnectionError`, and a call that can
 * never succeed a `TypeError` before anything is sent.
 *
 * Creating a token writes nothing, so after a lost answer another token is created, and the lost one expires
 * unused. Writes that must not happen twice carry an idempotency key of their own.
 */
export class Standpoint {
  readonly verifications: Verifications;
  readonly sessions: Sessions;
  readonly reviews: Reviews;
  readonly customers: Customers;
  readonly events: Events;
  /** The endpoints that events are sent to, and the functions of the export `webhooks`. */
  readonly webhooks: Webhooks & WebhookEndpoints;
  /** For tests of your own, with a sandbox key. */
  readonly testHelpers: TestHelpers;
  readonly #call: Caller;
  readonly #learn: <T extends { token: string }>(minted: T) => T;

  /** Throws a `TypeError` for settings that cannot work, and where there is a `window`. */
  constructor(config: Config) {
    const settings = settingsOf(config);
    const keys = new SigningKeys(settings);
    const call: Caller = (what, options) => request(settings, what, options);
    this.#call = call;
    this.#learn = (minted) => {
      settings.organization ??= organizationOf(minted.token);
      return minted;
    };
    this.verifications = verificationsOf(call, (token, expected) =>
      checkVerification(settings, keys, token, expected),
    );
    this.sessions = sessionsOf(call, (token, expected) => checkFaceResult(settings, keys, token, expected));
    this.reviews = reviewsOf(call);
    this.customers = customersOf(call);
    this.events = eventsOf(call);
    this.webhooks = { ...webhooks, ...webhookEndpointsOf(call) };
    this.testHelpers = testHelpersOf(call, settings, this);
  }

  /** Creates a token for one `verify()` of this customer and transaction. */
  async preflight(params: PreflightParams, options?: Options): Promise<WithMeta<PreflightAnswer>> {
    const call: Call = { method: 'POST', path: '/geolocation/preflight', key: 'apiKey', body: params };
    return this.#learn(await this.#call<PreflightAnswer>(call, options));
  }

  /** Creates a portal token (30 minutes) for one face verification of this customer. */
  async createPortalToken(
    params: PortalTokenParams,
    options?: Options,
  ): Promise<WithMeta<PortalTokenAnswer>> {
    const call: Call = { method: 'POST', path: '/facecheck/session/portal', key: 'apiKey', body: params };
    return this.#learn(await this.#call<PortalTokenAnswer>(call, options));
  }

  /**
   * Decides on a payload that `collect()` returned in the client. The same payload gives the same decision
   * for 24 hours.
   */
  evaluate(params: EvaluateParams, options?: Options): Promise<WithMeta<Verification>> {
    return this.#call({ ...results('POST', '/geolocation/evaluate'), body: params }, options);
  }
}

/** The organization in a token that the service itself has sent. */
function organizationOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims.org === 'string' ? claims.org : undefined;
  } catch {
    return undefined;
  }
}
