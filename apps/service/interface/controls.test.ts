import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { evaluate, verify } from '@standpoint/contract';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { route } from '../src/route.ts';
import { mintToken } from '../testing/attacks.ts';
import { browserEvidence, claimsOf, seal } from '../testing/browser-payload.ts';
import { forgeries, resigned } from '../testing/forge.ts';
import { sharedService, testOrganization } from '../testing/hooks.ts';
import { mutant, mutantInside } from '../testing/mutant.ts';

/**
 * Proves that each defence is needed: the defence is switched off in a copy of its module, and the attack
 * must then succeed.
 */

type Changes = [from: string, to: string][];

const service = sharedService();
const org = testOrganization(service);

describe('without a defence of the token check', () => {
  const HEADER =
    "if (typeof header !== 'object' || header === null || Object.keys(header).sort().join() !== " +
    "'alg,kid,typ')\n    return null;";
  const SCHEMA =
    "if (!validator(kind).Check(claims)) refuse('token_invalid', 'claims do not fit the schema');";
  const ENVIRONMENT =
    "if (claims.env !== found.env) refuse('token_invalid', 'environment differs from the key’s');";
  const ISSUER = "if (!context.issuers.includes(claims.iss)) refuse('token_invalid', 'issuer');";
  const AUDIENCE =
    "if (claims.aud !== audience(header.kind, claims.env, claims.org)) refuse('token_invalid', 'audience');";
  const EXPIRY = "if (claims.exp <= context.now / 1000) refuse('token_expired', 'exp', { of: claims });";
  const EPOCH =
    "if (KINDS[header.kind].fenced && claims.epoch !== (await context.epoch()))\n    refuse('token_expired', " +
    "'epoch_fenced', { of: claims });";
  const SIGNATURE =
    "await compactVerify(token, await publicKey(found.key), { algorithms: ['EdDSA'] }).catch((cause) " +
    "=>\n    refuse('token_invalid', 'signature', { cause }),\n  );";
  const controls: [defence: string, changes: Changes, forgery: string][] = [
    ['the exact header', [[HEADER, '']], 'our signature, with cty'],
    ['the signature', [[SIGNATURE, '']], 'another Ed25519 key under our kid'],
    [
      'strict JSON',
      [['claims = parseJson(payload)', 'claims = JSON.parse(payload.toString())']],
      'our signature, claims twice',
    ],
    ['the schema of the claims', [[SCHEMA, '']], 'our signature, an unknown claim'],
    [
      'the environment of the key',
      [[ENVIRONMENT, '']],
      'our signature, the other environment and its audience',
    ],
    ['the issuer', [[ISSUER, '']], 'our signature, another issuer'],
    ['the audience', [[AUDIENCE, '']], 'our signature, another audience'],
    ['the expiry', [[EXPIRY, '']], 'expired'],
    ['the epoch', [[EPOCH, '']], 'another epoch'],
  ];
  const alone: Record<string, object> = { expired: { exp: 1 }, 'another epoch': { epoch: randomUUID() } };

  it.each(controls)('accepts a forgery without %s', async (_, changes, name) => {
    type Door = typeof import('../src/tokens/check.ts');
    const token = await mintToken(service, org);
    const changed = alone[name];
    const forged = changed
      ? resigned(service, token, changed as Record<string, unknown>)
      : forgeries(service, token)[name]!;
    const { check, checkContext } = await import('../src/tokens/check.ts');
    const context = checkContext(service.deps);
    await expect(check(context, forged, ['preflight'])).rejects.toThrow();
    const open = await mutant<Door>('tokens/check.ts', ...changes);
    await expect(open.check(context, forged, ['preflight'])).resolves.toBeDefined();
  });
});

