import { reviewing } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { claimHandler, releaseHandler } from './claims.ts';
import { decideHandler, decideManyHandler, undoHandler } from './decide.ts';
import { escalateHandler } from './escalate.ts';
import { readFiguresHandler } from './figures.ts';
import { readCaseHandler } from './open-case.ts';
import { readCountHandler, readQueueHandler } from './queue.ts';

export const DESK_ROUTES: readonly Route[] = [
  route(reviewing.readCount, readCountHandler),
  route(reviewing.readQueue, readQueueHandler),
  route(reviewing.readCase, readCaseHandler),
  route(reviewing.claimReview, claimHandler),
  route(reviewing.releaseReview, releaseHandler),
  route(reviewing.escalateReview, escalateHandler),
  route(reviewing.decideReview, decideHandler),
  route(reviewing.decideReviews, decideManyHandler),
  route(reviewing.undoReviews, undoHandler),
  route(reviewing.readFigures, readFiguresHandler),
];
