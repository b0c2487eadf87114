import type { ProofOrganization } from '../proof/organization.ts';
import type { Harness } from '../proof/processes.ts';
import type { Load } from './processes.ts';

/** One line of the table. */
export interface Row {
  what: string;
  figure: string;
  bar?: string;
  met?: boolean;
}

/** The processes and settings that every measurement uses. */
export interface Bench {
  load: Load;
  /** Base address of the service. */
  service: string;
  harness: Harness;
  organization: ProofOrganization;
  /** Free ports for peers. */
  ports: number[];
  rounds: number;
  seconds: number;
  /** verify() calls in a round. Each one needs its own token and payload. */
  amount: number;
  warm_ups: number;
  say(line: string): void;
  rows(...rows: Row[]): void;
}

export const CONNECTIONS = 32;
export const BARS = { preflight: 0.7, p99_ms: 15, verify: 0.5, oidc: 2 };
