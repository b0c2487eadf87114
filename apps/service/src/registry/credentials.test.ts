import { describe, expect, it } from 'vitest';
import { basic, JAR, NATIVE, servedRegistry, TARBALL, ZIP } from '../../testing/registry/served.ts';
import { BY_CLI } from '../accounts/audit.ts';
import { endPackageToken, listPackageTokens } from '../accounts/package-tokens.ts';

const { service, org, token, bearer, get } = servedRegistry();

describe('a credential', () => {
  const PATHS = [NATIVE, JAR, ZIP];

  it('is asked for in the way that makes each client send it', async () => {
    for (const path of PATHS) {
      const answer = await get(path);
      expect([answer.status, answer.statusText]).toEqual([401, 'Package token missing']);
      const asks = answer.headers.get('www-authenticate');
      if (path === NATIVE)
        expect(asks).toMatch(/^bearer realm=.*error_description="This package needs a package token/);
      else expect(asks).toBe('Basic realm="Standpoint packages", charset="UTF-8"');
      const said = await answer.text();
      expect(said).toContain('Settings → Developer');
      expect(said).toContain('"code":"token_missing"');
    }
  });

  it('may be left out first, for each of many files, as Maven does', async () => {
    for (let i = 0; i < 60; i++) expect((await get(JAR)).status).toBe(401);
    expect((await get(JAR, { authorization: `Bearer ${token.token}` })).status).toBe(200);
  });

  it('may come as Bearer or Basic at each of the three, and is read from no address', async () => {
    for (const path of PATHS) {
      for (const authorization of [
        `Bearer ${token.token}`,
        `bearer ${token.token}`,
        basic(token.token),
        basic(token.token, ''),
      ])
        expect((await get(path, { authorization })).status, authorization).toBe(200);
      expect((await get(`${path}?token=${token.token}&_authToken=${token.token}`)).status).toBe(401);
    }
  });

  it.each([
    [
      'an API key',
      () => org.api.production,
      /^That is an API key \(sp_…\)/,
      'API key instead of a package token',
    ],
    ['a test key', () => org.api.sandbox, /^That is an API key/, 'API key instead of a package token'],
    [
      'a results key',
      () => org.results.production,
      /^That is a results key/,
      'Results key instead of a package token',
    ],
    [
      'a webhook secret',
      () => 'whsec_AAAA',
      /^That is the secret of a webhook/,
      'Webhook secret instead of a package token',
    ],
    ['a JWT', () => 'eyJh.eyJi.c2ln', /^That is a token of a check/, 'JWT instead of a package token'],
    [
      'the id of a token',
      () => token.id,
      /^That is the id of a package token/,
      'Id of a package token instead of its text',
    ],
    ['a variable', () => '${NPM_TOKEN}', /^That is the name of a variable/, 'Variable not replaced'],
    ['the start of one', () => `${token.token.slice(0, 12)}...`, /with dots/, 'Package token cut off'],
    ['half of one', () => token.token.slice(0, 20), /not complete, or not known/, 'Package token unknown'],
    [
      'one with another secret',
      () => `${token.token.slice(0, 20)}${token.token.slice(20).toLowerCase()}`,
      /not known/,
      'Package token unknown',
    ],
    ['a password', () => 'letmein', /^That is no package token/, 'Not a package token'],
  ])('that is %s is refused by name', async (_about, wrong, sentence, phrase) => {
    for (const path of PATHS)
      for (const authorization of [`Bearer ${wrong()}`, basic(wrong())]) {
        const answer = await get(path, { authorization });
        expect([answer.status, answer.statusText]).toEqual([401, phrase]);
        const { message, error, data } = (await answer.json()) as {
          message: string;
          error?: string;
          data: { error: { code: string } };
        };
        expect(message).toMatch(sentence);
        expect(message).toContain('Settings → Developer');
        if (path === NATIVE) expect(error).toBe(message);
        expect(data.error.code).toBe('token_invalid');
        expect(JSON.stringify([message, error])).not.toContain(wrong());
      }
  });

  it('that was revoked is refused at the next call of every node, by the name that only its holder hears', async () => {
    const other = await service.node();
    expect((await get(TARBALL, bearer())).status).toBe(200);
    await endPackageToken(other.database.db, BY_CLI, { org: org.org, token_id: token.id });
    await other.close();
    for (const path of PATHS) {
      const answer = await get(path, bearer());
      expect([answer.status, answer.statusText]).toEqual([401, `Package token ${token.id} was revoked`]);
      expect(((await answer.json()) as { message: string }).message).toMatch(
        /^The package token “CI” \(pkt_\w+\) was revoked on 20/,
      );
      // With the same look-up id and another secret.
      const guess = `${token.token.slice(0, 13)}${'a'.repeat(35)}`;
      expect(await (await get(path, bearer(guess))).text()).not.toContain('revoked');
    }
  });

  it.each([
    'Basic',
    'Basic !!!',
    'Basic Og==',
    'Digest x',
    'Bearer',
    'Bearer a b',
    `Bearer ${'x'.repeat(5_000)}`,
  ])('of the form %j is refused', async (authorization) => {
    for (const path of PATHS) expect((await get(path, { authorization })).status).toBe(401);
  });

  it('for packages opens no endpoint', async () => {
    const body = { customer_id: 'c', transaction_type: 'deposit' };
    const answer = await service.call({ path: '/geolocation/preflight', token: token.token, body });
    expect([answer.status, answer.data.error.code]).toEqual([401, 'api_key_invalid']);
  });

  it('is noted with each kind of tool, and with a write once a minute alone', async () => {
    const agents = [
      'npm/11.0.0 node/v24',
      'pnpm/10.1.0 npm/? node/v24',
      'Apache-Maven/3.8.7 (Java 17)',
      'curl/8.5.0',
      'x',
    ];
    for (const agent of agents) await get(TARBALL, { ...bearer(), 'user-agent': agent });
    const [used] = await listPackageTokens(service.database.db, org.org);
    expect(used!.tools.map(({ tool }) => tool).sort()).toEqual(['Maven', 'curl', 'npm', 'other', 'pnpm']);
    for (const agent of agents) await get(TARBALL, { ...bearer(), 'user-agent': agent });
    expect((await listPackageTokens(service.database.db, org.org))[0]).toEqual(used);
  });
});
