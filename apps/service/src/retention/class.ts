import type { ExportKind } from '@standpoint/contract';

/** One class of what is stored: how long it is kept, who decides that, and what happens then. */
export interface RetentionClass {
  /** What it holds, in words for the person whose data it is. */
  what: string;
  /** Tables that hold it and nothing else. `verification` holds two classes. */
  tables: readonly string[];
  kept: string;
  /** Who sets the period. */
  set_by: 'workflow' | 'policy' | 'organization' | 'fixed';
  /** Days that no setting exceeds; null where there is no end by age. */
  at_most: number | null;
  /** Whether it identifies a face, so that the preset of a law caps it. */
  face?: true;
  /** What happens at the end. */
  end: string;
  why: string;
  /** Whether a legal hold keeps it. */
  held: boolean;
  /** The records of an export that bring it, or why none does. */
  exported: readonly ExportKind[] | string;
}
