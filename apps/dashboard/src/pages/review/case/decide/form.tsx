import { Button } from '@mantine/core';
import type { ReviewOutcome } from '@standpoint/contract';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { keepDraft, useDraft } from '../../drafts.ts';
import type { Row } from '../../queries.ts';
import { ANOTHER, BUTTONS, CHOICES, layoutOf } from '../../words.ts';
import styles from './panel.module.css';
import { leaveOnEscape, ReasonField } from './reason-field.tsx';

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

interface FormWanted {
  row: Row;
  /** Nothing can be decided now. */
  off: boolean;
  decide(outcome: ReviewOutcome, reason: string, note: string): Promise<void>;
}

/** What is chosen and written, and what a press of a button does. */
export function useDecideForm({ row, off, decide }: FormWanted) {
  const draft = useDraft(row.review_id);
  const [armed, setArmed] = useState<ReviewOutcome | null>(null);
  const reason = useRef<HTMLSelectElement>(null);
  const note = useRef<HTMLInputElement>(null);
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
  const asks = armed && draft.reason?.outcome !== armed ? armed : null;
  return { draft, reason, note, asks, press, submit };
}

interface FormProps extends Pick<FormWanted, 'row' | 'off'> {
  form: ReturnType<typeof useDecideForm>;
  mayEscalate: boolean;
  escalate(): void;
}

/** Reason, note and the two buttons. The first press without a reason asks for one. */
export function DecideForm({ row, off, form, mayEscalate, escalate }: FormProps) {
  const { draft, reason, note, asks, press, submit } = form;
  const layout = layoutOf(row);
  return (
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
      <Buttons layout={layout} off={off} mayEscalate={mayEscalate} press={press} escalate={escalate} />
    </form>
  );
}
