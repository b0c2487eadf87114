import type { Credential, Endpoint, Environment, TokenKind } from '@standpoint/contract';
import type { FastifyRequest } from 'fastify';
import { parseKey, secretMatches } from '../accounts/api-keys.ts';
import type { CachedKey } from '../accounts/key-cache.ts';
import type { Caller, Deps, KeyCaller, TokenCaller } from '../deps.ts';
import { record } from '../events/outbox.ts';
import { addressInCidrs } from '../network-address.ts';
import { authenticatePerson } from '../people/authenticate.ts';
import { Refusal, refuse } from '../refuse.ts';
import { check, checkContext } from '../tokens/check.ts';

const BEARER = /^Bearer +([^\s]+)$/i;
const TOKEN_KINDS: readonly Credential[] = ['preflight', 'portal', 'handoff'];

/** Credential of a request. Order: form → checksum or signature → row → environment and host → use. */
export async function authenticate(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  host: Environment,
  ip: string,
): Promise<Caller> {
  if (endpoint.credential.includes('none')) return { kind: 'none' };
  if (endpoint.credential.includes('person')) return authenticatePerson(deps, endpoint, request);
  const wantsKey = !endpoint.credential.some((kind) => TOKEN_KINDS.includes(kind));
  const header = request.headers.authorization;
  if (!header) return refuse(wantsKey ? 'api_key_missing' : 'token_missing', 'no Authorization header');
  const credential = BEARER.exec(header)?.[1] ?? refuseForm(header, wantsKey);
  return wantsKey
    ? authenticateKey(deps, endpoint, credential, request, host, ip)
    : authenticateToken(deps, endpoint, credential, host, graceMs(endpoint, request));
}

/** Said of every text that cannot be a key, such as the placeholder of a manual: the form is public. */
const NO_KEY =
  'This is not a whole key: it is a placeholder, was cut off, or has a wrong letter. ' +
  'Copy the key again, or make one: npx standpoint keys create.';

/** What is wrong with a header that has no credential in it. */
function refuseForm(header: string, wantsKey: boolean): never {
  const what = wantsKey ? 'key' : 'token';
  const code = wantsKey ? 'api_key_invalid' : 'token_invalid';
  const message = /^Bearer\s*$/i.test(header)
    ? `The Authorization header has no ${what} after Bearer. Is the variable that holds it set?`
    : `The Authorization header lacks Bearer before the ${what}. Send Authorization: Bearer <${what}>.`;
  return refuse(code, 'form of the header', { message });
}

async function authenticateKey(
  deps: Deps,
  endpoint: Endpoint,
  text: string,
  request: FastifyRequest,
  host: Environment,
  ip: string,
): Promise<KeyCaller> {
  const parsed = parseKey(text) ?? refuse('api_key_invalid', 'form or checksum', { message: NO_KEY });
  const { lookup, secret } = parsed;
  const key = (await deps.api_keys.find(lookup, secret)) ?? refuse('api_key_invalid', 'unknown');
  if (!secretMatches(secret, key.secret_sha256)) refuse('api_key_invalid', 'secret');
  return admitKey(deps, endpoint, { key, parsed, request, host, ip }).catch(attributeTo(key));
}

/** A key whose secret is right. */
interface ProvenKey {
  key: CachedKey;
  parsed: NonNullable<ReturnType<typeof parseKey>>;
  request: FastifyRequest;
  host: Environment;
  ip: string;
}

async function admitKey(
  deps: Deps,
  endpoint: Endpoint,
  { key, parsed, request, host, ip }: ProvenKey,
): Promise<KeyCaller> {
  const wanted = endpoint.credential[0] as 'api_key' | 'results_key';
  // A key's hash does not cover its prefix: the kind and the environment of the row decide.
  if (key.kind !== parsed.kind || key.env !== parsed.env)
    refuse('api_key_invalid', 'prefix differs from the row');
  if (key.revoked_at) refuse('api_key_invalid', 'revoked');
  if (key.expires_at && key.expires_at.getTime() <= deps.clock.now())
    refuse('api_key_invalid', 'expired', { genuine: true });
  if (key.kind !== (wanted === 'api_key' ? 'api' : 'results'))
    refuse('api_key_invalid', `a ${key.kind} key on a ${wanted} route`, {
      message: wrongKind(key.kind),
      genuine: true,
    });
  if (request.headers.origin !== undefined) await keyInBrowser(deps, key, endpoint, request);
  if (key.cidrs.length > 0 && !addressInCidrs(ip, key.cidrs)) refuse('ip_not_allowed', `address ${ip}`);
  const env = environmentOfKey(deps, key, endpoint, host);
  if (endpoint.scope && !key.scopes.includes(endpoint.scope))
    refuse('scope_denied', `needs ${endpoint.scope}`);
  deps.api_keys.used(key);
  return {
    kind: wanted,
    actor: `key:${key.key_id}`,
    org: key.org,
    org_name: key.org_name,
    env,
    key_id: key.key_id,
    scopes: key.scopes,
    settings: key.settings,
  };
}

