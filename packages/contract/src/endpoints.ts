import { eraseCustomer, putFaceReference, readCustomer } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { attempt, cancel, consent, funnelEvent, submit } from './face/attempt.ts';
import { opticalCode, opticalSighting } from './face/optical.ts';
import { portalToken } from './face/portal-token.ts';
import { session } from './face/session.ts';
import { sessionStatus } from './face/session-status.ts';
import { cancelSession, listSessions, readSession, redactSession } from './face/sessions.ts';
import {
  cancelHandoff,
  confirmHandoff,
  createShortCode,
  denyHandoff,
  redeemShortCode,
  refreshShortCode,
} from './face/short-code.ts';
import { collect } from './geolocation/collect.ts';
import { evaluate } from './geolocation/evaluate.ts';
import { confirmLocation, denyLocation, locationStatus, verifyLocation } from './geolocation/handoff.ts';
import { preflight } from './geolocation/preflight.ts';
import { listVerifications, readVerification } from './geolocation/verifications.ts';
import { verify } from './geolocation/verify.ts';

/** Every endpoint with the envelope, in the order of the interface document. */
export const ENDPOINTS: readonly Endpoint[] = [
  preflight,
  collect,
  verify,
  evaluate,
  readVerification,
  listVerifications,
  verifyLocation,
  locationStatus,
  confirmLocation,
  denyLocation,
  portalToken,
  session,
  sessionStatus,
  consent,
  attempt,
  submit,
  cancel,
  funnelEvent,
  createShortCode,
  refreshShortCode,
  redeemShortCode,
  confirmHandoff,
  denyHandoff,
  cancelHandoff,
  opticalCode,
  opticalSighting,
  readSession,
  listSessions,
  cancelSession,
  redactSession,
  readCustomer,
  putFaceReference,
  eraseCustomer,
];
