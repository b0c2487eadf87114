import type { ReviewOutcome } from '@standpoint/contract';
import { type FormEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { ANOTHER } from '../../words.ts';
import styles from './panel.module.css';

interface ReasonProps {
  ref: Ref<HTMLSelectElement>;
  choices: Readonly<Record<ReviewOutcome, readonly string[]>>;
  chosen: { outcome: ReviewOutcome; words: string } | null;
  /** A button was pressed without a reason for it. */
  asks: ReviewOutcome | null;
  choose(reason: { outcome: ReviewOutcome; words: string } | null): void;
  submit(event: FormEvent): void;
}

const TITLES: Record<ReviewOutcome, string> = { approve: 'To approve', decline: 'To decline' };

/** Outside a field, letters are keys again. */
export const leaveOnEscape = ({ key, target }: KeyboardEvent): void => {
  if (key === 'Escape') (target as HTMLElement).blur();
};

/** What `ReasonField` holds, and what its buttons and fields do. */
function useReasonField({ chosen, asks, submit }: Pick<ReasonProps, 'chosen' | 'asks' | 'submit'>) {
  const id = useId();
  const hear = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (event.key === 'Enter' && chosen) submit(event);
    leaveOnEscape(event);
  };
  const outcomes = (asks ? [asks] : ['approve', 'decline']) as readonly ReviewOutcome[];
  return { id, hear, outcomes };
}

/** A short list of reasons per outcome. Enter decides, Escape leaves the field, so that its letters are keys again. */
export function ReasonField({ ref, choices, chosen, asks, choose, submit }: ReasonProps) {
  const { id, hear, outcomes } = useReasonField({ chosen, asks, submit });
  return (
    <span className={styles.reason}>
      <label className="unseen" htmlFor={id}>
        Reason
      </label>
      <select
        id={id}
        ref={ref}
        className={styles.select}
        value={chosen && outcomes.includes(chosen.outcome) ? `${chosen.outcome} ${chosen.words}` : ''}
        aria-invalid={asks !== null || undefined}
        aria-describedby={asks ? `${id}-asks` : undefined}
        onKeyDown={hear}
        onChange={({ currentTarget: { value } }) => {
          const [outcome, ...words] = value.split(' ');
          choose(value ? { outcome: outcome as ReviewOutcome, words: words.join(' ') } : null);
        }}
      >
        <option value="">Choose a reason</option>
        {outcomes.map((outcome) => (
          <optgroup key={outcome} label={TITLES[outcome]}>
            {[...choices[outcome], ANOTHER].map((words) => (
              <option key={words} value={`${outcome} ${words}`}>
                {words}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {asks && (
        <span id={`${id}-asks`} className={styles.asks} role="status">
          Choose why you {asks}, then Enter
        </span>
      )}
    </span>
  );
}
