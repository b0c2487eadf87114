import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { SignedIn } from '../session.ts';
import type { AuthRoute } from './auth-routes.ts';
import {
  beginsAnew,
  endSession,
  type Factor,
  factorOf,
  forgetFactors,
  hasNone,
  proven,
  proves,
  requireStanding,
  tokenIn,
} from './second-factor.ts';
import { type Happened, successOf } from './signed-in.ts';

/** A signed-in person, what they have as a second factor, and whether their session proved it. */
export type Standing = Factor & { who: SignedIn };

/** Writes an entry about the route into the audit log. */
export type Note = (happened: Pick<Happened, 'action' | 'user_id' | 'email'>) => Promise<void>;

/** Notes a refusal that may be a guess at a password or at a second factor. */
export async function noteRefusal(
  note: Note,
  { path }: AuthRoute,
  asked: string | null,
  body: Record<string, unknown>,
): Promise<void> {
  if (path === '/sign-in/email') await note({ action: 'person.sign_in_refused', email: body.email });
  // A wrong code after a right password: the sign of a password that another person knows.
  else if (path.startsWith('/two-factor/verify-') && asked)
    await note({ action: 'person.sign_in_refused', user_id: asked });
}

interface Succeeded {
  before: Standing | null;
  /** The person whose second factor was asked for after their password. */
  asked: string | null;
  cookie: string | undefined;
  cookies: string[];
  data: { user?: { id?: string }; twoFactorRedirect?: boolean };
  body: Record<string, unknown>;
  note: Note;
}

const TAKES_AWAY: ReadonlySet<string> = new Set(['/two-factor/disable', '/passkey/delete-passkey']);

/** What a success means for the session, and for the audit log. */
export async function settle(
  deps: Deps,
  { path }: AuthRoute,
  { before, asked, cookie, cookies, data, body, note }: Succeeded,
): Promise<void> {
  const { db } = deps.database;
  const made = cookies.map(tokenIn).find((token) => token !== null && token !== '') ?? null;
  const user_id = data.user?.id ?? before?.who.user_id ?? null;
  if (made && user_id && beginsAnew(path, asked)) await requireStanding(db, path, { made, user_id, body });
  if (path === '/sign-in/email' && made && user_id) {
    await note({ action: 'person.password_accepted', user_id });
    // better-auth asks for an authenticator app only. A person who has a passkey alone signs in with that.
    const { has } = await factorOf(db, user_id, null);
    if (has !== 'passkey') return;
    await endSession(db, made);
    refuse('scope_denied', 'a passkey is the second factor', {
      message: 'This account signs in with its passkey.',
    });
  }
  const token = made ?? tokenIn(cookie);
  if (proves(path) && token) await proven(db, token, { first: before !== null && hasNone(before) });
  // A session that proved a factor replaces one.
  const adds = before !== null && (hasNone(before) || before.proven);
  if (TAKES_AWAY.has(path) && before) await forgetFactors(db, before.who.user_id);
  const action = successOf(path, adds);
  if (action && user_id) await note({ action, user_id });
}
