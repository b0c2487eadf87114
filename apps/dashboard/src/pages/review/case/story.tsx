import { Note } from '../../../parts/note.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Case } from '../queries.ts';
import { DONE } from '../words.ts';
import styles from './case.module.css';

const Answers = ({ answers }: Pick<Case, 'answers'>) => (
  <ol className={styles.answers}>
    {answers.map((answer) => (
      <li key={answer.at}>
        <b>{answer.reviewer}</b> {DONE[answer.outcome].toLowerCase()} it <Time at={answer.at} />:{' '}
        {answer.reason}
        {answer.note && <span className="soft"> “{answer.note}”</span>}
      </li>
    ))}
  </ol>
);

const FirstAnswer = ({ mine, name, at }: { mine: boolean; name: string; at: string }) => (
  <Note tone="info" icon="people">
    {mine ? 'You gave' : `${name} gave`} the first of two answers <Time at={at} />.{' '}
    {mine
      ? 'Another person gives the second.'
      : 'Theirs is shown after the second, so that each looks for themselves.'}
  </Note>
);

/** What people did with the case so far: answers, an escalation, a decision that was not taken. */
export function CaseStory({ found: { review, answers, escalation } }: { found: Case }) {
  const { held, problem, escalated, first } = review;
  return (
    <div className={styles.story}>
      {problem && (
        <Note tone="fail">
          The last decision was not taken: {problem.replace(/\.$/, '')}. The case waits again.
        </Note>
      )}
      {held && (
        <Note tone="info" icon="clock">
          {held.mine ? 'You' : (held.by?.name ?? 'A colleague')} {DONE[held.outcome].toLowerCase()} this a
          moment ago. It becomes final <Time at={held.until} />
          {held.mine && (
            <>
              ; <kbd>U</kbd> takes it back
            </>
          )}
          .
        </Note>
      )}
      {escalated && (
        <Note tone="review" icon="people">
          {escalated.by?.name ?? 'A colleague'} left this to an owner or admin <Time at={escalated.at} />
          {escalation && `: ${escalation.reason}`}
          {escalation?.note && `. “${escalation.note}”`}
        </Note>
      )}
      {first && answers.length === 1 && (
        <FirstAnswer mine={first.mine} name={first.name} at={answers[0]!.at} />
      )}
      {review.outcome !== null && answers.length > 0 && <Answers answers={answers} />}
    </div>
  );
}
