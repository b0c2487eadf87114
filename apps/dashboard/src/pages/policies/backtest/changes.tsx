import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import type { ListedFlip } from '../queries.ts';
import { FlipDialog } from './flip-dialog.tsx';
import { Flips } from './flips.tsx';
import styles from './panel.module.css';
import { BacktestSummary } from './panel.tsx';
import type { LiveBacktest } from './use-backtest.ts';
import type { useFlips } from './use-flips.ts';

interface ChangesProps {
  place: Place;
  id: string;
  live: LiveBacktest;
  /** Why there is no back-test now. */
  blocked: string | null;
  edits: boolean;
  flips: ReturnType<typeof useFlips>;
}

/** What the draft would change: how many decisions, and which. */
export function Changes({ place, id, live, blocked, edits, flips }: ChangesProps) {
  const [opened, setOpened] = useState<ListedFlip | null>(null);
  const { test } = live;
  return (
    <div className={styles.panel}>
      <BacktestSummary place={place} live={live} blocked={blocked} edits={edits} />
      {test && <Flips place={place} id={id} test={test} {...flips} open={setOpened} />}
      {opened && test && (
        <FlipDialog
          place={place}
          id={id}
          backtest_id={test.backtest_id}
          flip={opened}
          close={() => setOpened(null)}
        />
      )}
    </div>
  );
}
