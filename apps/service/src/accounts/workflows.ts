import type { WorkflowDefinition } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { remembered } from './remembered.ts';
import { findVersion, newestVersion, type Version } from './versions.ts';

export type Workflow = Version<WorkflowDefinition>;

export interface Workflows {
  /**
   * The published version; `inactive` when the workflow has only drafts or archived versions; null when it
   * does not exist.
   */
  published(org: string, id: string): Promise<Workflow | 'inactive' | null>;
  /** The version that a portal token pinned. */
  pinned(org: string, id: string, version: number): Promise<Workflow | null>;
  clear(): void;
}

export function openWorkflows(db: Kysely<Schema>): Workflows {
  const published = remembered(async (key) => {
    const [org, id] = key.split('|') as [string, string];
    return (
      (await findVersion<WorkflowDefinition>(db, 'workflow', org, id)) ??
      ((await newestVersion(db, 'workflow', org, id)) ? ('inactive' as const) : null)
    );
  });
  const pinned = remembered((key) => {
    const [org, id, version] = key.split('|') as [string, string, string];
    return findVersion<WorkflowDefinition>(db, 'workflow', org, id, Number(version));
  });
  return {
    published: (org, id) => published.get(`${org}|${id.replaceAll('|', '')}`),
    pinned: (org, id, version) => pinned.get(`${org}|${id}|${version}`),
    clear() {
      published.clear();
      pinned.clear();
    },
  };
}
