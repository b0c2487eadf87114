import { p256 } from '@noble/curves/nist.js';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { isStandpointError } from '../../../web/src/errors.ts';
import { type Config, readConfig } from '../config.ts';
import { facePage, messageIn } from '../face/page.ts';
import { sealed } from '../location/evidence.ts';
import { once } from '../location/send.ts';
import { type Bytes, hexOf, toBase64url, utf8 } from '../sealing/bytes.ts';
import { openCryptography } from '../sealing/cryptography.ts';
import type { Cryptography } from '../sealing/operations.ts';
import { pureSealing } from '../sealing/pure.ts';
import { attestationBinding, seal } from '../sealing/seal.ts';
import { readToken } from '../token.ts';
import { LINE_0_5 } from '../version.ts';
import { ANDROID, IPHONE, location, phone } from './phone.ts';

/** The driver of `@standpoint/react-native` for the vectors of the protocol: its own code on a made-up phone. */

// biome-ignore lint/suspicious/noExplicitAny: a vector's input is what its family says
type Input = any;
type Told = Record<string, unknown>;

const told = async (act: () => Promise<Told> | Told): Promise<Told> => {
  try {
    return await act();
  } catch (error) {
    if (isStandpointError(error)) return { error: error.code };
    throw error;
  }
};
const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64url'));
const configAt = (baseUrl: string, more: object = {}): Config => readConfig({ baseUrl, ...more }, LINE_0_5);

const claims = ({ kind, base_url, token }: Input) =>
  told(() => ({ claims: readToken(configAt(base_url), token, kind) }));

const sealing = async ({ core, integrity, enc, jti, path, origin, sdk, ephemeral, iv }: Input) => {
  const secretKey = bytesOf(ephemeral.d);
  const cryptography: Cryptography = {
    random: () => bytesOf(iv),
    ...pureSealing(
      () => bytesOf(iv),
      () => ({ secretKey, publicKey: p256.getPublicKey(secretKey) }),
    ),
  };
  const what = { claims: { jti, enc }, path, core, integrity };
  const refused = await told(async () => {
    await sealed(configAt('https://id.example'), cryptography, what);
    return {};
  });
  if (refused.error) return refused;
  if (origin !== undefined) return 'an app has no origin';
  return { payload: await seal(cryptography, { ...what, sdk }) };
};

const attestation = async ({ jti, attestation_challenge, core }: Input) => {
  const cryptography = openCryptography();
  const binding = await attestationBinding(cryptography, { jti, attestation_challenge }, core);
  return {
    core_sha256: hexOf(await cryptography.sha256(utf8(core))),
    binding: hexOf(binding),
    play_integrity: { request_hash: toBase64url(binding) },
  };
};

const responseOf = ({ status, headers = {}, body }: Input): Response =>
  new Response(body, { status, headers });

