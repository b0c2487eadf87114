import { readConfig } from '../../../web/src/config.ts';
import { isStandpointError } from '../../../web/src/errors.ts';
import { linkFrame } from '../../../web/src/face/frame-link.ts';
import { createClient } from '../../../web/src/index.ts';
import { makeEvidence } from '../../../web/src/location/evidence.ts';
import { seal } from '../../../web/src/location/seal.ts';
import { once } from '../../../web/src/location/send.ts';
import { readToken, refuseToken } from '../../../web/src/location/token.ts';
import { SDK_VERSION } from '../../../web/src/version.ts';
import type { Ask, Driver, Told } from '../driver.ts';
import { dateAt, inPage, replaced } from './browserless.ts';

/** The driver of `@standpoint/web`: its own code in Node.js, in the least of a page. */

// biome-ignore lint/suspicious/noExplicitAny: a vector's input is what its family says
type Input = any;
const PAGE = 'https://shop.example';

/** The code of a refusal; another error is a mistake of the client. */
const refusal = (error: unknown): Told => {
  if (isStandpointError(error)) return { error: error.code };
  throw error;
};
const told = async (act: () => Promise<Told> | Told): Promise<Told> => {
  try {
    return await act();
  } catch (error) {
    return refusal(error);
  }
};

const claims = ({ kind, base_url, token, now_ms }: Input) =>
  replaced({ Date: dateAt(now_ms) }, () =>
    told(async () => {
      const config = readConfig({ baseUrl: base_url });
      return { claims: readToken(config, token, kind) ?? (await refuseToken(config, token, kind)) };
    }),
  );

const isOurs = ({ sdk, integrity, origin }: Input): boolean =>
  sdk === `web/${SDK_VERSION}` && integrity.kind === 'none' && origin !== undefined;

const sealing = async (input: Input): Promise<Told | string> => {
  if (!isOurs(input)) return 'the web SDK seals for a page alone';
  const { core, enc, jti, path, ephemeral, iv, origin } = input;
  const { d: _, ...open } = ephemeral;
  const use = { name: 'ECDH', namedCurve: 'P-256' };
  const { subtle } = crypto;
  const pair = {
    privateKey: await subtle.importKey('jwk', ephemeral, use, false, ['deriveBits']),
    publicKey: await subtle.importKey('jwk', open, use, true, []),
  };
  const fixed = {
    subtle: {
      generateKey: async () => pair,
      importKey: subtle.importKey.bind(subtle),
      exportKey: subtle.exportKey.bind(subtle),
      deriveBits: subtle.deriveBits.bind(subtle),
      digest: subtle.digest.bind(subtle),
      encrypt: subtle.encrypt.bind(subtle),
    },
    getRandomValues: () => new Uint8Array(Buffer.from(iv, 'base64url')),
  };
  return replaced({ crypto: fixed, location: { origin } }, () =>
    told(async () => ({ payload: await seal(JSON.parse(core), { jti, enc }, path) })),
  );
};

const responseOf = ({ status, headers = {}, body }: Input): Response =>
  new Response(body, { status, headers });

const errors = (input: Input) =>
  inPage({ origin: PAGE }, async () => {
    const config = readConfig({ baseUrl: 'https://id.example', fetch: async () => responseOf(input) });
    try {
      await once(config, 'https://id.example/x', { headers: {} }, new AbortController().signal);
      return {};
    } catch (error) {
      if (!isStandpointError(error)) throw error;
      const { code, status, message, retryable, requestId, retryAfterMs } = error;
      const own = message.startsWith(`${code}:`);
      return {
        code,
        status,
        retryable,
        ...(!own && { message }),
        ...(requestId && { request_id: requestId }),
        ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
      };
    }
  });

/** Timers that end at once; the waits between tries are noted. The time limit of one try never ends. */
function quickTimers(waits: number[]) {
  const real = setTimeout;
  return (act: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    if (ms >= 20_000) return real(() => undefined, 0);
    // Only a wait between tries has a part that is drawn by chance.
    if (!Number.isInteger(ms)) waits.push(ms);
    return real(act, 0, ...values);
  };
}

interface Sent {
  headers: Record<string, string>;
  body: string;
  address: string;
}

/** A `fetch` that gets these answers in turn, and what was sent through it. Without an answer the network fails. */
const answering = (answers: Input[]) => {
  const sent: Sent[] = [];
  const fetch = async (address: string, { headers, body }: Omit<Sent, 'address'>) => {
    sent.push({ headers: { ...headers }, body, address });
    const answer = answers[sent.length - 1];
    if (!answer || answer.lost) throw new TypeError('fetch failed');
    return responseOf(answer);
  };
  return { sent, fetch };
};

