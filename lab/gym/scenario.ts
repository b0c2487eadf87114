import type { Evidence, PolicyDefinition } from '@standpoint/contract';
import type { Device } from './device.ts';
import type { GymService } from './service.ts';
import type { Outcome, Visit } from './visit.ts';

export interface Scenario {
  name: string;
  /** What the attacker does, in one sentence. */
  what: string;
  /** `payload`: sealed and posted as a client would. `browser`: a real Chromium does it. */
  level: 'payload' | 'browser';
  /** `honest` runs must pass; `undetectable` ones are published, and count nowhere. */
  side: 'attack' | 'honest' | 'undetectable';
  runs: number;
  /** Which policy judges; the built-in default when absent. */
  policy?: Partial<PolicyDefinition>;
  run(gym: Gym, n: number): Promise<Outcome>;
}

/** What a scenario can do: it has only what an integrator, a client or an attacker has. */
export interface Gym {
  /** An honest device of the n-th run: the platforms and cities take turns. */
  device(n: number, platform?: Device['platform']): Device;
  honest(device: Device): Evidence;
  now_ms(): number;
  /** The service itself, for what a browser needs: its address, and its record of a verification. */
  service: GymService;
  policy_id: string;
  /** A person with a token; the policy is the scenario's. */
  enter(options?: { customer_id?: string; install_id?: string }): Promise<Visit>;
}
