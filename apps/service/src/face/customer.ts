import type { Environment } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps } from '../deps.ts';

export interface TimelineRow {
  session_id: string;
  created_at: Date;
  status: string;
  decision: string | null;
  workflow_id: string;
}

export async function customerTimeline(_db: Kysely<Schema>, _org: string, _env: Environment, _customer_id: string, _until: Date, _limit: number): Promise<TimelineRow[]> {
  return [];
}

export async function eraseCustomerFaces(_trx: Kysely<Schema>, _deps: Deps, _org: string, _env: Environment, _customer_id: string): Promise<{ sessions: number; frames: number }> {
  return { sessions: 0, frames: 0 };
}
