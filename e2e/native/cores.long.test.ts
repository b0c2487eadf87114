import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drive } from '../../apps/service/src/cli/conformance/drive.ts';
import { openMockServer } from '../../apps/service/src/cli/conformance/mock-server.ts';
import { APP } from '../../apps/service/src/cli/conformance/scenarios.ts';
import { freePorts } from '../../apps/service/testing/ports.ts';
import {
  openTestService,
  type TestOrganization,
  type TestService,
} from '../../apps/service/testing/service.ts';
import { kotlinCore } from '../../packages/native/build/kotlin.ts';
import { type Core, run } from '../../packages/native/build/toolchain.ts';
import type { Driver, Told } from '../../packages/native/conformance/driver.ts';
import { processDriver } from '../../packages/native/conformance/process-driver.ts';
import { runVectors } from '../../packages/native/conformance/vectors.ts';
import { type Lossy, lossy } from './lossy.ts';
import { swiftCore } from './swift.ts';

// In `npm test`: `../../packages/native/vectors.test.ts`.

/** The cores for apps, compiled here and run against the vectors and a service. */
const cores = [await kotlinCore(), await swiftCore()];
for (const core of cores) if ('skipped' in core) console.log(core.skipped);
const present = cores.filter((core): core is Core => 'driver' in core);

let service: TestService;
let organization: TestOrganization;
let proxy: Lossy;
let base: string;
let sandbox: string;

beforeAll(async () => {
  const [front, port, other] = (await freePorts(3)) as [number, number, number];
  base = `http://localhost:${front}`;
  sandbox = `http://localhost:${other}`;
  service = await openTestService({
    listen: 'ports',
    unlimited: true,
    env: {
      STANDPOINT_PORT: `${port}`,
      STANDPOINT_SANDBOX_PORT: `${other}`,
      STANDPOINT_BASE_URL: base,
      STANDPOINT_SANDBOX_BASE_URL: sandbox,
    },
  });
  organization = await service.organization();
  proxy = await lossy(front, port);
});
afterAll(async () => {
  await proxy?.close();
  await service?.close();
});

type Line = Record<string, unknown>;
type Generation = '0.3' | '0.5';

async function minted(generation: Generation = '0.5', key = organization.api.production): Promise<string> {
  const host = key === organization.api.sandbox && generation === '0.3' ? sandbox : base;
  const answer = await fetch(`${host}/geolocation/preflight`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'standpoint-sdk': generation,
    },
    body: JSON.stringify({ customer_id: 'customer-1', transaction_type: 'login' }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

/** The paths that the client calls while something happens. */
async function called(act: () => Promise<unknown>): Promise<string[]> {
  proxy.paths.length = 0;
  await act();
  return [...proxy.paths];
}

const verifications = (): Promise<number> =>
  service.database.db
    .selectFrom('verification')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));

test('a core whose compiler is missing is skipped by name', () => {
  for (const core of cores) if ('skipped' in core) expect(core.skipped).toMatch(/^skipped: no (JDK|swiftc)/);
});

