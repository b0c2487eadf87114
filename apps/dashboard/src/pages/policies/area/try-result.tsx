import { Button, TextInput } from '@mantine/core';
import { placeWords } from '@standpoint/contract/words/values';
import { useState } from 'react';
import { Refused } from '../../../api/refused.ts';
import { Note } from '../../../parts/note.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { DECISIONS, reasonWords } from '../../../texts/location.ts';
import { Numeric } from '../editor/numeric.tsx';
import { problemWords } from '../editor/problem-words.ts';
import type { Tried } from '../queries.ts';
import { degreesWords, metresWords } from '../shapes/geometry.ts';
import styles from './map-pane.module.css';
import type { Trial, Try } from './use-trial.ts';

interface ResultProps {
  question: Try;
  result: Trial['tried'];
  change(question: Try): void;
  close(): void;
}

/** Beside the place that is tried: the decision, and why. */
export function TryResult({ question, result: { data, error }, change, close }: ResultProps) {
  const { at, accuracy_m, network } = question;
  const [typed, setTyped] = useState(network);
  return (
    <section className={styles.result} aria-label="The place that is tried">
      <div aria-live="polite">
        {error && <Note tone="fail">{wordsOf(error)}</Note>}
        {data && !error && <Answer data={data} />}
      </div>
      <p className="quiet small num">
        {degreesWords(at[1])}, {degreesWords(at[0])}
      </p>
      <Numeric
        label="Accuracy, 95 %"
        unit="m"
        value={accuracy_m}
        least={1}
        most={100_000}
        change={(next) => next !== undefined && change({ ...question, accuracy_m: next })}
      />
      <TextInput
        label="Address of its network"
        placeholder="none"
        value={typed}
        maxLength={45}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => change({ ...question, network: typed.trim() })}
        onKeyDown={(event) => event.key === 'Enter' && change({ ...question, network: typed.trim() })}
      />
      <Button size="xs" onClick={close}>
        Close
      </Button>
    </section>
  );
}

const wordsOf = (error: Error) =>
  error instanceof Refused && error.fields.length > 0
    ? error.fields.map((field) => problemWords({ ...field })).join(' ')
    : error.message;

function Answer({ data }: { data: Tried }) {
  const { decision, reason_codes, p_inside, signed_distance_m } = data;
  const border =
    signed_distance_m === null
      ? ''
      : ` ${metresWords(Math.round(Math.abs(signed_distance_m)))} ` +
        `${signed_distance_m >= 0 ? 'inside' : 'outside'} the nearest border of the rule.`;
  return (
    <>
      <p>
        <Outcome tone={DECISIONS[decision].tone} badge>
          {DECISIONS[decision].word}
        </Outcome>{' '}
        <span className="soft">{placeWords(data) || 'no known country'}</span>
      </p>
      <p className="small">
        {reason_codes.length > 0 ? reason_codes.map(reasonWords).join('. ') : 'Nothing against it'}.
        {p_inside !== null && ` Probability of being inside: ${p_inside.toFixed(2)}.`}
        {border}
      </p>
    </>
  );
}
