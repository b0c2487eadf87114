import type { Environment } from '@standpoint/contract';
import type { Generated } from 'kysely';

/** An event on its way to one endpoint. */
export type DeliveryTable = {
  org: string;
  env: Environment;
  webhook_id: string;
  event_id: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  round: Generated<number>;
  due_at: Date;
  lease: string | null;
  lease_until: Date | null;
  ended_at: Date | null;
  last_at: Date | null;
  last_status: number | null;
  last_problem: string | null;
  last_detail: string | null;
};

/** One attempt of a delivery. */
export type DeliveryAttemptTable = {
  org: string;
  env: Environment;
  webhook_id: string;
  event_id: string;
  number: number;
  round: number;
  at: Date;
  ms: number | null;
  status: number | null;
  problem: string | null;
  detail: string | null;
  answer: string | null;
  record_id: string | null;
};