describe.each(present)('the $name core', ({ name, driver: command, cases }) => {
  const drivers: Driver[] = [];
  const driven = (): Driver => {
    const driver = processDriver(command, name);
    drivers.push(driver);
    return driver;
  };
  let driver: Driver;
  const ask = (line: Line, of = driver) => of.call(line as never) as Promise<Told>;
  beforeAll(() => {
    driver = driven();
  });
  afterAll(async () => {
    for (const each of drivers) await each.close?.();
  });

  test('passes its own cases', async () => {
    const { code, said } = await run(cases);
    expect(said).not.toContain('FAILED');
    expect(code, said).toBe(0);
    expect(said.match(/^ok /gm)!.length).toBeGreaterThan(15);
  });

  test('passes every vector that is a client’s, and fails a mutated one', async () => {
    const report = await runVectors(driver);
    expect(report.failed).toEqual([]);
    expect(Object.keys(report.families).sort()).toEqual([
      'attestation',
      'bridge',
      'erasure-receipt',
      'errors',
      'evidence',
      'face-url',
      'install-id',
      'preflight-claims',
      'result-token',
      'retry',
      'sealing',
      'short-code',
    ]);
    console.log(`${name}: ${report.passed} vectors`, report.families);
    for (const mutate of [1, 60, 120, 180, 240]) {
      const { failed, passed } = await runVectors(driver, { mutate });
      expect([failed.length, passed]).toEqual([1, report.passed - 1]);
    }
  });

  test('passes every step of the mock server', async () => {
    const mock = await openMockServer({ scenarios: APP, port: 0 });
    await drive(mock, driver);
    await mock.close();
    expect(mock.report().steps.filter(({ passed }) => !passed)).toEqual([]);
    expect(mock.report().passed).toBe(true);
  });

  test.each(['0.5', '0.3'] as const)('verifies with the service, generation %s', async (generation) => {
    const line = { do: 'verify', base_url: base, generation, environment: 'production' };
    const token = await minted(generation);
    const before = await verifications();
    const told = await ask({ ...line, token });
    expect(told).toMatchObject({ verification_id: expect.stringMatching(/^ver_/) });
    expect(['pass', 'review', 'retry', 'fail']).toContain(told.decision);
    expect(await verifications()).toBe(before + 1);

    const refused = generation === '0.5' ? 'token_already_used' : 'attestation_failed';
    const paths = await called(async () => expect(await ask({ ...line, token })).toEqual({ error: refused }));
    expect(paths).toEqual([]);
    // Another process has not seen the token: the service refuses it.
    expect(await ask({ ...line, token }, driven())).toEqual({ error: refused });
    expect(await verifications()).toBe(before + 1);
  });

  test('gets the stored answer when a reply is lost, and decides once', async () => {
    const before = await verifications();
    const token = await minted();
    const paths = await called(async () => {
      proxy.lose(2);
      const told = await ask({ do: 'verify', base_url: base, token });
      expect(told.verification_id).toMatch(/^ver_/);
    });
    expect(paths).toEqual(Array(3).fill('/geolocation/verify'));
    expect(await verifications()).toBe(before + 1);
  });

  test('gives up after three lost replies, and does not send the token again', async () => {
    const token = await minted();
    proxy.lose(3);
    expect(await ask({ do: 'verify', base_url: base, token })).toEqual({ error: 'network' });
    expect(await ask({ do: 'verify', base_url: base, token })).toEqual({ error: 'token_already_used' });
  });

  test('gets a decision when the person denies the position', async () => {
    const told = await ask({ do: 'verify', base_url: base, token: await minted(), permission: 'denied' });
    expect(told.error).toBeUndefined();
    expect(told.decision).not.toBe('pass');
    expect((told.reasons as { code: string }[]).map(({ code }) => code)).toContain('permission_denied');
  });

  test('collects what the backend evaluates, sealed with a token and plain without', async () => {
    const token = await minted();
    const collected = [
      await ask({ do: 'collect', base_url: base, token }),
      await ask({ do: 'collect', base_url: base, token }),
    ];
    const paths = await called(async () => collected.push(await ask({ do: 'collect', base_url: base })));
    expect(paths).toEqual([]);
    expect(collected.map(({ has_public_ip }) => has_public_ip)).toEqual([true, true, false]);
    expect(new Set(collected.map(({ payload }) => payload)).size).toBe(3);
    for (const { payload } of collected.slice(1)) {
      const { status, data, code } = await service.call({
        path: '/geolocation/evaluate',
        token: organization.results.production,
        body: { payload, customer_id: 'customer-1', transaction_type: 'login' },
      });
      expect([status, code, data.decision]).toEqual([200, undefined, expect.any(String)]);
    }
    // collect() spends nothing.
    expect(await ask({ do: 'verify', base_url: base, token })).not.toHaveProperty('error');
  });

  test('sends nothing when the token is of another kind, another host or a secret', async () => {
    const wrong: [Line, string][] = [
      [{ token: organization.api.production }, 'token_invalid'],
      [{ token: organization.results.production }, 'token_invalid'],
      [{ token: await minted('0.3', organization.api.sandbox) }, 'base_url_mismatch'],
      [{ token: await minted('0.3'), generation: '0.3', environment: 'sandbox' }, 'environment_mismatch'],
      [{ token: 'x' }, 'token_invalid'],
      [{ token: '' }, 'token_missing'],
    ];
    const paths = await called(async () => {
      for (const [line, error] of wrong)
        expect(await ask({ do: 'verify', base_url: base, ...line })).toEqual({ error });
    });
    expect(paths).toEqual([]);
  });

  test('verifies with a sandbox token on the sandbox address, generation 0.3', async () => {
    const token = await minted('0.3', organization.api.sandbox);
    const line = { do: 'verify', base_url: sandbox, token, generation: '0.3', environment: 'sandbox' };
    expect(await ask(line)).toMatchObject({ verification_id: expect.stringMatching(/^ver_/) });
  });
});
