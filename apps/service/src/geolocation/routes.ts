import {
  collect,
  confirmLocation,
  denyLocation,
  evaluate,
  listVerifications,
  locationStatus,
  preflight,
  readVerification,
  verify,
  verifyLocation,
} from '@standpoint/contract';
import { idempotent } from '../idempotency.ts';
import { type Route, route } from '../route.ts';
import { confirmLocationHandler, denyLocationHandler } from './handoff/phone.ts';
import { locationStatusHandler } from './handoff/status.ts';
import { verifyLocationHandler } from './handoff/verify.ts';
import { preflightHandler } from './preflight/preflight.ts';
import { listVerificationsHandler, readVerificationHandler } from './records/verifications.ts';
import { collectHandler } from './verify/collect.ts';
import { evaluateHandler } from './verify/evaluate.ts';
import { verifyHandler } from './verify/verify.ts';

export const GEOLOCATION_ROUTES: Route[] = [
  idempotent(route(preflight, preflightHandler)),
  route(collect, collectHandler),
  route(verify, verifyHandler),
  route(evaluate, evaluateHandler),
  route(readVerification, readVerificationHandler),
  route(listVerifications, listVerificationsHandler),
  route(verifyLocation, verifyLocationHandler),
  route(locationStatus, locationStatusHandler),
  route(confirmLocation, confirmLocationHandler),
  route(denyLocation, denyLocationHandler),
];
