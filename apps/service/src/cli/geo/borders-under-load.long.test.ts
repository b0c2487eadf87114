import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { browserEvidence, readingAt, seal } from '../../../testing/browser-payload.ts';
import { country, packFolder } from '../../../testing/geodata/border-pack.ts';
import { testService } from '../../../testing/hooks.ts';
import { runStandpoint } from '../../../testing/standpoint-process.ts';
import { draft, publish } from '../../accounts/versions.ts';
import { refreshGeography } from '../../geolocation/geodata/geography.ts';

// In `npm test`: `borders.test.ts`.

const scratch = mkdtempSync(join(tmpdir(), 'standpoint-load-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const service = testService({ listen: 'ports', unlimited: true });

interface Answer {
  token: string;
  verification_id: string;
  decision: string;
  reasons: { code: string }[];
}

/** Three kilometres from the Rhine, which the compiled line follows to four. */
const VADUZ = [47.141, 9.5209] as const;

it('decides by a pack, and without it again, in two nodes while requests run and none fails', {
  timeout: 300_000,
}, async () => {
  const org = await service.organization();
  const policy = { name: 'Liechtenstein', rule: { allow: ['LI'] } };
  const made = (await draft(service.database.db, 'policy', org.org, policy))!;
  await publish(service.database.db, 'policy', org.org, made.id);
  const post = async (path: string, token: string, body: unknown) => {
    const response = await fetch(`${service.config.base_url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      data: ((await response.json()) as { data: Answer }).data,
    };
  };
  const verified = async () => {
    const asked = { customer_id: `c-${Math.random()}`, transaction_type: 'deposit' };
    const { data } = await post('/geolocation/preflight', org.api.production, asked);
    const clock = { time_zone: 'Europe/Vaduz', utc_offset_min: 60 };
    const evidence = browserEvidence(readingAt(...VADUZ, Date.now()));
    Object.assign(evidence.clock!, clock);
    return post('/geolocation/verify', data.token, { payload: await seal(data.token, evidence) });
  };
  const refresh = async (deps = service.deps) => refreshGeography(deps);
  const codes = async () => {
    const { data } = await verified();
    return { decision: data.decision, codes: data.reasons.map(({ code }) => code) };
  };

  // Before the load, and the commands in processes of their own: a start or a compilation in this process would hold
  // up its requests until the fence is too old.
  const other = await service.node();
  let running = true;
  const statuses: number[] = [];
  const load = Promise.all(
    [1, 2, 3].map(async () => {
      while (running && statuses.length < 5_000) {
        statuses.push((await verified()).status);
        await pause(100);
      }
    }),
  );
  const update = (...args: string[]) =>
    runStandpoint(['geo', 'update', ...args, '--json'], service.variables);
  const before = await codes();
  const done = await update('--borders', packFolder(scratch, [country('LI')]));
  expect(JSON.parse(done.stdout || '{}').outcome, done.stderr).toBe('updated');
  for (const { deps } of [service, other]) await refresh(deps);
  const swapped = await codes();
  expect(other.deps.places.versions).toEqual(service.deps.places.versions);
  const broken = await update('--borders', packFolder(scratch, '{"type":"FeatureCollection","features":['));
  expect(broken.code).toBe(1);
  await refresh();
  expect(await codes()).toEqual(swapped);
  const { data } = await verified();
  const read = await service.call({
    path: `/geolocation/verifications/${data.verification_id}`,
    token: org.results.production,
  });
  expect(read.data.data_versions.own_borders).toBe(service.deps.places.versions.own_borders);
  expect(JSON.parse((await update('--rollback')).stdout).snapshot).toBe('bundled');
  for (const { deps } of [service, other]) await refresh(deps);
  const back = await codes();
  expect(other.deps.places.versions).not.toHaveProperty('own_borders');
  running = false;
  await load;
  await other.close();

  expect(before.codes).toEqual(['border_uncertain']);
  expect(swapped).toEqual({ decision: 'pass', codes: [] });
  expect(back).toEqual(before);
  expect(statuses.length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
