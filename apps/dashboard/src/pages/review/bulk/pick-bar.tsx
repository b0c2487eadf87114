import { Button } from '@mantine/core';
import type { ReviewOutcome } from '@standpoint/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import styles from '../page.module.css';
import type { Row } from '../queries.ts';

const load = () => import('./dialog.tsx');
const BulkDialog = lazy(async () => ({ default: (await load()).BulkDialog }));

const MOST = 50;
const inList = (): boolean => Boolean(document.activeElement?.closest('[data-case-row]'));

interface PickBarProps {
  place: Place;
  rows: readonly Row[];
  clear(): void;
  back(ids: readonly string[]): void;
}

/** What `PickBar` holds, and what its buttons and fields do. */
function usePickBar({ rows, clear }: Pick<PickBarProps, 'rows' | 'clear'>) {
  const [outcome, setOutcome] = useState<ReviewOutcome | null>(null);
  // It comes while the person still selects.
  useEffect(() => void load(), []);
  const many = rows.length > MOST;
  const may = () => !many && rows.length > 0;
  useKeys('Selected cases', [
    {
      keys: ['Shift+a'],
      words: 'Approve all that are selected',
      when: may,
      run: () => setOutcome('approve'),
    },
    {
      keys: ['Shift+d'],
      words: 'Decline all that are selected',
      when: may,
      run: () => setOutcome('decline'),
    },
    { keys: ['Escape'], words: 'Clear the selection', when: inList, run: clear },
  ]);
  return { outcome, setOutcome, many };
}

/** Below the list while cases are selected. */
export function PickBar({ place, rows, clear, back }: PickBarProps) {
  const { outcome, setOutcome, many } = usePickBar({ rows, clear });
  return (
    <section className={styles.pickBar} aria-label="Selected cases">
      <b className="num">{rows.length} selected</b>
      <Button size="xs" disabled={many} onClick={() => setOutcome('approve')} rightSection={<kbd>⇧A</kbd>}>
        Approve all
      </Button>
      <Button size="xs" disabled={many} onClick={() => setOutcome('decline')} rightSection={<kbd>⇧D</kbd>}>
        Decline all
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear
      </Button>
      {many && <span className="small">At most {MOST} at once.</span>}
      <Suspense fallback={null}>
        {outcome && (
          <BulkDialog
            place={place}
            rows={rows}
            outcome={outcome}
            close={() => setOutcome(null)}
            done={() => {
              setOutcome(null);
              clear();
            }}
            back={back}
          />
        )}
      </Suspense>
    </section>
  );
}
