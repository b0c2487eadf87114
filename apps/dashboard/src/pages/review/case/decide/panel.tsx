import { Button } from '@mantine/core';
import type { ReviewOutcome } from '@standpoint/contract';
import { lazy, Suspense, useState } from 'react';
import type { Place } from '../../../../app/place.ts';
import { useKeys } from '../../../../keyboard/use-keys.ts';
import { Note } from '../../../../parts/note.tsx';
import { BUTTONS, layoutOf } from '../../words.ts';
import { DecideForm, useDecideForm } from './form.tsx';
import styles from './panel.module.css';
import { type Circumstances, whyNot } from './why-not.ts';

const EscalateDialog = lazy(async () => ({ default: (await import('./escalate.tsx')).EscalateDialog }));

interface PanelProps extends Circumstances {
  place: Place;
  busy: boolean;
  error: Error | null;
  decide(outcome: ReviewOutcome, reason: string, note: string): Promise<void>;
  next(): boolean;
}

const Failed = ({ error, next }: { error: Error; next: PanelProps['next'] }) => (
  <Note
    tone="fail"
    live
    action={
      <Button size="xs" onClick={() => next()}>
        Next case
      </Button>
    }
  >
    {error.message}
  </Note>
);

const FourEyes = ({ row }: Pick<PanelProps, 'row'>) => (
  <p className={styles.hint}>
    {row.state === 'awaiting_second'
      ? 'Yours is the second answer. If the two differ, it is declined.'
      : 'Four eyes: a second person decides after you.'}
  </p>
);

/** Where a case is decided; to a person who cannot decide it, it says why. */
export function DecidePanel(props: PanelProps) {
  const { place, row, busy, error, decide, next, offline } = props;
  const layout = layoutOf(row);
  const [escalating, setEscalating] = useState(false);
  const not = whyNot(props);
  const off = not !== null || busy;
  const canEscalate = !off && !row.escalated;
  const form = useDecideForm({ row, off, decide });
  const { press } = form;
  const escalate = () => setEscalating(true);
  useKeys('This case', [
    { keys: ['a'], words: BUTTONS[layout].approve, when: () => !off, run: () => press('approve') },
    { keys: ['d'], words: BUTTONS[layout].decline, when: () => !off, run: () => press('decline') },
    { keys: ['e'], words: 'Escalate to a manager', when: () => canEscalate, run: escalate },
  ]);
  return (
    <section className={styles.panel} aria-label="Decide" data-screen-only>
      {error && <Failed error={error} next={next} />}
      {not !== null && !error && (
        <Note tone={offline ? 'review' : 'plain'} icon="lock">
          {not}
        </Note>
      )}
      <DecideForm row={row} off={off} form={form} mayEscalate={canEscalate} escalate={escalate} />
      {row.four_eyes && not === null && <FourEyes row={row} />}
      <Suspense fallback={null}>
        {escalating && (
          <EscalateDialog place={place} row={row} close={() => setEscalating(false)} next={next} />
        )}
      </Suspense>
    </section>
  );
}
