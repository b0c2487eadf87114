import {
  installId,
  MemoryTokenStore,
  ResultTokenError,
  Standpoint,
  StandpointApiError,
  WebhookSignatureError,
  webhooks,
} from '../../../node/src/index.ts';
import type { Ask, Driver, Told } from '../driver.ts';
import { dateAt, replaced } from './browserless.ts';

/** The driver of `@standpoint/node`, a backend: it mints, checks results and receives webhooks. */

// biome-ignore lint/suspicious/noExplicitAny: a vector's input is what its family says
type Input = any;
/** It has the form and the checksum of a key, and belongs to no service. */
const API_KEY = `sp_live_${'0'.repeat(38)}29b03J`;

const result = ({ kind, token, jwks, issuer, organization, now_ms, used, expected }: Input): Promise<Told> =>
  replaced({ Date: dateAt(now_ms) }, async () => {
    const { max_age_s, accept_sandbox, ...rest } = expected;
    const client = new Standpoint({
      apiKey: API_KEY,
      baseUrl: issuer,
      organization,
      fetch: async () => Response.json(jwks),
    });
    const store = used ? { consume: () => false } : new MemoryTokenStore();
    const all = { ...rest, store, maxAgeSeconds: max_age_s, acceptSandbox: accept_sandbox };
    const of = kind === 'verification' ? client.verifications : client.sessions;
    try {
      return { claims: { ...(await of.verifyResultToken(token, all)) } };
    } catch (error) {
      if (error instanceof ResultTokenError) return { error: error.reason };
      throw error;
    }
  });

const webhook = ({ headers, body, secrets, now_ms, tolerance_s }: Input): Promise<Told> =>
  replaced({ Date: dateAt(now_ms) }, async () => {
    try {
      return { event: webhooks.unwrap(body, headers, secrets, { toleranceSeconds: tolerance_s }) };
    } catch (error) {
      if (error instanceof WebhookSignatureError) return { error: error.reason };
      throw error;
    }
  });

const kept = ({ do: what, cookie, install_id, options }: Input): Told | string => {
  if (what === 'evidence') return 'a backend sends no evidence';
  if (what === 'read') return { install_id: installId.fromRequest({ cookie }) ?? null };
  try {
    return { set_cookie: installId.toSetCookie(install_id, options) };
  } catch (error) {
    if (error instanceof TypeError) return { error: 'invalid_install_id' };
    throw error;
  }
};

const isEnvelope = (body: string): boolean => {
  try {
    return JSON.parse(body).data?.error !== undefined;
  } catch {
    return false;
  }
};

const errors = async ({ status, headers, body }: Input): Promise<Told | string> => {
  if (!isEnvelope(body)) return 'a backend calls every answer of a proxy bad_response';
  if (status === 200) return 'a backend reads an answer by its status';
  const fetch = async () => new Response(body, { status, headers });
  const client = new Standpoint({ apiKey: API_KEY, baseUrl: 'https://id.example', maxRetries: 0, fetch });
  try {
    await client.preflight({ customer_id: 'c', transaction_type: 'login' });
    return {};
  } catch (error) {
    if (!(error instanceof StandpointApiError)) throw error;
    const { code, status: seen, retryable, requestId } = error;
    return { code, status: seen, retryable, ...(requestId && { request_id: requestId }) };
  }
};

const FAMILIES: Record<string, (input: Input) => Promise<Told | string> | Told | string> = {
  'result-token': result,
  webhook,
  'install-id': kept,
  errors,
};

const call = async ({ do: what, base_url, api_key }: Ask): Promise<Told | string> => {
  if (what !== 'preflight') return 'a backend has no position';
  try {
    const client = new Standpoint({ apiKey: api_key!, baseUrl: base_url });
    const { token, expires_at } = await client.preflight({
      customer_id: 'conformance',
      transaction_type: 'login',
    });
    return { token, expires_at };
  } catch (error) {
    if (error instanceof StandpointApiError) return { error: error.code };
    // Refused before a request.
    if (error instanceof TypeError) return { error: 'config_invalid' };
    throw error;
  }
};

export const node: Driver = {
  name: '@standpoint/node',
  vector: (family, input) => FAMILIES[family]?.(input) ?? `a backend has no part of ${family}`,
  call,
};
