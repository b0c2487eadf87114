import { CAPS, LIMITS, type LimitKey, type LimitOverrides, OPERATOR_LIMITS } from '@standpoint/contract';
import { describe, expect, it } from 'vitest';
import { BY_CLI } from '../src/accounts/audit.ts';
import { changeSettings } from '../src/accounts/organizations.ts';
import { makePackageToken } from '../src/accounts/package-tokens.ts';
import { Gcra } from '../src/calls/gcra.ts';
import { limitOf, limitProblems } from '../src/calls/limits.ts';
import { takeForStranger } from '../src/calls/take.ts';
import { registry } from '../src/registry/serve.ts';
import { handedOff, person, publishWorkflow, redeem } from '../testing/face/face.ts';
import { testService } from '../testing/hooks.ts';
import { type TestAnswer, type TestOrganization, UNLIMITED } from '../testing/service.ts';

/** Every rate is a setting, and 0 switches it off. The others are off, so that only the one is seen. */

const service = testService({ unlimited: true, plugins: () => [registry] });
let org: TestOrganization;
let made = 0;
const address = () => `94.${++made >> 8}.${made & 255}.1`;

const preflight = (env: 'production' | 'sandbox' = 'sandbox') =>
  service.call({
    path: '/geolocation/preflight',
    token: org.api[env],
    body: { customer_id: `c-${++made}`, transaction_type: 'deposit' },
  });
const verify = async (env: 'production' | 'sandbox') => {
  const { token } = (await preflight(env)).data;
  const ip = address();
  return () => service.call({ path: '/geolocation/verify', token, body: {}, ip });
};

/** Makes a call that counts against the limit and against no other bucket than that of its earlier calls. */
const CALLS: Record<
  Exclude<LimitKey, 'demo' | 'demo_address' | 'dashboard' | 'sign_in'>,
  () => Promise<() => Promise<TestAnswer>>
> = {
  preflight: async () => () => preflight(),
  portal: async () => {
    const body = { workflow_id: org.workflow_id, customer: { customer_id: 'c' } };
    return () => service.call({ path: '/facecheck/session/portal', token: org.api.sandbox, body });
  },
  verify_customer: () => verify('production'),
  verify_address: () => verify('sandbox'),
  async collect_address() {
    const { token } = (await preflight()).data;
    const ip = address();
    return () => service.call({ method: 'POST', path: '/geolocation/collect', token, ip });
  },
  results: async () => () =>
    service.call({ path: '/geolocation/verifications?limit=1', token: org.results.sandbox }),
  async face_token() {
    const { open } = await person(service, org);
    return () => open();
  },
  async short_code_write() {
    const { shortCode } = await person(service, org);
    return () => shortCode();
  },
  async optical_code() {
    const { desktop } = await optical();
    return () => desktop.opticalCode();
  },
  async optical_sighting() {
    const { phone } = await optical();
    return () => phone.saw('00000000');
  },
  async session_status() {
    const { status } = await person(service, org);
    // The first poll brings news, and is not counted.
    await status();
    return () => status();
  },
  async short_code_miss() {
    const ip = address();
    return () => redeem(service, '0'.repeat(16), {}, ip);
  },
  async public_address() {
    const ip = address();
    return () => service.call({ path: '/healthz', ip });
  },
  async package_token() {
    const { token } = await makePackageToken(service.database.db, BY_CLI, { org: org.org, name: 'CI' });
    return () => service.call({ path: '/npm/-/whoami', token });
  },
  async failed_credential() {
    const ip = address();
    return () => service.call({ path: '/geolocation/verify', token: 'x', body: {}, ip });
  },
};

async function optical() {
  const workflow_id = await publishWorkflow(service, org.org, { handoff: { optical: true } });
  return handedOff(service, org, { workflow_id });
}

const apply = async (name: LimitKey, limits: LimitOverrides) => {
  if (OPERATOR_LIMITS.includes(name)) service.deps.address_limits = { ...UNLIMITED, ...limits };
  else await changeSettings(service.database.db, org.org, { limits: { ...UNLIMITED, ...limits } });
  service.deps.organizations.clear();
  service.deps.api_keys.clear();
};

describe('a rate', () => {
  it.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    '%s refuses as it is set, and is off at 0',
    async (name) => {
      org = await service.organization();
      service.deps.address_limits = UNLIMITED;
      const call = await CALLS[name]();
      const after = async (limits: LimitOverrides) => {
        await apply(name, limits);
        return [(await call()).status, (await call()).status, (await call()).status].map((s) => s === 429);
      };
      expect(await after({ [name]: { rate: 0.001, burst: 1 } })).toEqual([false, true, true]);
      expect(await after({ [name]: 0 })).toEqual([false, false, false]);
      expect(await after({ [name]: { rate: 0, burst: 0 } })).toEqual([false, false, false]);
    },
  );

  it.each(['demo', 'demo_address'] as const)('%s refuses as it is set, and is off at 0', (name) => {
    const taken = (limits: LimitOverrides) => {
      const world = { limiter: new Gcra(), address_limits: limits };
      const take = () => takeForStranger(world, name, 'all');
      take();
      return take;
    };
    expect(taken({ [name]: { rate: 0.001, burst: 1 } })).toThrow();
    expect(taken({ [name]: 0 })).not.toThrow();
  });
});

describe('a limits file', () => {
  it('of an organization takes every limit but those of addresses; the operator’s takes all', () => {
    const all = Object.fromEntries([...Object.keys(LIMITS), ...Object.keys(CAPS)].map((name) => [name, 0]));
    expect(limitProblems(all)).toEqual([]);
    const refused = limitProblems(all, 'organization').map((problem) => problem.split(' ')[0]);
    expect(refused.toSorted()).toEqual(OPERATOR_LIMITS.toSorted());
  });

  it('asks what was meant by a name that is nearly one, and lists the names otherwise', () => {
    expect(limitProblems({ verify_costumer: 1 })[0]).toContain('did you mean verify_customer?');
    expect(limitProblems({ frame_byte: 1 })[0]).toContain('did you mean frame_bytes?');
    expect(limitProblems({ nothing_like_it: 1 })[0]).toMatch(/the limits are preflight, .*frame_pixels/);
    expect(limitProblems(JSON.parse('{"__proto__": 1, "toString": 1, "constructor": 0}'))).toHaveLength(3);
  });

  it.each([
    [-1, false],
    [1.5, false],
    ['1', false],
    [null, false],
    [{ rate: 1, burst: 1 }, false],
    [3_000_001, false],
    [3_000_000, true],
    [1, true],
  ])('has sizes that are whole numbers up to the hard maximum: %j', (value, fits) => {
    const problems = limitProblems({ frame_bytes: value }, 'organization');
    expect(problems).toEqual(fits ? [] : [expect.stringContaining('from 0 to 3000000')]);
  });

  it('with a burst of its own keeps it, and a plain number bursts to twice its rate', () => {
    expect(limitOf('preflight', { preflight: { rate: 2, burst: 9 } })).toEqual({ rate: 2, burst: 9 });
    expect(limitOf('preflight', { preflight: 2 })).toEqual({ rate: 2, burst: 4 });
    expect(limitOf('preflight', undefined, { preflight: 3 })).toEqual({ rate: 3, burst: 6 });
  });
});
