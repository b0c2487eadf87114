/** The contents of the page's address: `{face_base}/{workflow_id}#t=…` or `{face_base}/h#CODE`. */
export type Opened =
  | {
      role: 'portal';
      token: string;
      parent_origin?: string;
      return_url?: string;
      state?: string;
      locale?: string;
    }
  | { role: 'phone'; code: string };

/**
 * The normal form of a code (Crockford: case does not matter, O is 0, I and L are 1, no hyphens), or null.
 */
export const normaliseCode = (text: string): string | null => {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
};

export const roleOf = (pathname: string): 'portal' | 'phone' =>
  /\/h\/?$/.test(pathname) ? 'phone' : 'portal';

/** An address without an origin names no page to speak to; `*` would name every page. */
const originOf = (text: string | undefined): string | undefined =>
  text && /^https?:\/\/[\w.:[\]-]+$/.test(text) ? text : undefined;

/** Null if the fragment is empty, as on a reload: the page has removed it from the history. */
export const readAddress = (pathname: string, hash: string): Opened | null => {
  const fragment = hash.replace(/^#/, '');
  if (!fragment) return null;
  if (roleOf(pathname) === 'phone') return { role: 'phone', code: normaliseCode(fragment) ?? '' };
  const values = new URLSearchParams(fragment);
  const token = values.get('t');
  if (!token) return null;
  const optional = (name: string) => values.get(name) || undefined;
  return {
    role: 'portal',
    token,
    parent_origin: originOf(optional('o')),
    return_url: optional('r'),
    state: optional('s'),
    locale: optional('l'),
  };
};

/**
 * The address to leave for: only one that the workflow lists, with the session's id and the caller's own
 * state.
 */
export const returnAddress = (
  wanted: string | undefined,
  allowed: readonly string[],
  session_id: string,
  state: string | undefined,
): string | null => {
  if (!wanted || !allowed.includes(wanted)) return null;
  const url = new URL(wanted);
  url.searchParams.set('session_id', session_id);
  if (state) url.searchParams.set('state', state);
  return url.href;
};

/** Claims of a token, unverified. For this page's own needs only. */
export const claimsOf = (token: string): Record<string, unknown> => {
  try {
    const [, body] = token.split('.');
    const binary = atob(body!.replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))));
  } catch {
    return {};
  }
};
