import type { ReactNode } from 'react';

export interface Column<R> {
  id: string;
  /** Its head; for a column of buttons, the name that is only read aloud. */
  head: string;
  unseenHead?: boolean;
  cell(row: R): ReactNode;
  /** Numbers stand at the end. */
  end?: boolean;
  /** Width in pixels where the column must not take what is left. */
  width?: number;
  /** Left out on a phone. */
  wide?: boolean;
  /** Hidden until it is chosen. */
  extra?: boolean;
  /** Cannot be left out. */
  always?: boolean;
}

export type Density = 'default' | 'tight' | 'compact';
