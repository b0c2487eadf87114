import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import type { Device } from './device.ts';
import type { GymService } from './service.ts';
import type { Outcome, Visit } from './visit.ts';

export interface Scenario {
  name: string;
  /** The attacker's action, in one sentence. */
  what: string;
  /** `payload`: sealed and posted as a client would. `browser`: sent by a real Chromium. */
  level: 'payload' | 'browser';
  /** `honest` runs must pass. `undetectable` ones are published and count in no total. */
  side: 'attack' | 'honest' | 'undetectable';
  runs: number;
  /** The policy that decides. The built-in default when absent. */
  policy?: Partial<PolicyDefinition>;
  run(gym: Gym, n: number): Promise<Outcome>;
}

/** The abilities of a scenario. They are those of an integrator, a client or an attacker. */
export interface Gym {
  /** An honest device for the n-th run. Platforms and cities take turns. */
  device(n: number, platform?: Device['platform']): Device;
  honest(device: Device): Evidence;
  now_ms(): number;
  /** The service itself for browser scenarios: its address, and its record of a verification. */
  service: GymService;
  policy_id: string;
  /** A person with a token under the scenario's policy. */
  enter(options?: { customer_id?: string; install_id?: string }): Promise<Visit>;
}
