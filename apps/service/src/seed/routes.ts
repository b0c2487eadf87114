import { sandbox } from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { makeUpPeopleHandler, readMadeUpPeopleHandler, stopMadeUpPeopleHandler } from './calls.ts';
import { mintOwnTokenHandler } from './own-token.ts';
import { simulateHandler } from './simulate.ts';

/** Of the sandbox alone. */
export const SEED_ROUTES: readonly Route[] = [
  route(sandbox.readMadeUpPeople, readMadeUpPeopleHandler),
  route(sandbox.makeUpPeople, makeUpPeopleHandler),
  route(sandbox.stopMadeUpPeople, stopMadeUpPeopleHandler),
  route(sandbox.mintOwnToken, mintOwnTokenHandler),
  route(sandbox.simulate, simulateHandler),
];
