/** 400 days, the longest that browsers keep a cookie (RFC 6265bis §5.6.2). */
const MAX_AGE_S = 34_560_000;
/** 1 to 128 visible ASCII characters, as the service accepts them. */
const WELL_FORMED = /^[\x21-\x7e]{1,128}$/;
const COOKIE = 'install_id';

/** `Headers`, or the headers of a Node request. */
type CookieHeaders = { get(name: string): string | null } | { cookie?: string | string[] | undefined };

export interface SetCookieOptions {
  name?: string;
  domain?: string;
  path?: string;
  maxAgeSeconds?: number;
  /** Set it to false only for http://localhost, in a browser that does not treat it as secure. */
  secure?: boolean;
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const attribute = (name: string, value: string | undefined): string => {
  if (value === undefined) return '';
  if (/[^\x20-\x7e]|;/.test(value)) throw new TypeError(`${name} cannot stand in a cookie`);
  return `; ${name}=${value}`;
};

/**
 * The install id is stored in the integrator's own first-party cookie: read it from the request, pass it to
 * `preflight`, and set the cookie from the answer. HttpOnly works, because the web SDK reads the id from the
 * token.
 */
export const installId = {
  COOKIE,

  /** The id from the request's cookie; undefined when the cookie is missing or malformed. */
  fromRequest(headers: CookieHeaders, name: string = COOKIE): string | undefined {
    const raw = 'get' in headers ? headers.get('cookie') : headers.cookie;
    const text = Array.isArray(raw) ? raw.join('; ') : raw;
    for (const pair of typeof text === 'string' ? text.split(';') : []) {
      const at = pair.indexOf('=');
      if (pair.slice(0, at).trim() !== name) continue;
      const id = decode(pair.slice(at + 1).trim());
      if (id && WELL_FORMED.test(id)) return id;
    }
    return undefined;
  },

  /**
   * Value of a `Set-Cookie` header. Set it from the backend, because browsers keep cookies that scripts set
   * for only a few days.
   */
  toSetCookie(id: string, options: SetCookieOptions = {}): string {
    if (!WELL_FORMED.test(id)) throw new TypeError('An install id is 1 to 128 visible ASCII characters');
    const { name = COOKIE, domain, path = '/', maxAgeSeconds = MAX_AGE_S, secure = true } = options;
    return (
      `${name}=${encodeURIComponent(id)}; Max-Age=${maxAgeSeconds}` +
      attribute('Path', path) +
      attribute('Domain', domain) +
      `; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`
    );
  },
};
