export type { Config, Options } from './config.ts';
export * from './errors.ts';
export { installId, type SetCookieOptions } from './install-id.ts';
export type { Listing, Page } from './listing.ts';
export type { RateLimit, WithMeta } from './request.ts';
export type {
  Customer,
  Customers,
  EndedHold,
  Erasure,
  FaceReference,
  HoldParams,
  WithdrawnConsent,
} from './resources/customers.ts';
export type { EventQuery, Events, PollOptions } from './resources/events.ts';
export type { ReviewedSession, ReviewedVerification, ReviewQuery, Reviews } from './resources/reviews.ts';
export type { SessionQuery, Sessions } from './resources/sessions.ts';
export type { VerificationQuery, Verifications } from './resources/verifications.ts';
export type {
  NewWebhook,
  RemovedWebhook,
  Replay,
  ReplayParams,
  RotatedSecret,
  WebhookChange,
  WebhookEndpoints,
  WebhookParams,
} from './resources/webhook-endpoints.ts';
export type {
  FaceResultExpectation,
  ResultExpectation,
  VerificationExpectation,
} from './result-expectation.ts';
export type {
  SimulatedEnd,
  SimulatedSession,
  SimulatedSessionEnd,
  SimulatedVerification,
  TestHelpers,
} from './sandbox/test-helpers.ts';
export {
  type EvaluateParams,
  type PortalTokenParams,
  type PreflightParams,
  Standpoint,
} from './standpoint.ts';
export { MemoryTokenStore, type MemoryTokenStoreOptions, type TokenStore } from './token-store.ts';
export {
  type GeneratedHeaders,
  type UnwrapOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type Webhooks,
  webhooks,
} from './webhooks.ts';
