import { randomBytes, randomUUID } from 'node:crypto';

export interface Session {
  /** Our own id of the customer. */
  visitor: string;
  balance: number;
  /** The deposit that waits for its check. A result for another deposit does not pay for it. */
  deposit?: { customer_id: string; transaction_id: string };
  face?: { customer_id: string };
}

const COOKIE = 'shop_session';
const MOST = 1_000;

/**
 * Finds the session of a request's cookie, or starts one. Sessions are in memory; the oldest are dropped
 * first.
 */
export const openSessions = (path: string, secure: boolean) => {
  const sessions = new Map<string, Session>();
  return (cookies: string | undefined, setCookie: (cookie: string) => void): Session => {
    const known = sessions.get(new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1] ?? '');
    if (known) return known;
    const [id, session] = [
      randomUUID(),
      { visitor: `visitor_${randomBytes(6).toString('hex')}`, balance: 0 },
    ];
    if (sessions.size >= MOST) sessions.delete(sessions.keys().next().value!);
    sessions.set(id, session);
    setCookie(`${COOKIE}=${id}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
    return session;
  };
};
