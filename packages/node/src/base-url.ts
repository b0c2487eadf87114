/** First parts of the service's own paths: an address that has one is not the base address. */
const PATHS = new Set(
  'geolocation facecheck face customers reviews webhooks events dashboard docs sdk npm sandbox openapi.json'.split(
    ' ',
  ),
);

/** A name or address that a request reaches without the public internet. */
const PRIVATE = new RegExp(
  [
    '^[^.]+$', // localhost, and names of containers
    '\\.(localhost|local|internal|lan|test|home\\.arpa)$',
    '^(10|127)\\.',
    '^192\\.168\\.',
    '^169\\.254\\.',
    '^172\\.(1[6-9]|2\\d|3[01])\\.',
    '^100\\.(6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\.',
    '^\\[(::1|f[cd]|fe[89ab])',
  ].join('|'),
);

const parsed = (value: unknown, name: string): URL => {
  const text = String(value);
  if (!value) throw new TypeError(`${name} is missing: is its environment variable set?`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(`${name} must be an http(s) address like https://id.example`);
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError(`${name} must have no user name, password, query or fragment`);
  return url;
};

/** The address without slashes at its end. Throws a `TypeError` that names the mistake. */
export const addressOf = (value: unknown, name: string): string =>
  parsed(value, name).href.replace(/\/+$/, '');

/**
 * The base address of the service. Plain http is refused where the key would cross a network of others: a reader there
 * could mint tokens.
 */
export const baseUrlOf = (value: unknown, name: string, allowHttp: boolean): string => {
  const url = parsed(value, name);
  if (PATHS.has(url.pathname.split('/')[1] ?? ''))
    throw new TypeError(
      `${name} must be the base address alone: ${url.origin}, not ${url.origin}${url.pathname}`,
    );
  if (url.protocol === 'http:' && !PRIVATE.test(url.hostname) && !allowHttp)
    throw new TypeError(
      `${name} must begin with https://, or the key could be read on its way to ${url.hostname}. ` +
        'Set allowHttp if that network is your own.',
    );
  return addressOf(url, name);
};
