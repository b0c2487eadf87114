import { generateKeyPairSync } from 'node:crypto';
// @ts-expect-error: the package carries no types
import Provider from 'oidc-provider';

/** oidc-provider's client-credentials grant: a JWT access token, EdDSA, from its in-memory adapter. */
const { privateKey } = generateKeyPairSync('ed25519');
const port = Number(process.env.BENCH_PORT);
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: {
    keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', kid: 'bench' }],
  } as never,
  clients: [
    {
      client_id: 'bench',
      client_secret: process.env.BENCH_SECRET!,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'EdDSA',
    },
  ],
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:bench',
      getResourceServerInfo: () => ({
        scope: 'verify',
        audience: 'bench',
        accessTokenTTL: 300,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'EdDSA' } },
      }),
    },
  },
} as never);
provider.listen(port, '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
