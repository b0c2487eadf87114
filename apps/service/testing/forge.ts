import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { TestService } from './service.ts';

/** Forged tokens, made from the claims of a token that we minted. */

type Json = Record<string, unknown>;
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const partOf = (token: string, index: number): Json =>
  JSON.parse(Buffer.from(token.split('.')[index]!, 'base64url').toString());
const headerOf = (token: string): Json => partOf(token, 0);
const claims = (token: string): Json => partOf(token, 1);

/** Header and claims may be text, for JSON that `JSON.stringify` would not write. */
function signed(header: Json | string, payload: Json | string, key: KeyObject): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/** The token's claims with `change`, signed by the service's own active key, as a bug in minting might do. */
export function resigned(service: TestService, token: string, change: Json, header: Json = {}): string {
  const key = service.deps.keys.of(claims(token).env as 'production').active.private_key;
  return signed({ ...headerOf(token), ...header }, { ...claims(token), ...change }, key);
}

/** Every known way to get another key, or none, accepted as ours (RFC 8725 §2). Name → token. */
export function forgeries(service: TestService, token: string): Record<string, string> {
  const parts = takeApart(service, token);
  return {
    ...withOtherAlgorithms(parts),
    ...withOtherKeys(parts),
    ...withOtherHeaders(parts),
    ...withOtherClaims(parts),
    ...withOtherText(parts),
  };
}

/** The same text with another last character, whatever the last one was: a key or an id that was mistyped. */
export const otherEnd = (text: string): string => text.slice(0, -1) + (text.endsWith('1') ? '2' : '1');

/** The same token with another signature. */
export const otherSignature = (token: string): string =>
  `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BAAA' : 'AAAA'}`;

type Parts = ReturnType<typeof takeApart>;

function takeApart(service: TestService, token: string) {
  const ours = service.deps.keys.of('production').active;
  const { alg, typ, kid } = headerOf(token) as { alg: string; typ: string; kid: string };
  const body = claims(token);
  const [head, payload, signature] = token.split('.') as [string, string, string];
  /** Any header and claims, signed by our own key. */
  const own = (header: Json | string, content: Json | string = body) =>
    signed(header, content, ours.private_key);
  return { ours, token, alg, typ, kid, body, head, payload, signature, own };
}

function withOtherAlgorithms({ ours, typ, kid, payload, signature, own }: Parts): Record<string, string> {
  const hmac = (secret: Buffer | string) => {
    const text = `${encode({ alg: 'HS256', typ, kid })}.${payload}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const x = Buffer.from(ours.public_jwk.x!, 'base64url');
  return {
    'alg none, empty signature': `${encode({ alg: 'none', typ, kid })}.${payload}.`,
    'alg none, old signature': `${encode({ alg: 'none', typ, kid })}.${payload}.${signature}`,
    'alg NONE': `${encode({ alg: 'NONE', typ, kid })}.${payload}.${signature}`,
    'alg HS256 with the public key’s x': hmac(x),
    'alg HS256 with the public JWK': hmac(JSON.stringify(ours.public_jwk)),
    'alg HS256 with x as text': hmac(ours.public_jwk.x!),
    'alg Ed25519 (the newer name)': own({ alg: 'Ed25519', typ, kid }),
    'alg eddsa in lower case': own({ alg: 'eddsa', typ, kid }),
    'alg ES256 with our signature': own({ alg: 'ES256', typ, kid }),
  };
}

function withOtherKeys({ alg, typ, kid, body, own }: Parts): Record<string, string> {
  const other = generateKeyPairSync('ed25519');
  const jwk = other.publicKey.export({ format: 'jwk' });
  const foreign = (more: Json) => signed({ alg, typ, kid, ...more }, body, other.privateKey);
  return {
    'another Ed25519 key under our kid': foreign({}),
    'another key in jwk': foreign({ jwk }),
    'another key in jwk, without kid': signed({ alg, typ, jwk }, body, other.privateKey),
    'another key at jku': foreign({ jku: 'http://127.0.0.1:9/jwks.json' }),
    'another key at x5u': foreign({ x5u: 'http://127.0.0.1:9/cert.pem' }),
    'another key in x5c': foreign({ x5c: ['MIIB'] }),
    'kid of another key': foreign({ kid: 'unknown' }),
    'kid as a path': foreign({ kid: '../../../../dev/null' }),
    'kid as SQL': foreign({ kid: "' OR '1'='1" }),
    'kid __proto__': foreign({ kid: '__proto__' }),
    'kid a number': own({ alg, typ, kid: 7 }),
  };
}

function withOtherHeaders({ alg, typ, kid, own }: Parts): Record<string, string> {
  const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return {
    'our signature, with jwk': own({ alg, typ, kid, jwk }),
    'our signature, with crit': own({ alg, typ, kid, crit: ['exp'] }),
    'our signature, with b64 false': own({ alg, typ, kid, b64: false, crit: ['b64'] }),
    'our signature, with cty': own({ alg, typ, kid, cty: 'JWT' }),
    'our signature, without kid': own({ alg, typ }),
    'our signature, without typ': own({ alg, kid }),
    'our signature, alg twice in the header': own(
      `{"alg":"none","alg":"EdDSA","typ":"${typ}","kid":"${kid}"}`,
    ),
    'our signature, header an array': own(JSON.stringify([{ alg, typ, kid }])),
  };
}

function withOtherClaims({ alg, typ, kid, body, own }: Parts): Record<string, string> {
  return {
    'our signature, claims twice': own(
      { alg, typ, kid },
      `${JSON.stringify(body).slice(0, -1)},"exp":9999999999}`,
    ),
    'our signature, claims an array': own({ alg, typ, kid }, JSON.stringify([body])),
    'our signature, an unknown claim': own({ alg, typ, kid }, { ...body, admin: true }),
    'our signature, exp as text': own({ alg, typ, kid }, { ...body, exp: String(body.exp) }),
    'our signature, without jti': own({ alg, typ, kid }, { ...body, jti: undefined }),
    'our signature, without exp': own({ alg, typ, kid }, { ...body, exp: undefined }),
    'our signature, another issuer': own({ alg, typ, kid }, { ...body, iss: 'https://example.org' }),
    'our signature, another audience': own(
      { alg, typ, kid },
      { ...body, aud: 'standpoint:portal:production' },
    ),
    'our signature, the other environment': own({ alg, typ, kid }, { ...body, env: 'sandbox' }),
    'our signature, the other environment and its audience': own(
      { alg, typ, kid },
      { ...body, env: 'sandbox', aud: 'standpoint:preflight:sandbox' },
    ),
  };
}

function withOtherText({
  token,
  alg,
  typ,
  kid,
  body,
  head,
  payload,
  signature,
  own,
}: Parts): Record<string, string> {
  return {
    'claims changed under the old signature': `${head}.${encode({ ...body, customer_id: 'another' })}.${signature}`,
    'empty signature': `${head}.${payload}.`,
    'signature of zeros': `${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'two parts': `${head}.${payload}`,
    'four parts': `${token}.AAAA`,
    'five parts, as a JWE has': `${token}.AAAA.AAAA`,
    'JSON serialisation': JSON.stringify({ payload, signatures: [{ protected: head, signature }] }).replace(
      /\s/g,
      '',
    ),
    'a token in a token': own({ alg, typ, kid }, JSON.stringify(token)),
    'longer than any token': `${head}.${'A'.repeat(13_000)}.${signature}`,
  };
}
