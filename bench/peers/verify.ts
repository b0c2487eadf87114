import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { CAPS, verify } from '@standpoint/contract';
import Fastify from 'fastify';
import { compactDecrypt, compactVerify, importJWK, type JWK } from 'jose';
import pg from 'pg';
import { envelopeSchema } from '../../apps/service/src/route.ts';
import { validator } from '../../apps/service/src/validate.ts';
import { commitRows } from './rows.ts';

/**
 * The least work that verify can do: check one Ed25519 JWT, open one JWE, sign one JWT, and commit the same
 * rows in one statement. It has no history, no places, no network facts, no decision, and it does not seal
 * the stored columns.
 */
const sizes = JSON.parse(process.env.BENCH_SIZES!);
const keys = JSON.parse(process.env.BENCH_KEYS!) as { sig: JWK; enc: JWK };
const public_key = await importJWK(
  createPublicKey(createPrivateKey({ key: keys.sig as never, format: 'jwk' })).export({
    format: 'jwk',
  }) as JWK,
  'EdDSA',
);
const enc_key = createPrivateKey({ key: keys.enc as never, format: 'jwk' });
const { privateKey } = generateKeyPairSync('ed25519');
const header = Buffer.from(
  JSON.stringify({ alg: 'EdDSA', typ: 'verification+jwt', kid: keys.sig.kid }),
).toString('base64url');
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_DATABASE!), max: 20 });

interface Claims {
  jti: string;
  iat: number;
  exp: number;
  org: string;
  iss: string;
  sub: string;
  customer_id: string;
  transaction_type: string;
  install_id: string;
}

function resultToken(claims: Claims, verification_id: string): string {
  const { org, iss, sub, transaction_type, install_id } = claims;
  const iat = Math.floor(Date.now() / 1000);
  const place = { jurisdiction: { country: 'US', subdivision: 'US-NY' }, assurance: ['consistent'] };
  const body = {
    iss,
    aud: org,
    jti: claims.jti,
    iat,
    exp: iat + 3600,
    org,
    env: 'production',
    sub,
    verification_id,
    decision: 'pass',
    reason_codes: [],
    ...place,
    transaction_type,
    install_id,
  };
  const signed = `${header}.${Buffer.from(JSON.stringify(body)).toString('base64url')}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

const app = Fastify();
const check = validator(verify.body);
app.post('/geolocation/verify', {
  schema: { body: verify.body, response: { 200: envelopeSchema(verify) } },
  bodyLimit: CAPS[verify.max_body].default,
  validatorCompiler: () => (body) =>
    check(body) ? { error: new Error('the body does not fit') } : { value: body },
  handler: async (request) => {
    const token = await compactVerify(request.headers.authorization!.slice(7), public_key, {
      algorithms: ['EdDSA'],
    });
    const claims = JSON.parse(Buffer.from(token.payload).toString()) as Claims;
    const { payload } = request.body as { payload: string };
    const opened = await compactDecrypt(payload, enc_key, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    JSON.parse(JSON.parse(Buffer.from(opened.plaintext).toString()).core);
    const verification_id = `ver_01JD${claims.jti.replaceAll('-', '').slice(0, 22).toUpperCase()}`;
    const result_token = resultToken(claims, verification_id);
    if (!(await commitRows(pool, process.env.BENCH_ORG!, claims, sizes))) throw new Error('spent before');
    const expires_at = new Date(claims.exp * 1000).toISOString();
    const data = {
      verification_id,
      decision: 'pass',
      livemode: true,
      reasons: [],
      result_token,
      expires_at,
      soft_expires_at: expires_at,
      next_check_in_s: 3600,
      recheck_on: ['ip_change', 'resume'],
      install_id: claims.install_id,
    };
    return { status_code: 200, message: 'OK', data };
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.BENCH_PORT) });
process.on('disconnect', () => process.exit());
process.send?.('ready');