describe('without a defence of verify()', () => {
  /** The service with a changed copy of verify(). */
  async function withVerify(...changes: Changes): Promise<FastifyInstance> {
    const outer = 'geolocation/verify/verify.ts';
    const holds = (file: string) =>
      readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8').includes(changes[0]![0]);
    const inner = ['geolocation/verify/sent-evidence.ts', 'geolocation/verify/spent-answer.ts'].find(holds);
    type Verify = typeof import('../src/geolocation/verify/verify.ts');
    const { verifyHandler } = inner
      ? await mutantInside<Verify>(outer, inner, ...changes)
      : await mutant<Verify>(outer, ...changes);
    return service.serve([route(verify, verifyHandler)]);
  }
  const call = async (
    app: FastifyInstance,
    token: string,
    payload: string,
    headers: Record<string, string> = {},
  ) =>
    (
      await app.inject({
        method: 'POST',
        url: verify.path,
        headers: { authorization: `Bearer ${token}`, ...headers },
        payload: { payload },
      })
    ).statusCode;
  const age = (token: string) =>
    service.database.owner.query(
      `UPDATE spent_token SET spent_at = spent_at - interval '121 s' WHERE jti = $1`,
      [claimsOf(token).jti],
    );

  const repeats: [defence: string, change: Changes[0], attack: (app: FastifyInstance) => Promise<number>][] =
    [
      [
        'the payload of a retransmission',
        ['row.payload_sha256?.equals(attempt.payload_sha256)', 'true'],
        async (app) => {
          const token = await mintToken(service, org);
          const [first, second] = [browserEvidence(), browserEvidence()];
          await call(app, token, await seal(token, first));
          return call(app, token, await seal(token, second), { 'standpoint-retry': second.attempt_id });
        },
      ],
      [
        'the attempt of a retransmission',
        ["call.header('standpoint-retry') === attempt.attempt_id", 'true'],
        async (app) => {
          const token = await mintToken(service, org);
          const payload = await seal(token, browserEvidence());
          await call(app, token, payload);
          return call(app, token, payload);
        },
      ],
      [
        'the time of a retransmission',
        ['row.age_s! <= REPLAY_S', 'true'],
        async (app) => {
          const token = await mintToken(service, org);
          const evidence = browserEvidence();
          const payload = await seal(token, evidence);
          await call(app, token, payload);
          await age(token);
          return call(app, token, payload, { 'standpoint-retry': evidence.attempt_id });
        },
      ],
      [
        'the binding of a payload to its token',
        ['mustBelong(opened, claims, verify.path);', ''],
        async (app) => {
          const [token, other] = [await mintToken(service, org), await mintToken(service, org)];
          return call(app, token, await seal(other, browserEvidence()));
        },
      ],
      [
        'the page that a payload was sealed on',
        ['claims.origins && header?.sp_origin !== undefined && !claims.origins', 'false && !claims.origins!'],
        async (app) => {
          const { data } = await service.call({
            path: '/geolocation/preflight',
            token: org.api.production,
            body: { customer_id: 'c', transaction_type: 'x', origins: ['https://shop.example'] },
          });
          // The thief of a token seals on a page of its own and sends the payload from no page at all.
          return call(
            app,
            data.token,
            await seal(data.token, browserEvidence(), { origin: 'https://evil.example' }),
          );
        },
      ],
      [
        'the sandbox’s right to plain evidence',
        ["if (env !== 'sandbox')", 'if (false)'],
        async (app) => {
          const headers = { authorization: `Bearer ${await mintToken(service, org)}` };
          return (
            await app.inject({
              method: 'POST',
              url: verify.path,
              headers,
              payload: { evidence: browserEvidence() },
            })
          ).statusCode;
        },
      ],
    ];

  it.each(repeats)('lets the attack succeed without %s', async (_, change, attack) => {
    expect(await attack(service.app)).not.toBe(200);
    const app = await withVerify(change);
    expect(await attack(app)).toBe(200);
    await app.close();
  });
});

describe('without another defence', () => {
  it('believes another customer’s IP stamp without the check of its owner', async () => {
    const stampOf = async () => {
      const token = await mintToken(service, org);
      return (await service.call({ method: 'POST', path: '/geolocation/collect', token })).data.ip_stamp;
    };
    const attack = async (app: FastifyInstance) => {
      const evidence = browserEvidence({ purpose: 'collect', ip_stamp: await stampOf() });
      const payload = `plain.${Buffer.from(JSON.stringify(evidence)).toString('base64url')}`;
      return (
        await app.inject({
          method: 'POST',
          url: evaluate.path,
          headers: { authorization: `Bearer ${org.results.production}` },
          payload: { customer_id: 'another', transaction_type: 'x', payload },
        })
      ).statusCode;
    };
    expect(await attack(service.app)).toBe(422);
    const { evaluateHandler } = await mutant<typeof import('../src/geolocation/verify/evaluate.ts')>(
      'geolocation/verify/evaluate.ts',
      ['!isStampOf(claims, { sub: body.customer_id, org: caller.org, env: caller.env })', 'false'],
    );
    const app = await service.serve([route(evaluate, evaluateHandler)]);
    expect(await attack(app)).toBe(200);
    await app.close();
  });

  it('takes the last of two equal keys without the scan for duplicate keys', async () => {
    const { parseJson } = await mutant<typeof import('../src/json.ts')>('json.ts', [
      "if (scope.has(key) || key === '__proto__') return key;",
      '',
    ]);
    expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it('looks a mistyped key up in the database without the checksum', async () => {
    const { parseKey } = await mutant<typeof import('../src/accounts/api-keys.ts')>('accounts/api-keys.ts', [
      'if (checksum(lookup + secret) !== sum) return null;',
      '',
    ]);
    expect(parseKey(`${org.api.production.slice(0, -1)}~`)).toBeNull();
    expect(parseKey(org.api.production.replace(/.{6}$/, '000000'))).not.toBeNull();
  });

  it('passes a test customer in production without the check of the environment', async () => {
    const { outcomeFor } = await mutant<typeof import('../src/geolocation/decision/sandbox-outcomes.ts')>(
      'geolocation/decision/sandbox-outcomes.ts',
      ["env === 'sandbox'", 'env'],
    );
    expect(outcomeFor('production', 'test_pass')).not.toBeNull();
  });
});
