import { Button } from '@mantine/core';
import type { ReviewOutcome } from '@standpoint/contract';
import { type FormEvent, lazy, type RefObject, Suspense, useId, useRef, useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { Note } from '../../../parts/note.tsx';
import { keepDraft, useDraft } from '../drafts.ts';
import { ANOTHER, BUTTONS, CHOICES, layoutOf } from '../words.ts';
import styles from './panel.module.css';
import { leaveOnEscape, ReasonField } from './reason-field.tsx';
import { type Circumstances, whyNot } from './why-not.ts';

const EscalateDialog = lazy(async () => ({ default: (await import('./escalate.tsx')).EscalateDialog }));

interface PanelProps extends Circumstances {
  place: Place;
  busy: boolean;
  error: Error | null;
  decide(outcome: ReviewOutcome, reason: string, note: string): Promise<void>;
  next(): boolean;
}

const Buttons = ({
  layout,
  off,
  mayEscalate,
  press,
  escalate,
}: {
  layout: ReturnType<typeof layoutOf>;
  off: boolean;
  mayEscalate: boolean;
  press(outcome: ReviewOutcome): void;
  escalate(): void;
}) => (
  <span className={styles.buttons}>
    <Button disabled={!mayEscalate} onClick={escalate} rightSection={<kbd>E</kbd>}>
      Escalate
    </Button>
    <Button disabled={off} onClick={() => press('decline')} rightSection={<kbd>D</kbd>}>
      {BUTTONS[layout].decline}
    </Button>
    <Button variant="filled" disabled={off} onClick={() => press('approve')} rightSection={<kbd>A</kbd>}>
      {BUTTONS[layout].approve}
    </Button>
  </span>
);

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

const NoteField = ({
  ref,
  draft,
  change,
}: {
  ref: RefObject<HTMLInputElement | null>;
  draft: ReturnType<typeof useDraft>;
  change(note: string): void;
}) => {
  const id = useId();
  return (
    <>
      <label className="unseen" htmlFor={id}>
        Note for the record
      </label>
      <input
        id={id}
        ref={ref}
        className={styles.note}
        value={draft.note}
        maxLength={2_000}
        placeholder={draft.reason?.words === ANOTHER ? 'Say which reason' : 'Note for the record (optional)'}
        onKeyDown={leaveOnEscape}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </>
  );
};

/** Reason, note and the two buttons. The first press without a reason asks for one. */
export function DecidePanel(props: PanelProps) {
  const { place, row, busy, error, decide, next, offline } = props;
  const layout = layoutOf(row);
  const draft = useDraft(row.review_id);
  const [armed, setArmed] = useState<ReviewOutcome | null>(null);
  const [escalating, setEscalating] = useState(false);
  const reason = useRef<HTMLSelectElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const not = whyNot(props);
  const off = not !== null || busy;
  const press = (outcome: ReviewOutcome) => {
    if (off) return;
    if (draft.reason?.outcome !== outcome) {
      setArmed(outcome);
      reason.current?.focus();
    } else if (draft.reason.words === ANOTHER && !draft.note.trim()) {
      setArmed(outcome);
      note.current?.focus();
    } else void decide(outcome, draft.reason.words, draft.note);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const outcome = draft.reason?.outcome ?? armed;
    if (outcome) press(outcome);
  };
  const canEscalate = !off && !row.escalated;
  useKeys('This case', [
    { keys: ['a'], words: BUTTONS[layout].approve, when: () => !off, run: () => press('approve') },
    { keys: ['d'], words: BUTTONS[layout].decline, when: () => !off, run: () => press('decline') },
    { keys: ['e'], words: 'Escalate to a manager', when: () => canEscalate, run: () => setEscalating(true) },
  ]);
  const asks = armed && draft.reason?.outcome !== armed ? armed : null;
  return (
    <section className={styles.panel} aria-label="Decide">
      {error && <Failed error={error} next={next} />}
      {not !== null && !error && (
        <Note tone={offline ? 'review' : 'plain'} icon="lock">
          {not}
        </Note>
      )}
      <form
        className={styles.form}
        onSubmit={submit}
        data-note={draft.reason !== null || draft.note !== '' || undefined}
      >
        <ReasonField
          ref={reason}
          choices={CHOICES[layout]}
          chosen={draft.reason}
          asks={asks}
          choose={(chosen) => keepDraft(row.review_id, { ...draft, reason: chosen })}
          submit={submit}
        />
        <NoteField
          ref={note}
          draft={draft}
          change={(text) => keepDraft(row.review_id, { ...draft, note: text })}
        />
        <Buttons
          layout={layout}
          off={off}
          mayEscalate={canEscalate}
          press={press}
          escalate={() => setEscalating(true)}
        />
      </form>
      {row.four_eyes && not === null && <FourEyes row={row} />}
      <Suspense fallback={null}>
        {escalating && (
          <EscalateDialog place={place} row={row} close={() => setEscalating(false)} next={next} />
        )}
      </Suspense>
    </section>
  );
}
