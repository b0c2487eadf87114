import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What the next sign-in says of its person; a test changes it. */
export interface Said {
  claims: Record<string, unknown>;
  /** Signs with a key that is not published. */
  forged?: boolean;
  /** Refuses at the door, as when the person presses "cancel". */
  error?: string;
  /** Never answers with a token. */
  hangs?: boolean;
}

/**
 * A small identity provider (OpenID Connect with PKCE): it believes every visitor. Its `authorize` answers as a
 * browser would be sent back.
 */
export interface IdentityProvider {
  issuer: string;
  says: Said;
  env: Record<string, string>;
  close(): Promise<void>;
}

interface Granted {
  challenge: string;
  redirect_uri: string;
  says: Said;
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const piece of request) text += piece;
  return new URLSearchParams(text);
};

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

export async function identityProvider(): Promise<IdentityProvider> {
  const [keys, strangers] = [newKey(), newKey()];
  const codes = new Map<string, Granted>();
  const provider = { says: { claims: {} } as Said };
  let issuer = '';
  const idToken = ({ claims, forged }: Said) => {
    const now = Math.floor(Date.now() / 1_000);
    const standard = { iss: issuer, aud: 'dashboard', iat: now, exp: now + 300, ...claims };
    const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(standard)}`;
    const key = (forged ? strangers : keys).privateKey;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  };
  const authorize = (query: URLSearchParams): string => {
    const back = new URL(query.get('redirect_uri')!);
    back.searchParams.set('state', query.get('state')!);
    if (provider.says.error) back.searchParams.set('error', provider.says.error);
    else {
      const code = `code-${codes.size + 1}`;
      const challenge = query.get('code_challenge') ?? '';
      codes.set(code, { challenge, redirect_uri: query.get('redirect_uri')!, says: { ...provider.says } });
      back.searchParams.set('code', code);
    }
    return back.href;
  };
  const token = (body: URLSearchParams): object => {
    const granted = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const proof = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!granted || granted.challenge !== proof || granted.redirect_uri !== body.get('redirect_uri'))
      return { error: 'invalid_grant' };
    return { token_type: 'Bearer', access_token: 'opaque', expires_in: 300, id_token: idToken(granted.says) };
  };
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    const json = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/.well-known/openid-configuration')
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
      });
    if (pathname === '/keys')
      return json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
    if (pathname === '/authorize')
      return response.writeHead(302, { location: authorize(searchParams) }).end();
    if (pathname === '/token') {
      const answer = token(await bodyOf(request));
      if (provider.says.hangs) return;
      return json(answer, 'error' in answer ? 400 : 200);
    }
    return json({}, 404);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    issuer,
    env: {
      STANDPOINT_OIDC_ISSUER: issuer,
      STANDPOINT_OIDC_CLIENT_ID: 'dashboard',
      STANDPOINT_OIDC_CLIENT_SECRET: 'a secret of the tests',
      STANDPOINT_OIDC_NAME: 'Harbour ID',
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
