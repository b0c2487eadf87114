import { createPublicKey, type JsonWebKey, verify as verifySignature } from 'node:crypto';
import { PreflightClaims, TOKEN_TYPES } from '@standpoint/contract';
import { validator } from '../../../validate.ts';
import { must, mustAnswer, mustRefuse } from './asking.ts';
import { claimsOf, type Rule, type Walker } from './walker.ts';

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
const fitsClaims = validator(PreflightClaims);
const PATH = '/geolocation/preflight';

type PublishedKey = JsonWebKey & { kid: string; use: string; alg: string };
/** The keys of the sandbox: on the production address they have a path of their own. */
async function publishedKeys(walker: Walker): Promise<PublishedKey[]> {
  const { iss } = claimsOf(await walker.mint());
  const own = await walker.ask('/sandbox/.well-known/jwks.json');
  const { data } = own.status === 200 ? own : mustAnswer(await walker.ask('/.well-known/jwks.json'));
  must(URL.canParse(iss), 'iss is no address');
  return data.keys;
}

/** Checks a signature of the server with its published keys. */
export async function mustBeSigned(walker: Walker, token: string, typ: string): Promise<void> {
  const { alg, typ: found, kid, ...others } = headerOf(token);
  must(
    alg === 'EdDSA' && found === typ && Object.keys(others).length === 0,
    `the header is not exactly {EdDSA, ${typ}, kid}`,
  );
  const jwk = (await publishedKeys(walker)).find((key) => key.kid === kid && key.use === 'sig');
  must(jwk, 'the key of a signature is not published');
  const [head, body, signature] = token.split('.') as [string, string, string];
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  must(
    verifySignature(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')),
    'a signature does not fit its key',
  );
}

export const MINTING: Rule[] = [
  {
    name: 'the published keys are public',
    why: 'EdDSA for signatures, P-256 for payloads, no private member.',
    async run(walker) {
      const keys = await publishedKeys(walker);
      must(
        keys.some(({ use, alg, crv }) => use === 'sig' && alg === 'EdDSA' && crv === 'Ed25519'),
        'there is no signing key',
      );
      must(
        keys.some(({ use, alg, crv }) => use === 'enc' && alg === 'ECDH-ES' && crv === 'P-256'),
        'there is no payload key',
      );
      must(
        keys.every((key) => !('d' in key)),
        'a private key is published',
      );
    },
  },
  {
    name: 'a preflight token has its claims and a signature',
    why: 'The client reads jti, enc and attestation_challenge from it.',
    async run(walker) {
      const body = { customer_id: walker.customer(), transaction_type: 'login', email: 'a@example.com' };
      const heard = mustAnswer(
        await walker.ask(PATH, {
          token: walker.credentials.api_key,
          body,
          headers: { 'standpoint-sdk': '0.5' },
        }),
      );
      must(/no-store/.test(heard.headers.get('cache-control') ?? ''), 'an answer with a token may be cached');
      must(heard.headers.get('access-control-allow-origin') === null, 'minting answers a page');
      const { token, install_id, expires_at } = heard.data;
      const claims = claimsOf(token);
      const fields = fitsClaims(structuredClone(claims));
      must(!fields, `claims: ${fields?.map(({ path, message }) => `${path} ${message}`).join(', ')}`);
      must(claims.env === 'sandbox', `env is ${claims.env}: this kit is for the sandbox alone`);
      must(
        claims.sub === body.customer_id && claims.customer_id === body.customer_id,
        'sub is not the customer',
      );
      must(
        claims.exp - claims.iat >= 60 && claims.exp - claims.iat <= 900,
        'the life of a token is not 60 to 900 s',
      );
      must(Date.parse(expires_at) === claims.exp * 1_000, 'expires_at differs from exp');
      must(
        install_id === claims.install_id && install_id,
        'install_id of the answer and of the claims differ',
      );
      must(
        !token.includes('example.com') && !JSON.stringify(claims).includes('a@example.com'),
        'the e-mail can be read in the token',
      );
      must(
        (await publishedKeys(walker)).some(({ kid, use }) => use === 'enc' && kid === claims.enc.kid),
        'the key of the claim enc is not published',
      );
      await mustBeSigned(walker, token, TOKEN_TYPES.preflight);
    },
  },
  {
    name: 'an install id is echoed, and a malformed one replaced',
    why: 'Given §2.2.',
    async run(walker) {
      const mint = async (install_id: string) =>
        mustAnswer(
          await walker.ask(PATH, {
            token: walker.credentials.api_key,
            body: { customer_id: walker.customer(), transaction_type: 'login', install_id },
          }),
        ).data.install_id;
      must((await mint('device-7')) === 'device-7', 'a well-formed install id is not echoed');
      must((await mint('a b')) !== 'a b', 'a malformed install id is echoed');
    },
  },
  {
    name: 'generation 0.3 gets no install id',
    why: 'The claim came with 0.5 (given §9).',
    async run(walker) {
      must(
        claimsOf(await walker.mint({}, { 'standpoint-sdk': '0.3' })).install_id === undefined,
        'a 0.3 token has an install_id',
      );
      const odd = await walker.ask(PATH, {
        token: walker.credentials.api_key,
        body: { customer_id: 'x', transaction_type: 'login' },
        headers: { 'standpoint-sdk': '9.9' },
      });
      mustRefuse(odd, 'invalid_request');
    },
  },
  {
    name: 'bad bodies are refused by name',
    why: 'A misspelled field must not be silent.',
    async run(walker) {
      const token = walker.credentials.api_key;
      const post = (raw: string, headers = {}) => walker.ask(PATH, { token, raw, headers });
      const misspelled = await post('{"customer_id":"c","transaction_type":"login","instal_id":"x"}');
      mustRefuse(misspelled, 'invalid_request');
      const [field] = misspelled.data.error.fields;
      must(
        field.path === 'instal_id' && /install_id/.test(field.message),
        'the misspelled field is not named',
      );
      mustRefuse(
        await post('{"customer_id":"c","customer_id":"d","transaction_type":"login"}'),
        'invalid_json',
      );
      mustRefuse(await post('{"customer_id":'), 'invalid_json');
      mustRefuse(await post('{"customer_id":"c"}'), 'invalid_request');
      mustRefuse(await post('{}', { 'content-encoding': 'gzip' }), 'unsupported_media_type');
      mustRefuse(await post('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type');
      mustRefuse(
        await post(
          JSON.stringify({ customer_id: 'c', transaction_type: 'login', name: 'x'.repeat(300_000) }),
        ),
        'body_too_large',
      );
    },
  },
  {
    name: 'Idempotency-Key repeats the answer',
    why: 'And refuses another body under the same key.',
    async run(walker) {
      const customer_id = walker.customer();
      const post = (transaction_type: string) =>
        walker.ask(PATH, {
          token: walker.credentials.api_key,
          body: { customer_id, transaction_type },
          headers: { 'idempotency-key': `conformance-${walker.run}` },
        });
      const [first, again] = [mustAnswer(await post('login')), mustAnswer(await post('login'))];
      must(first.data.token === again.data.token, 'the same key and body give another token');
      mustRefuse(await post('deposit'), 'idempotency_mismatch');
    },
  },
];
