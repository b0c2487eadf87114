import { endpoint, WITH_BODY, WITH_TOKEN } from '../endpoint.ts';
import { closed, jwt, type Static, timestamp } from '../schema.ts';

export const CollectAnswer = closed({
  /** `ip-stamp+jwt`: proves the public address that the service saw. */
  ip_stamp: jwt(),
  expires_at: timestamp(),
});
export type CollectAnswer = Static<typeof CollectAnswer>;

export const collect = endpoint({
  name: 'collect',
  method: 'POST',
  path: '/geolocation/collect',
  summary: 'Stamp the public address for a collect() payload; the token is not spent and may be reused.',
  given: '1.2, 5.6, 8',
  credential: ['preflight'],
  limit: 'collect_address',
  limit_by: 'address',
  cors: 'token',
  body: closed({}),
  max_body: 'evidence_body_bytes',
  answer: CollectAnswer,
  errors: [...WITH_TOKEN, ...WITH_BODY, 'origin_not_allowed'],
});

export const COLLECT_ENDPOINTS = [collect] as const;
