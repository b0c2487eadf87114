import { Button } from '@mantine/core';
import type { explained, Verification } from '@standpoint/contract';
import { Fragment, useState } from 'react';
import { GROUPS } from '../../checks/groups.ts';
import { counted, type Question, questionsOf } from '../../checks/questions.ts';
import { Block } from '../../parts/block.tsx';
import { Row } from './check-row.tsx';
import styles from './checks.module.css';

interface ChecksProps {
  record: Verification;
  explanation: explained.VerificationExplanation;
}

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">
        <span className="unseen">Outcome</span>
      </th>
      <th scope="col">Question</th>
      <th scope="col">Found</th>
      <th scope="col">Limit</th>
      <th scope="col">If not</th>
    </tr>
  </thead>
);

/** The check that decided first and open; what was found next; and all others by group, one line each. */
export function Checks({ record, explanation }: ChecksProps) {
  const [all, setAll] = useState(false);
  const questions = questionsOf(record, explanation.checks, explanation.decided_by);
  if (questions.length === 0) return null;
  const loud = questions.filter(({ main }) => main.outcome === 'fail' || main.outcome === 'uncertain');
  const decided = questions.find(({ main }) => main.code === explanation.decided_by);
  const first = [...(decided ? [decided] : []), ...loud.filter((each) => each !== decided)];
  const rest = questions.filter((each) => !first.includes(each));
  const shown = all ? rest : rest.filter(({ main }) => main.outcome !== 'skipped');
  const skipped = rest.length - rest.filter(({ main }) => main.outcome !== 'skipped').length;
  return (
    <Block title="Checks" aside={<span dir="auto">{counted(record.checks)}</span>}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Checks">
        <table className={styles.checks}>
          <Heads />
          <tbody>
            {first.map((question) => (
              <Row
                key={question.question}
                question={question}
                border={explanation.border}
                open={question === decided}
                hot
              />
            ))}
            <Groups questions={shown} border={explanation.border} />
          </tbody>
        </table>
      </section>
      {skipped > 0 && (
        <div>
          <Button size="xs" variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Hide what was skipped' : `Show ${skipped} that could not be asked`}
          </Button>
        </div>
      )}
    </Block>
  );
}

function Groups({
  questions,
  border,
}: {
  questions: readonly Question[];
  border: ChecksProps['explanation']['border'];
}) {
  const groups = Map.groupBy(questions, ({ group }) => group);
  return [...groups].map(([group, members]) => (
    <Fragment key={group}>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={5}>
          {GROUPS[group] ?? group}
          <span className={styles.count} dir="auto">
            {counted(members.flatMap(({ answers }) => answers))}
          </span>
        </th>
      </tr>
      {members.map((question) => (
        <Row key={question.question} question={question} border={border} />
      ))}
    </Fragment>
  ));
}
