import { setTimeout as sleep } from 'node:timers/promises';

/** What came back from a registry, or why nothing did. */
export interface RegistryAnswer {
  /** 0: nothing came back. */
  status: number;
  /** A sentence of the service, or of this computer where nothing came back; empty where there is none. */
  says: string;
  /** The code of the refusal, where the service itself answered. */
  code: string | null;
  /** The service’s clock in ms; null where no answer names it. */
  at: number | null;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any server
  json: any;
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the name of the host is not known here: is it right, and is the VPN on?',
  EAI_AGAIN: 'names cannot be looked up: is there a network?',
  ECONNREFUSED: 'nothing listens there: is the service running, on this port?',
  ECONNRESET: 'the connection was cut: a proxy or a firewall is between',
  ETIMEDOUT: 'no answer came: a firewall is between, or a proxy is needed',
  UND_ERR_CONNECT_TIMEOUT: 'no answer came: a firewall is between, or a proxy is needed',
  CERT_HAS_EXPIRED: 'its certificate has expired, or the clock of this computer is wrong',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: the clock of this computer is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed: name it in NODE_EXTRA_CA_CERTS, and in cafile of .npmrc',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is of a CA that is not known here: name that in NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is of a CA that is not known here: name that in NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: is the address right?',
};

/** Asks a registry, without following a redirect: the token would go along. */
export async function askRegistry(
  address: string,
  authorization: string | null,
  timeout_ms = 10_000,
): Promise<RegistryAnswer> {
  const nothing = (says: string): RegistryAnswer => ({ status: 0, says, code: null, at: null, json: null });
  const given_up = AbortSignal.timeout(timeout_ms);
  try {
    const headers = { 'user-agent': 'standpoint-packages', ...(authorization && { authorization }) };
    const response = await fetch(address, { headers, redirect: 'manual', signal: given_up });
    const text = await Promise.race([response.text(), sleep(timeout_ms, '', { ref: false })]);
    const json = objectIn(text);
    const at = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      says: typeof json?.message === 'string' ? json.message : '',
      code: json?.data?.error?.code ?? null,
      at: Number.isNaN(at) ? null : at,
      json,
    };
  } catch (error) {
    if (given_up.aborted) return nothing(`no answer came in ${timeout_ms / 1_000} s`);
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    // fetch tells nothing of a 407 of a proxy.
    const told =
      `${code} ${message}`.trim() || 'the connection failed, or a proxy asks for its own login (407)';
    return nothing(REASONS[code] ?? told);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the body of any server
function objectIn(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
