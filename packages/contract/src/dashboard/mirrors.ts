import { eraseCustomer, readCustomer } from '../customers.ts';
import type { Endpoint } from '../endpoint.ts';
import { WEBHOOK_ENDPOINTS } from '../events/webhooks.ts';
import { cancelSession, listSessions, readSession, redactSession } from '../face/sessions.ts';
import { listVerifications, readVerification } from '../geolocation/verifications.ts';
import { putHold, readHold, removeHold } from '../holds.ts';
import { exportCustomer } from '../portable.ts';
import { listReviews } from '../reviews.ts';
import { forPeople } from './person.ts';
import { BUILDERS, DECIDERS, EXPORTERS, MANAGERS, READ_AUDIT, ROLES, SEE_BUILD } from './roles.ts';

/**
 * Endpoints of backends that people use too, each with its roles. What a person may do only in a way of their own (a
 * review is decided under the signed-in name) is not among them.
 */
const MIRRORED: readonly (readonly [Endpoint, Parameters<typeof forPeople>[1]])[] = [
  [listVerifications, ROLES],
  [readVerification, ROLES],
  [listSessions, ROLES],
  [readSession, ROLES],
  [cancelSession, DECIDERS],
  // What it deletes is gone for good.
  [redactSession, MANAGERS],
  [readCustomer, ROLES],
  [listReviews, ROLES],
  [exportCustomer, EXPORTERS],
  // The reason of a hold is about a person and a dispute: it is read by those who keep the records.
  [readHold, READ_AUDIT],
  [putHold, MANAGERS],
  [removeHold, MANAGERS],
  [eraseCustomer, MANAGERS],
  ...WEBHOOK_ENDPOINTS.map((each: Endpoint) => [each, each.method === 'GET' ? SEE_BUILD : BUILDERS] as const),
];

/** The endpoints for people, each with the name of the one for backends whose handler it shares. */
export const MIRRORS: readonly { endpoint: Endpoint; of: string }[] = MIRRORED.map(([endpoint, roles]) => ({
  endpoint: forPeople(endpoint, roles),
  of: endpoint.name,
}));
