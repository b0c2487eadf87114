import { useState } from 'react';
import type { Column } from '../table/column.ts';

/** Which columns are shown, by id. */
export type Visible = Readonly<Record<string, boolean>>;

const keyOf = (list: string): string => `standpoint.columns.${list}`;

/** What was chosen on this device, over what the list shows by itself. Columns that are gone are forgotten. */
export function visibleOf(columns: readonly Column<never>[], stored: string | null): Visible {
  let chosen: Record<string, unknown> = {};
  try {
    const read = JSON.parse(stored ?? '{}');
    if (typeof read === 'object' && read !== null) chosen = read;
  } catch {
    // As if nothing had been chosen.
  }
  return Object.fromEntries(
    columns.map(({ id, extra, always }) => {
      const own = chosen[id];
      return [id, always ? true : typeof own === 'boolean' ? own : !extra];
    }),
  );
}

export function useVisibleColumns(list: string, columns: readonly Column<never>[]) {
  const [visible, setVisible] = useState(() =>
    visibleOf(
      columns,
      safely(() => localStorage.getItem(keyOf(list))),
    ),
  );
  const change = (next: Visible) => {
    setVisible(next);
    safely(() => localStorage.setItem(keyOf(list), JSON.stringify(next)));
  };
  return [visible, change] as const;
}

/** A browser without storage shows every list as it is by itself. */
function safely<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
