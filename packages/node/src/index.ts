export type { Config, Options } from './config.ts';
export * from './errors.ts';
export { installId, type SetCookieOptions } from './install-id.ts';
export type { Listing, Page } from './listing.ts';
export type { RateLimit, WithMeta } from './request.ts';
export type {
  FaceResultExpectation,
  ResultExpectation,
  VerificationExpectation,
} from './result-expectation.ts';
export {
  type Customer,
  type Customers,
  type Erasure,
  type EvaluateParams,
  type FaceReference,
  type PortalTokenParams,
  type PreflightParams,
  type SessionQuery,
  type Sessions,
  Standpoint,
  type VerificationQuery,
  type Verifications,
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
