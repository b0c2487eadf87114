import { createHash, createPublicKey } from 'node:crypto';
import type { Config } from '../../../../apps/service/src/config.ts';
import { Refusal } from '../../../../apps/service/src/refuse.ts';
import { checkProof } from '../../../../apps/service/src/tokens/proof.ts';
import { thumbprint } from '../../../../apps/service/src/tokens/signing-keys.ts';
import { type Case, familyOf } from '../family.ts';
import { BASE, ed25519, NOW_MS, NOW_S, SANDBOX_BASE, signed, uuidOf } from '../keys.ts';
import { portalTokenOf } from '../tokens.ts';

type Json = Record<string, unknown>;
const key = ed25519('proof key');
const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
const jwk = { kty, crv, x } as Json;
const { d } = key.export({ format: 'jwk' });
const token = portalTokenOf();
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const CODE = '7Q3FZ0K9M2XW4B8T';
const config = { base_url: BASE, sandbox_base_url: SANDBOX_BASE, face_base_url: `${BASE}/face` } as Config;

interface Call {
  method: string;
  path: string;
  bound: { ath: string } | { ch: string };
}
const session: Call = { method: 'POST', path: '/facecheck/session', bound: { ath: sha256(token) } };
const claimsOf = ({ method, path, bound }: Call): Json => ({
  htm: method,
  htu: `${BASE}${path}`,
  iat: NOW_S,
  jti: uuidOf('proof'),
  ...bound,
});
const header = { typ: 'dpop+jwt', alg: 'EdDSA', jwk };

async function judged(proof: string, { method, path, bound }: Call): Promise<string | null> {
  try {
    await checkProof(config, proof, { method, path, bound, now: NOW_MS });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function made(name: string, why: string, call: Call, source: Json): Promise<Case> {
  const proof = signed(header, claimsOf(call), key);
  if ((await judged(proof, call)) !== null) throw new Error(`${name}: the service refuses it`);
  const { method, path } = call;
  return {
    name,
    why,
    input: {
      do: 'make',
      private_jwk: { ...jwk, d },
      method,
      url: `${BASE}${path}?ignored=1#too`,
      iat: NOW_S,
      jti: uuidOf('proof'),
      ...source,
    },
    expect: {
      header: JSON.stringify(header),
      claims: JSON.stringify(claimsOf(call)),
      jkt: thumbprint(jwk),
      proof,
    },
  };
}

async function refused(
  name: string,
  why: string,
  claims: Json,
  members: Json = header,
  signer = key,
): Promise<Case> {
  const proof = signed(members, claims, signer);
  const error = await judged(proof, session);
  if (error !== 'proof_invalid') throw new Error(`${name}: the service says ${error}`);
  const { method, path } = session;
  return {
    name,
    why,
    input: { do: 'check', proof, method, url: `${BASE}${path}`, token, now_ms: NOW_MS },
    expect: { error },
  };
}

const good = claimsOf(session);

export const proof = async () =>
  familyOf(
    'proof',
    'The optional header `Standpoint-Proof` (the form of DPoP, RFC 9449): it binds a portal or hand-off token to ' +
      'a key of the device. `make`: sign it with Ed25519, which is deterministic; ES256 is accepted too. ' +
      '`check`: what the service refuses; a client need not be able to.',
    [
      await made('a call with a token', '`ath` is the hash of the token.', session, { token }),
      await made(
        'a read',
        '',
        { method: 'GET', path: '/facecheck/session/status', bound: { ath: sha256(token) } },
        { token },
      ),
      await made(
        'redeeming a code',
        '`ch` is the hash of the code in its one form.',
        { method: 'GET', path: '/facecheck/short-code', bound: { ch: sha256(CODE) } },
        { code: '7q3f-zok9-m2xw-4b8t' },
      ),
      await refused('another method', '', { ...good, htm: 'GET' }),
      await refused('another address', '', { ...good, htu: `${BASE}/facecheck/session/status` }),
      await refused('another host', '', { ...good, htu: 'https://evil.example/facecheck/session' }),
      await refused('another token', 'A stolen proof opens nothing else.', {
        ...good,
        ath: sha256('another'),
      }),
      await refused('without ath', '', { htm: good.htm, htu: good.htu, iat: good.iat, jti: good.jti }),
      await refused('121 s old', '', { ...good, iat: NOW_S - 121 }),
      await refused('121 s ahead', '', { ...good, iat: NOW_S + 121 }),
      await refused('a short jti', '', { ...good, jti: 'short' }),
      await refused('another claim', '', { ...good, nonce: 'x' }),
      await refused('another typ', '', good, { ...header, typ: 'JWT' }),
      await refused('another member of the header', '', good, { ...header, kid: 'x' }),
      await refused('the private key in the header', 'It would be in every log.', good, {
        ...header,
        jwk: { ...jwk, d },
      }),
      await refused('signed by another key', '', good, header, ed25519('another key')),
    ],
  );
