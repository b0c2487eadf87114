import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { madeBy } from './keys/key-state.ts';

/** When a key or a token was made, and by whom. */
export const MADE: Column<{ created_at: string; created_by: string | null }> = {
  id: 'made',
  head: 'Made',
  wide: true,
  cell: ({ created_at, created_by }) => (
    <span className="soft">
      <Time at={created_at} /> {madeBy(created_by)}
    </span>
  ),
};