const sameRequest = (sent: readonly Sent[], token: string): boolean =>
  sent.every(
    ({ body, address, headers }) =>
      body === sent[0]!.body && address === sent[0]!.address && headers.Authorization === `Bearer ${token}`,
  );

const retry = (input: Input) =>
  inPage({ origin: PAGE }, () => {
    const { call, base_url, token, attempt_id, answers } = input;
    const { sent, fetch } = answering(answers);
    const waits: number[] = [];
    // The page asks the service for the time when a token seems to have expired.
    const { iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    const globals = {
      Date: dateAt(iat * 1_000),
      crypto: withAttempt(attempt_id),
      setTimeout: quickTimers(waits),
    };
    return replaced(globals, async () => {
      const client = createClient({ baseUrl: base_url, fetch: fetch as never });
      const run = (): Promise<Told> =>
        told(async () => {
          const result = await (call === 'verify' ? client.verify(token) : client.collect(token));
          return 'decision' in result ? { decision: result.decision } : {};
        });
      waits.length = 0;
      const end = await run();
      const first = [...sent];
      const pauses = [...waits];
      const again = await run();
      const retries = first.map(({ headers }) => headers['Standpoint-Retry'] ?? null);
      return {
        ...end,
        standpoint_retry: sameRequest(first, token) ? retries : 'another request',
        ...(first.length > 1 && { waits_ms: pauses }),
        token_reusable: again.error !== 'token_already_used' || sent.length > first.length,
      };
    });
  });

const withAttempt = (attempt_id: string) => ({
  subtle: crypto.subtle,
  getRandomValues: crypto.getRandomValues.bind(crypto),
  randomUUID: () => attempt_id,
});

const installId = ({ do: what, platform, claim }: Input): Promise<Told> | string => {
  if (what !== 'evidence') return 'the backend keeps the install id';
  if (platform !== 'web') return 'the web SDK is on the web alone';
  return inPage({ origin: PAGE }, async () => {
    const found = {
      permission: { state: 'granted' as const },
      positions: [],
      search: { seen: [], track: [] },
    };
    const more = { jti: 'x', install_id: claim ?? undefined };
    const { install_id = null } = await makeEvidence('verify', found, Promise.resolve(undefined), more);
    return { install_id };
  });
};

const faceUrl = (input: Input): Promise<Told> | string => {
  const { base_url, face_base, token, locale, return_url, state, parent_origin } = input;
  if (parent_origin !== undefined) return 'the SDK makes the frame’s address itself';
  return told(async () => {
    const face = createClient({ baseUrl: base_url }).face({ token, url: face_base, locale });
    const url = await face.url({ returnUrl: return_url, state });
    // A browser writes a blank in a form's way; the page reads both alike.
    return { url: url.replaceAll('+', '%20') };
  });
};

const bridge = ({ side, face_origin, page_origin, messages }: Input): Promise<Told> | string => {
  if (side !== 'page') return side === 'frame' ? 'the face app is in the frame' : 'an app shows a WebView';
  return inPage({ origin: page_origin }, async () => {
    const posted: Told[] = [];
    const inner = {
      postMessage: (message: unknown, target_origin: string, ports: MessagePort[]) =>
        void posted.push({ message, target_origin, ports: ports.length }),
    };
    const ended = new AbortController();
    linkFrame(
      { contentWindow: inner } as never,
      face_origin,
      ended.signal,
      () => {},
      () => {},
    );
    const answers = messages.map(({ origin, source, data }: Input) => {
      const { length } = posted;
      const event = Object.assign(new Event('message'), {
        origin,
        data,
        source: source === 'frame' ? inner : {},
      });
      window.dispatchEvent(event);
      return posted[length] ?? null;
    });
    ended.abort();
    return { answers };
  });
};

const FAMILIES: Record<string, (input: Input) => Promise<Told | string> | Told | string> = {
  'preflight-claims': claims,
  sealing,
  errors,
  retry,
  'install-id': installId,
  'face-url': faceUrl,
  bridge,
};

const call = async ({ do: what, base_url, token, permission }: Ask): Promise<Told | string> => {
  if (what === 'preflight') return 'a backend mints';
  return inPage({ origin: PAGE, permission }, () =>
    told(async () => {
      const client = createClient({ baseUrl: base_url });
      if (what === 'collect') {
        const { payload, has_public_ip } = await client.collect(token);
        return { payload, has_public_ip };
      }
      const { decision, reasons, next_token, verification_id } = await client.verify(token!);
      return { decision, reasons, verification_id, ...(next_token && { next_token }) };
    }),
  );
};

export const web: Driver = {
  name: '@standpoint/web',
  vector: (family, input) => FAMILIES[family]?.(input) ?? `the web SDK has no part of ${family}`,
  call,
};