const errors = async (input: Input) => {
  const config = configAt('https://id.example', { fetch: async () => responseOf(input) });
  const stop = { signal: new AbortController().signal, check: () => {} };
  try {
    await once(config, 'https://id.example/x', {}, stop);
    return {};
  } catch (error) {
    if (!isStandpointError(error)) throw error;
    const { code, status, message, retryable, requestId, retryAfterMs } = error;
    return {
      code,
      status,
      retryable,
      ...(!message.startsWith(`${code}:`) && { message }),
      ...(requestId && { request_id: requestId }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    };
  }
};

/** The identifier that the client makes of these random bytes: a UUID of version 4. */
const asVersion4 = (id: string): string => {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex');
};

const retry = async ({ call, base_url, token, attempt_id, answers }: Input) => {
  const sent: { headers: Record<string, string>; body: string; address: string }[] = [];
  const waits: number[] = [];
  const real = globalThis.setTimeout;
  const quick = (act: () => void, ms = 0) => {
    if (ms >= 19_000) return real(() => undefined, 0);
    // Only a wait between tries has a part that is drawn by chance.
    if (!Number.isInteger(ms)) waits.push(ms);
    return real(act, 0);
  };
  const client = phone({
    baseUrl: base_url,
    crypto: {
      subtle: crypto.subtle,
      getRandomValues: (array) => {
        if (array.length === 16) array.set(Buffer.from(attempt_id.replaceAll('-', ''), 'hex'));
        else crypto.getRandomValues(array);
      },
    },
    fetch: (async (address: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push({ headers: { ...headers }, body, address });
      const answer = answers[sent.length - 1];
      if (!answer || answer.lost) throw new TypeError('Network request failed');
      return responseOf(answer);
    }) as never,
  });
  const run = () =>
    told(async () => {
      const result = await (call === 'verify' ? client.verify(token) : client.collect(token));
      return 'decision' in result ? { decision: result.decision } : {};
    });
  globalThis.setTimeout = quick as never;
  try {
    const end = await run();
    const { length } = sent;
    const [pauses, [first]] = [[...waits], sent];
    const same = sent.every(
      ({ body, address, headers }) =>
        body === first!.body && address === first!.address && headers.Authorization === `Bearer ${token}`,
    );
    const named = (value: string | undefined) =>
      value?.replaceAll('-', '') === asVersion4(attempt_id) ? attempt_id : (value ?? null);
    const again = await run();
    return {
      ...end,
      standpoint_retry: same
        ? sent.slice(0, length).map(({ headers }) => named(headers['Standpoint-Retry']))
        : 'another request',
      ...(length > 1 && { waits_ms: pauses }),
      token_reusable: again.error !== 'token_already_used' || sent.length > length,
    };
  } finally {
    globalThis.setTimeout = real;
  }
};

const encode = (value: object) => toBase64url(utf8(JSON.stringify(value)));

/** What the evidence says of an install id: it is opened with the key that it was sealed for. */
const installId = async ({ do: what, platform, claim }: Input) => {
  if (what !== 'evidence') return 'the backend keeps the install id';
  if (platform === 'web') return 'this SDK is for apps alone';
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x, y } = await exportJWK(publicKey);
  const claims = {
    iss: 'https://id.example',
    jti: crypto.randomUUID(),
    attestation_challenge: 'nonce',
    enc: { kid: 'k', x, y },
    ...(claim && { install_id: claim }),
  };
  let core = '{}';
  const client = phone(
    {
      baseUrl: 'https://id.example',
      fetch: (async (_: string, { body }: { body: string }) => {
        const { plaintext } = await compactDecrypt(JSON.parse(body).payload, privateKey);
        core = JSON.parse(Buffer.from(plaintext).toString()).core;
        return new Response('{"status_code":200,"message":"","data":{}}');
      }) as never,
    },
    platform === 'ios' ? IPHONE : ANDROID,
  );
  await client.verify(`${encode({ typ: 'preflight+jwt' })}.${encode(claims)}.c2ln`);
  return { install_id: JSON.parse(core).install_id ?? null };
};

const faceUrl = ({ base_url, face_base, token, locale, return_url, state, parent_origin }: Input) => {
  if (return_url ?? state ?? parent_origin) return 'a WebView needs no way back';
  return told(() => {
    const { workflow_id } = readToken(configAt(base_url), token, 'portal');
    const base = (face_base ?? `${base_url.replace(/\/+$/, '')}/face`).replace(/\/+$/, '');
    return { url: facePage({ base, token, workflow_id, locale, nonce: 'n' }).uri };
  });
};

const bridge = ({ side, face_origin, page_origin, main_frame, text }: Input) => {
  if (side !== 'app') return 'an app shows the face app in a WebView';
  const nonce = 'nonce-of-this-load';
  const page = facePage({
    base: `${face_origin}/face`,
    token: 't',
    workflow_id: 'w',
    locale: undefined,
    nonce,
  });
  let data = text;
  // The main frame was given the nonce, and repeats it.
  if (main_frame && /^\{.*\}$/.test(text)) data = JSON.stringify({ ...JSON.parse(text), nonce });
  return { message: messageIn(page, { data, url: `${page_origin}/face/w` }) ?? null };
};

const FAMILIES: Record<string, (input: Input) => Promise<Told | string> | Told | string> = {
  'preflight-claims': claims,
  sealing,
  attestation,
  errors,
  retry,
  'install-id': installId,
  'face-url': faceUrl,
  bridge,
};

/** One call against a server, as an app makes it. */
interface Ask {
  do: 'verify' | 'collect' | 'preflight';
  base_url: string;
  token?: string;
  permission?: 'granted' | 'denied';
}

/** Has the form of `Driver` in `packages/native/conformance/driver.ts`. */
export const reactNative = {
  name: '@standpoint/react-native',
  vector: (family: string, input: Record<string, unknown>) =>
    FAMILIES[family]?.(input) ?? `the React Native SDK has no part of ${family}`,
  call: async ({ do: what, base_url, token, permission = 'granted' }: Ask): Promise<Told | string> => {
    if (what === 'preflight') return 'a backend mints';
    const client = phone({
      baseUrl: base_url,
      location: location([{}], { permission: async () => permission }),
    });
    return told(async () => {
      if (what === 'collect') {
        const { payload, has_public_ip } = await client.collect(token);
        return { payload, has_public_ip };
      }
      const { decision, reasons, next_token, verification_id } = await client.verify(token!);
      return { decision, reasons, verification_id, ...(next_token && { next_token }) };
    });
  },
};
