import type { WorkflowDefinition } from '@standpoint/contract';
import type { ColumnType, Generated } from 'kysely';

/** What people work on; see the migration. */
export type WorkflowDraftTable = {
  org: string;
  workflow_id: string;
  revision: Generated<number>;
  definition: ColumnType<WorkflowDefinition, string, string>;
  edited_by: string;
  edited_at: Date;
};
