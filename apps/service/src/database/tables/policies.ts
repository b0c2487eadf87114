import type {
  Environment,
  GeolocationDecision,
  PolicyDefinition,
  WorkflowDefinition,
} from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';

export type VersionStatus = 'draft' | 'published' | 'archived';

type Versioned<D> = {
  org: string;
  version: number;
  status: VersionStatus;
  name: string;
  definition: ColumnType<D, string, never>;
  created_at: Generated<Date>;
  published_at: Date | null;
};
export type WorkflowTable = Versioned<WorkflowDefinition> & { workflow_id: string };
export type PolicyTable = Versioned<PolicyDefinition> & { policy_id: string };

/** How often drafts of a policy or workflow were saved. */
export type DraftRevisionTable = { org: string; id: string; last: number };

export type PolicyDraftTable = {
  org: string;
  policy_id: string;
  revision: number;
  based_on: number | null;
  definition: ColumnType<PolicyDefinition, string, string>;
  saved_by: string;
  saved_at: Generated<Date>;
  /** As `Judged`. */
  judged: ColumnType<
    { digest: string; problems: { path: string; message: string }[]; judged_with: string },
    string,
    string
  >;
};

export type PolicyBacktestTable = {
  org: string;
  env: Environment;
  backtest_id: string;
  policy_id: string;
  /** The version that it was started for; null: for the draft. */
  of_version: number | null;
  digest: string;
  definition: ColumnType<PolicyDefinition, string, never>;
  /** Null where a time was given. */
  days: number | null;
  since: Date;
  until: Date | null;
  most: number;
  state: 'running' | 'done' | 'canceled' | 'failed' | 'interrupted';
  started_by: string;
  started_at: Generated<Date>;
  seen_at: Generated<Date>;
  ended_at: Date | null;
  /** As `BacktestTotals`. */
  totals: ColumnType<Record<string, unknown>, string, string>;
};

export type PolicyBacktestFlipTable = {
  org: string;
  env: Environment;
  backtest_id: string;
  verification_id: string;
  from_decision: GeolocationDecision;
  to_decision: GeolocationDecision;
  reasons_added: string[];
  reasons_removed: string[];
  because: string | null;
};
