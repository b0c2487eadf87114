import {
  attempt,
  cancel,
  cancelHandoff,
  cancelSession,
  confirmHandoff,
  consent,
  createShortCode,
  denyHandoff,
  frames,
  funnelEvent,
  listSessions,
  opticalCode,
  opticalSighting,
  portalToken,
  putFaceReference,
  readSession,
  redactSession,
  refreshShortCode,
  reviewSession,
  session,
  sessionStatus,
  simulateSession,
  submit,
  withdrawConsent,
} from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { attemptHandler } from './capture/attempt.ts';
import { simulateSessionHandler } from './capture/simulate.ts';
import { submitHandler } from './capture/submit.ts';
import { consentHandler } from './consent/give.ts';
import { withdrawConsentHandler } from './consent/withdraw.ts';
import { explainSessionHandler } from './explained/explain.ts';
import { readFrameHandler, revealFramesHandler } from './explained/frames.ts';
import { cancelHandoffHandler, confirmHandoffHandler, denyHandoffHandler } from './handoff/phone.ts';
import { createShortCodeHandler, refreshShortCodeHandler } from './handoff/short-code.ts';
import { opticalCodeHandler, opticalSightingHandler } from './optical/optical.ts';
import { portalTokenHandler } from './portal/token.ts';
import { reviewSessionHandler } from './review/review.ts';
import { cancelHandler, funnelEventHandler } from './session/cancel.ts';
import { sessionHandler } from './session/session.ts';
import {
  cancelSessionHandler,
  listSessionsHandler,
  readSessionHandler,
  redactSessionHandler,
} from './session/sessions.ts';
import { sessionStatusHandler } from './session/status.ts';
import { faceReferenceHandler } from './templates/reference.ts';

/** The routes of area B, in the order of the interface document. */
export const FACE_ROUTES: Route[] = [
  route(portalToken, portalTokenHandler),
  route(session, sessionHandler),
  route(sessionStatus, sessionStatusHandler),
  route(consent, consentHandler),
  route(attempt, attemptHandler),
  route(submit, submitHandler),
  route(cancel, cancelHandler),
  route(funnelEvent, funnelEventHandler),
  route(createShortCode, createShortCodeHandler),
  route(refreshShortCode, refreshShortCodeHandler),
  route(confirmHandoff, confirmHandoffHandler),
  route(denyHandoff, denyHandoffHandler),
  route(cancelHandoff, cancelHandoffHandler),
  route(opticalCode, opticalCodeHandler),
  route(opticalSighting, opticalSightingHandler),
  route(readSession, readSessionHandler),
  route(listSessions, listSessionsHandler),
  route(cancelSession, cancelSessionHandler),
  route(redactSession, redactSessionHandler),
  route(simulateSession, simulateSessionHandler),
  route(reviewSession, reviewSessionHandler),
  route(putFaceReference, faceReferenceHandler),
  route(withdrawConsent, withdrawConsentHandler),
];

/** For people who look at one session. */
export const EXPLAINED_SESSION_ROUTES: Route[] = [
  route(frames.explainSession, explainSessionHandler),
  route(frames.revealFrames, revealFramesHandler),
  route(frames.readFrame, readFrameHandler),
];
