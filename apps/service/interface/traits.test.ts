import { ENDPOINTS, type Endpoint, type ErrorCode } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../testing/counts.ts';
import { ROUTES } from '../src/app.ts';
import { browserEvidence, seal } from '../testing/browser-payload.ts';
import { type CallOptions, inject } from '../testing/call.ts';
import { MovableClock, person } from '../testing/face/face.ts';
import { testOrganization, testService } from '../testing/hooks.ts';

/** Everything special about an endpoint is a trait of its value in the contract. */

describe('a trait', () => {
  const can = (code: ErrorCode) => (endpoint: Endpoint) => endpoint.errors.includes(code);
  const asks = (name: string) => (endpoint: Endpoint) =>
    name in ((endpoint.query as { properties?: object } | undefined)?.properties ?? {});
  const namesOf = (belongs: (endpoint: Endpoint) => boolean) =>
    ENDPOINTS.filter((endpoint) => belongs(endpoint as Endpoint)).map(({ name }) => name);

  it.each<[string, (endpoint: Endpoint) => boolean, (endpoint: Endpoint) => boolean]>([
    ['idempotency_key', ({ idempotency_key }) => !!idempotency_key, can('idempotency_mismatch')],
    ['client_only', ({ client_only }) => !!client_only, can('client_required')],
    ['long_poll', ({ long_poll }) => !!long_poll, asks('since')],
    ['limit_by', ({ limit_by }) => limit_by === 'address', ({ limit }) => /_address$/.test(limit)],
  ])('%s agrees with the errors, the query and the limit of its endpoints', (_, has, shows) => {
    expect(namesOf(has)).not.toEqual([]);
    expect(namesOf(has)).toEqual(namesOf(shows));
  });
});

describe('without its trait', () => {
  const clock = new MovableClock();
  const service = testService({ replace: clock.replacement });
  const org = testOrganization(service);

  /** Calls the service as it is, and the same service in which one endpoint lacks a trait. */
  async function withAndWithout(name: string, trait: keyof Endpoint) {
    const routes = ROUTES.map((route) =>
      route.endpoint.name === name
        ? { ...route, endpoint: { ...route.endpoint, [trait]: undefined } }
        : route,
    );
    const other = await service.serve(routes);
    return [service.call, (options: CallOptions) => inject(other, service.config, options)] as const;
  }

  const preflight = (headers: Record<string, string> = {}): CallOptions => ({
    path: '/geolocation/preflight',
    token: org.api.sandbox,
    headers,
    body: { customer_id: 'someone', transaction_type: 'deposit' },
  });

  it('mutation control: a link preview spends a short code', async () => {
    const [call, unguarded] = await withAndWithout('redeemShortCode', 'client_only');
    const { code } = (await (await person(service, org)).shortCode()).data;
    const preview = {
      path: `/facecheck/short-code?code=${code}`,
      headers: { 'user-agent': 'WhatsApp/2.23' },
    };
    expect((await call(preview)).code).toBe('client_required');
    expect((await unguarded(preview)).status).toBe(200);
  });

  it('mutation control: a repeated call mints a second token', async () => {
    const [call, unguarded] = await withAndWithout('preflight', 'idempotency_key');
    const repeated = preflight({ 'idempotency-key': 'once' });
    const { token } = (await call(repeated)).data;
    expect((await call(repeated)).data.token).toBe(token);
    expect((await unguarded(repeated)).data.token).not.toBe(token);
  });

  it.runIf(LONG)(
    'mutation control: an address with many tokens makes as many calls as it likes',
    async () => {
      const [call, unguarded] = await withAndWithout('verify', 'limit_by');
      const tokens = await Promise.all(
        Array.from({ length: 3 }, async () => (await call(preflight())).data.token as string),
      );
      const flood = async (by: typeof call, ip: string) => {
        const codes = new Set<string | undefined>();
        for (let i = 0; i < 300; i++)
          codes.add(
            (await by({ path: '/geolocation/verify', token: tokens[i % 3], ip, body: { payload: 'x' } }))
              .code,
          );
        return codes.has('rate_limited');
      };
      expect(await flood(call, '93.184.216.1')).toBe(true);
      expect(await flood(unguarded, '93.184.216.2')).toBe(false);
    },
  );

  it('mutation control: a lost answer cannot be given again when the token has expired meanwhile', async () => {
    const [call, unguarded] = await withAndWithout('verify', 'retry_grace_s');
    const { token } = (await call(preflight())).data;
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    clock.pass(exp - iat - 10);
    const evidence = browserEvidence({}, clock.now());
    const body = { payload: await seal(token, evidence) };
    const first = await call({ path: '/geolocation/verify', token, body });
    expect(first.status).toBe(200);
    clock.pass(60);
    const again = {
      path: '/geolocation/verify',
      token,
      body,
      headers: { 'standpoint-retry': evidence.attempt_id },
    };
    expect((await call(again)).data).toEqual(first.data);
    expect((await unguarded(again)).code).toBe('token_expired');
  });
});
