import type { ColumnType, Generated } from 'kysely';

/** One row per applied file of `migrations/`. */
export type SchemaMigrationTable = {
  number: number;
  name: string;
  sha256: string;
  applied_at: Generated<Date>;
};

/** Exactly one row: the life of the database that tokens are bound to (see `epoch.ts`). */
export type FenceTable = {
  id: ColumnType<true, never, never>;
  epoch: Generated<string>;
  system_identifier: string;
  timeline: string;
  started: Date;
  strict: boolean;
};

/** Made-up people of a sandbox: how far they are, or what came of them. */
export type SandboxFillingTable = {
  org: string;
  run_id: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  started_by: string;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
  ended_at: Date | null;
  step: string | null;
  done: Generated<number>;
  total: Generated<number>;
  made: ColumnType<Record<string, number> | null, string | null, string | null>;
};
