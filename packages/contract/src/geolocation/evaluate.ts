import { endpoint, WITH_BODY } from '../endpoint.ts';
import { CAPS } from '../limits.ts';
import { results, WITH_RESULTS_KEY } from '../results.ts';
import { closed, optional, type Static, Type } from '../schema.ts';
import { transactionContext } from './preflight.ts';
import { Verification } from './verifications.ts';

export const EvaluateBody = closed({
  ...transactionContext,
  install_id: optional(Type.String({ maxLength: 128 })),
  /** The payload that `collect()` returned: a compact JWE, or `plain.` + base64url. */
  payload: Type.String({ minLength: 1, maxLength: CAPS.evidence_body_bytes.most }),
  /** The address that your backend saw. An IP stamp in the payload takes precedence. */
  client_ip: optional(Type.String({ maxLength: 64 })),
});
export type EvaluateBody = Static<typeof EvaluateBody>;

export const evaluate = endpoint({
  name: 'evaluate',
  method: 'POST',
  path: '/geolocation/evaluate',
  summary: 'Decide on a payload that collect() made.',
  ...results('evaluate'),
  body: EvaluateBody,
  max_body: 'evidence_body_bytes',
  answer: Verification,
  errors: [
    ...WITH_BODY,
    ...WITH_RESULTS_KEY,
    'policy_not_found',
    'payload_unreadable',
    'payload_stale',
    'challenge_mismatch',
    'record_contradicted',
  ],
});

export const EVALUATE_ENDPOINTS = [evaluate] as const;
