import {
  createCipheriv,
  createHash,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import { type PreflightBody, preflight } from '@standpoint/contract';
import Fastify from 'fastify';
import { envelopeSchema } from '../../apps/service/src/route.ts';
import { validator } from '../../apps/service/src/validate.ts';

/**
 * The least work that preflight can do: the same schemas, one key hash, one HMAC, one AES-GCM seal, and one
 * Ed25519 signature over the same claims. It has no limits, no key look-up, no host and environment rules,
 * no metrics and no strict JSON.
 */
const key_sha256 = Buffer.from(process.env.BENCH_KEY_SHA256!, 'hex');
const { org, epoch, kid, enc, base_url } = JSON.parse(process.env.BENCH_CLAIMS!);
// Key objects: with bytes, each call of node:crypto spends 10 µs on parsing the key.
const [hmac_key, pii_key] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const { privateKey } = generateKeyPairSync('ed25519');
const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'preflight+jwt', kid })).toString('base64url');

function seal(value: object, jti: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', pii_key, nonce).setAAD(Buffer.from(jti));
  const sealed = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

function mint({ name, email, ...transaction }: PreflightBody) {
  const jti = randomUUID();
  const iat = Math.floor(Date.now() / 1000);
  const head = randomBytes(14).toString('base64url').slice(0, 18);
  const tag = createHmac('sha256', hmac_key).update(`${org}|production|${head}`).digest('hex');
  const install_id = `ins_${head}${tag.slice(0, 8)}`;
  const claims = {
    iss: base_url,
    aud: 'standpoint:preflight:production',
    jti,
    iat,
    exp: iat + 300,
    org,
    env: 'production',
    sub: transaction.customer_id,
    ...transaction,
    sdk: '0.5',
    install_id,
    attestation_challenge: `${jti}${jti.slice(0, 7)}`,
    epoch,
    enc,
    pii: seal({ name, email }, jti),
  };
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  return { token, install_id, expires_at: new Date(claims.exp * 1000).toISOString() };
}

const app = Fastify();
const check = validator(preflight.body);
app.post('/geolocation/preflight', {
  schema: { body: preflight.body, response: { 200: envelopeSchema(preflight) } },
  validatorCompiler: () => (body) =>
    check(body) ? { error: new Error('the body does not fit') } : { value: body },
  handler: async (request) => {
    // The secret follows `Bearer `, the prefix and the look-up id.
    const secret = request.headers.authorization!.slice(23, 53);
    if (!timingSafeEqual(createHash('sha256').update(secret).digest(), key_sha256))
      throw new Error('another key');
    return { status_code: 200, message: 'OK', data: mint(request.body as PreflightBody) };
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.BENCH_PORT) });
process.on('disconnect', () => process.exit());
process.send?.('ready');
