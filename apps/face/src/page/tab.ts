import { sha256Text } from '../service/bytes.ts';
import { claimsOf, type Opened, readAddress } from './address.ts';
import { keepHandoff, openKept, openSaved, type SavedStore } from './saved.ts';

/** The facts that this browser keeps of a hand-off, for when its tab is closed and its link opened again. */
const KEPT = 'standpoint.face:handoff';
const KEPT_MS = 20 * 60_000;

export const portalKey = (token: string): string => `portal:${claimsOf(token).jti}`;

/** One key for each portal token and each code, so that two tabs of one browser are one device. */
const keyName = async (opened: Opened): Promise<string> =>
  opened.role === 'portal'
    ? portalKey(opened.token)
    : `code:${isSecureContext ? await sha256Text(opened.code) : ''}`;

/**
 * Combines what this tab remembers with the address, and removes the token from the history and the address
 * bar.
 */
export const openTab = async (): Promise<SavedStore> => {
  const kept = openKept(KEPT, KEPT_MS, () => localStorage);
  const saved = openSaved(`standpoint.face:${location.pathname}`, () => sessionStorage, keepHandoff(kept));
  const opened = readAddress(location.pathname, location.hash);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  if (!opened) return saved;
  const key = await keyName(opened);
  // The same frame or link was loaded again: keep what this tab remembers.
  if (saved.read()?.key === key) return saved;
  const closed = kept.read();
  saved.replace(closed?.key === key ? closed : { ...opened, key });
  return saved;
};