/** Notes in a refusal whose credential it was. */
const attributeTo =
  ({ org, env }: { org: string; env: Environment }) =>
  (error: unknown): never => {
    if (error instanceof Refusal) error.detail.of = { org, env };
    throw error;
  };

/** Said only of a key whose secret was right: it tells a guesser nothing. */
const wrongKind = (kind: CachedKey['kind']): string =>
  kind === 'api'
    ? 'This is an API key (sp_…), which creates tokens. This call needs a results key (sr_…).'
    : 'This is a results key (sr_…), which reads. This call needs an API key (sp_…).';

/** The table of interface §2: a live key on the sandbox host mints, and the result is always sandbox. */
function environmentOfKey(deps: Deps, key: CachedKey, endpoint: Endpoint, host: Environment): Environment {
  if (host === 'production' || key.env === 'sandbox') return key.env;
  if (endpoint.credential.includes('api_key')) return 'sandbox';
  return wrongHost(deps, 'a live results key on the sandbox host');
}

function wrongHost(deps: Deps, reason: string): never {
  return refuse('environment_mismatch', reason, {
    message: `This credential belongs to production; call ${deps.config.base_url}.`,
  });
}

/**
 * A valid key that arrives with an Origin was shipped to a browser: refused, and the operator hears of it.
 */
async function keyInBrowser(
  deps: Deps,
  key: CachedKey,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<never> {
  const origin = String(request.headers.origin).slice(0, 200);
  // A page with many visitors would fill the event table: one event a minute says enough.
  const { allowed } = await deps.limiter.take(`key_misused|${key.key_id}`, { rate: 1 / 60, burst: 1 });
  if (allowed)
    await record(deps.database.db, {
      org: key.org,
      env: key.env,
      type: 'key.misused',
      data: { key_id: key.key_id, origin, path: endpoint.path },
    });
  return refuse('key_in_browser', `Origin ${origin}`);
}

/** Milliseconds after its end that a token is still let in. */
const graceMs = ({ retry_grace_s = 0 }: Endpoint, request: FastifyRequest): number =>
  request.headers['standpoint-retry'] === undefined ? 0 : retry_grace_s * 1_000;

async function authenticateToken(
  deps: Deps,
  endpoint: Endpoint,
  text: string,
  host: Environment,
  grace_ms: number,
): Promise<TokenCaller> {
  const kinds = [
    ...endpoint.credential,
    ...(endpoint.wrong_purpose ? [endpoint.wrong_purpose] : []),
  ] as TokenKind[];
  const context = checkContext(deps, grace_ms);
  const { kind, claims } = await check<TokenCaller['claims'] & { org: string; env: Environment }>(
    context,
    text,
    kinds,
  );
  try {
    if (kind === 'handoff' && endpoint.wrong_purpose !== kind) requireScope(endpoint, claims);
    if (host === 'sandbox' && claims.env === 'production')
      wrongHost(deps, 'a production token on the sandbox host');
    if (kind === endpoint.wrong_purpose) refuse('token_wrong_purpose', `a ${kind} token on ${endpoint.path}`);
  } catch (error) {
    attributeTo(claims)(error);
  }
  return { kind: kind as TokenCaller['kind'], org: claims.org, env: claims.env, claims, token: text };
}

/**
 * Both hand-offs have the same kind of token: a phone that was asked for a face must not reach the endpoints
 * of a location check, and the other way round.
 */
function requireScope({ handoff_scope, path }: Endpoint, claims: Record<string, unknown>): void {
  if (claims.scope !== handoff_scope) refuse('token_invalid', `hand-off scope ${claims.scope} on ${path}`);
}
