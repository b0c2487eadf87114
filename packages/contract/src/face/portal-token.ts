import { endpoint, WITH_API_KEY, WITH_BODY } from '../endpoint.ts';
import { closed, jwt, optional, type Static, Type, text, timestamp } from '../schema.ts';

export const Customer = closed({
  customer_id: text(128),
  email: optional(Type.String({ maxLength: 254, format: 'email' })),
  first_name: optional(text(200)),
  last_name: optional(text(200)),
});

export const PortalTokenBody = closed({
  /** Any text: an unknown id gets 404, even if it does not have the form of an id. */
  workflow_id: text(128),
  customer: Customer,
});
export type PortalTokenBody = Static<typeof PortalTokenBody>;

export const PortalTokenAnswer = closed({
  token: jwt(),
  customer_id: Type.String(),
  url: Type.String(),
  expires_at: timestamp(),
});
export type PortalTokenAnswer = Static<typeof PortalTokenAnswer>;

export const portalToken = endpoint({
  name: 'portalToken',
  method: 'POST',
  path: '/facecheck/session/portal',
  summary: 'Create a portal token for a workflow and a customer.',
  given: '2.3, 2.4, 4, 8',
  credential: ['api_key'],
  limit: 'portal',
  idempotency_key: true,
  cors: 'none',
  body: PortalTokenBody,
  max_body: 'portal_body_bytes',
  answer: PortalTokenAnswer,
  errors: [
    ...WITH_API_KEY,
    ...WITH_BODY,
    'workflow_not_found',
    'workflow_inactive',
    'idempotency_mismatch',
    'idempotency_in_flight',
  ],
});

export const PORTAL_TOKEN_ENDPOINTS = [portalToken] as const;
