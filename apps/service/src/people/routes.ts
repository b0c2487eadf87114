import {
  acceptInvitation,
  beginProviderSignIn,
  changeMe,
  endMySession,
  listMySessions,
  openLink,
  readMe,
  readSignInWays,
  setUp,
  team,
} from '@standpoint/contract';
import { type Route, route } from '../route.ts';
import { openLinkHandler, setUpHandler } from './first-run.ts';
import {
  acceptInvitationHandler,
  changeMeHandler,
  endMySessionHandler,
  listMySessionsHandler,
  readMeHandler,
} from './me.ts';
import { beginProviderSignInHandler, readSignInWaysHandler } from './sign-in/provider-routes.ts';
import {
  changeMemberHandler,
  inviteHandler,
  readTeamHandler,
  removeMemberHandler,
  resetMemberHandler,
  takeBackHandler,
} from './team.ts';

export const PEOPLE_ROUTES: readonly Route[] = [
  route(setUp, setUpHandler),
  route(openLink, openLinkHandler),
  route(readSignInWays, readSignInWaysHandler),
  route(beginProviderSignIn, beginProviderSignInHandler),
  route(readMe, readMeHandler),
  route(changeMe, changeMeHandler),
  route(listMySessions, listMySessionsHandler),
  route(endMySession, endMySessionHandler),
  route(acceptInvitation, acceptInvitationHandler),
  route(team.readTeam, readTeamHandler),
  route(team.invite, inviteHandler),
  route(team.takeBackInvitation, takeBackHandler),
  route(team.changeMember, changeMemberHandler),
  route(team.removeMember, removeMemberHandler),
  route(team.resetMember, resetMemberHandler),
];
