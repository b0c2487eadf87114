import { backtests, policies } from '@standpoint/contract';
import { type Route, route } from '../../route.ts';
import {
  cancelBacktestHandler,
  listBacktestsHandler,
  readBacktestHandler,
  readPeriodHandler,
  startBacktestHandler,
} from './backtest-calls.ts';
import { discardDraftHandler, makePolicyHandler, saveDraftHandler } from './edit.ts';
import { listFlipsHandler, readFlipHandler } from './flips.ts';
import { archivePolicyHandler, publishPolicyHandler, rollBackHandler } from './publish.ts';
import {
  choicesHandler,
  differencesHandler,
  listPoliciesHandler,
  readPolicyHandler,
  readVersionHandler,
} from './read.ts';
import { readShapesHandler } from './shapes.ts';
import { tryPointHandler } from './try-point.ts';

export const POLICY_ROUTES: readonly Route[] = [
  route(policies.listPolicies, listPoliciesHandler),
  route(policies.policyChoices, choicesHandler),
  route(policies.readPolicy, readPolicyHandler),
  route(policies.readPolicyVersion, readVersionHandler),
  route(policies.makePolicy, makePolicyHandler),
  route(policies.savePolicyDraft, saveDraftHandler),
  route(policies.discardPolicyDraft, discardDraftHandler),
  route(policies.publishPolicy, publishPolicyHandler),
  route(policies.archivePolicy, archivePolicyHandler),
  route(policies.rollBackPolicy, rollBackHandler),
  route(policies.policyDifferences, differencesHandler),
  route(policies.readPolicyShapes, readShapesHandler),
  route(policies.tryPolicyPoint, tryPointHandler),
  route(backtests.startBacktest, startBacktestHandler),
  route(backtests.readPeriod, readPeriodHandler),
  route(backtests.listBacktests, listBacktestsHandler),
  route(backtests.readBacktest, readBacktestHandler),
  route(backtests.listFlips, listFlipsHandler),
  route(backtests.readFlip, readFlipHandler),
  route(backtests.cancelBacktest, cancelBacktestHandler),
];
