/** Pages that a one-time link opens. */
export type Purpose = 'setup' | 'invitation' | 'reset';

const PURPOSES: readonly Purpose[] = ['setup', 'invitation', 'reset'];
const CODE = /^[0-9A-HJKMNP-TV-Z]{32}$/;
const PAGE = /^\/dashboard\/(setup|invitation|reset)\/?$/;
const keyOf = (purpose: Purpose): string => `standpoint.link.${purpose}`;

/** The code in a fragment as it was meant: Crockford's letters, however they were typed or broken into lines. */
export function readCode(fragment: string): string | null {
  let text = fragment.replace(/^#/, '');
  try {
    text = decodeURIComponent(text);
  } catch {
    // Not encoded, then.
  }
  const code = text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The page that this address opens by a link; null for all others. */
export const purposeOf = (pathname: string): Purpose | null =>
  PURPOSES.find((purpose) => PAGE.exec(pathname)?.[1] === purpose) ?? null;

/**
 * Takes the code out of the address bar, where it would be seen and remembered, and keeps it for this tab until it was
 * used, so that a reload loses nothing. What is no code is kept as an empty one, and the page says so.
 */
export function takeLinkCode(
  at: Pick<Location, 'pathname' | 'hash' | 'search'>,
  store: Store,
): string | null {
  const purpose = purposeOf(at.pathname);
  if (!purpose || at.hash.length < 2) return null;
  store.setItem(keyOf(purpose), readCode(at.hash) ?? '');
  return at.pathname + at.search;
}

/** The code that this tab came with. Empty: there was something, but no code. Null: there was nothing. */
export const linkCode = (purpose: Purpose, store: Store = sessionStorage): string | null =>
  store.getItem(keyOf(purpose));

export const forgetLinkCode = (purpose: Purpose, store: Store = sessionStorage): void =>
  store.removeItem(keyOf(purpose));
