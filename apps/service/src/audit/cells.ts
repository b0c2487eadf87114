import { AUDIT_COLUMNS, type AuditEntry } from '@standpoint/contract';
import type { Cell } from '../lists/csv.ts';

/** What stands in each column of an export. */
export const AUDIT_CELLS: Record<string, (entry: AuditEntry) => Cell> = Object.fromEntries(
  AUDIT_COLUMNS.map((column) => [
    column,
    (entry: AuditEntry): Cell => (column === 'detail' ? JSON.stringify(entry.detail) : entry[column]),
  ]),
);
