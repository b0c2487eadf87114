import {
  collect,
  confirmLocation,
  denyLocation,
  evaluate,
  explained,
  listVerifications,
  locationStatus,
  preflight,
  readVerification,
  reviewVerification,
  verify,
  verifyLocation,
} from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { redecideVerificationHandler } from './explained/again.ts';
import { explainVerificationHandler } from './explained/explain.ts';
import { locationStatusHandler } from './handoff/asker.ts';
import { confirmLocationHandler, denyLocationHandler } from './handoff/phone.ts';
import { preflightHandler } from './preflight/preflight.ts';
import { reviewVerificationHandler } from './records/review.ts';
import { listVerificationsHandler, readVerificationHandler } from './records/verifications.ts';
import { collectHandler } from './verify/collect.ts';
import { evaluateHandler } from './verify/evaluate.ts';
import { verifyLocationHandler } from './verify/phone.ts';
import { verifyHandler } from './verify/verify.ts';

export const GEOLOCATION_ROUTES: Route[] = [
  route(preflight, preflightHandler),
  route(collect, collectHandler),
  route(verify, verifyHandler),
  route(evaluate, evaluateHandler),
  route(readVerification, readVerificationHandler),
  route(listVerifications, listVerificationsHandler),
  route(reviewVerification, reviewVerificationHandler),
  route(verifyLocation, verifyLocationHandler),
  route(locationStatus, locationStatusHandler),
  route(confirmLocation, confirmLocationHandler),
  route(denyLocation, denyLocationHandler),
];

/** For people who look at one decision. */
export const EXPLAINED_ROUTES: Route[] = [
  route(explained.explainVerification, explainVerificationHandler),
  route(explained.redecideVerification, redecideVerificationHandler),
];
