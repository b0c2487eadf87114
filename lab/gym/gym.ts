import { randomUUID } from 'node:crypto';
import type { PolicyDefinition } from '@standpoint/contract';
import { DEFAULT_POLICY } from '../../apps/service/src/geolocation/decision/policy.ts';
import { seeded } from '../borders/random.ts';
import { type Device, honestEvidence, newDevice } from './device.ts';
import type { Gym, Scenario } from './scenario.ts';
import type { Result } from './score.ts';
import type { GymService } from './service.ts';
import type { Outcome } from './visit.ts';
import { CITIES } from './world.ts';

const PLATFORMS: Device['platform'][] = ['ios', 'android', 'web'];

/** Runs every scenario in turn. Each run has its own person, device and random generator. */
export async function train(
  service: GymService,
  scenarios: readonly Scenario[],
  options: { share?: number; say?: (line: string) => void } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (const scenario of scenarios) {
    const gym = await gymFor(service, scenario);
    const runs = Math.max(1, Math.round(scenario.runs * (options.share ?? 1)));
    const outcomes: Outcome[] = [];
    for (let n = 0; n < runs; n++) outcomes.push(await scenario.run(gym, n));
    results.push({ scenario, outcomes });
    options.say?.(
      `${scenario.side.padEnd(12)} ${scenario.name}: ${outcomes.map((o) => o.decision).join(' ')}`,
    );
  }
  return results;
}

async function gymFor(service: GymService, scenario: Scenario): Promise<Gym> {
  const definition: PolicyDefinition = { ...DEFAULT_POLICY, ...scenario.policy, name: 'Gym' };
  const policy_id = await service.policy(definition);
  const now_ms = () => service.deps.clock.now();
  return {
    now_ms,
    policy_id,
    service,
    device(n, platform = PLATFORMS[n % PLATFORMS.length]!) {
      const random = seeded(hash(`${scenario.name}/${n}`));
      return newDevice(platform, CITIES[n % CITIES.length]!, random);
    },
    honest: (device) => honestEvidence(device, now_ms()),
    enter: ({ customer_id = `gym-${randomUUID()}`, install_id } = {}) =>
      service.visit({ customer_id, install_id, policy_id }),
  };
}

/** FNV-1a: the same scenario and run draw the same numbers on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
