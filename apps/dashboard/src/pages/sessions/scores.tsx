import type { FaceSession, frames } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import { FaceGauge } from '../../checks/face-gauge.tsx';
import { FACE_QUESTIONS } from '../../checks/face-texts.ts';
import { faceFound } from '../../checks/face-words.ts';
import { rateWords } from '../../checks/rates.ts';
import { Block } from '../../parts/block.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { FACE_CHECK_OUTCOMES, FACE_CHECKS } from '../../texts/face.ts';
import styles from './scores.module.css';

interface ScoresProps {
  checks: FaceSession['checks'];
  /** The attempt that was decided. */
  attempt: frames.ExplainedAttempt | undefined;
}

const RANK: Record<string, number> = { fail: 0, suspected: 1, unavailable: 2, pass: 3, skipped: 4 };

interface ScoreProps extends Pick<ScoresProps, 'attempt'> {
  name: string;
  check: ScoresProps['checks'][string];
}

function Score({ name, check, attempt }: ScoreProps) {
  const { tone, word } = FACE_CHECK_OUTCOMES[check.outcome] ?? {
    tone: 'quiet',
    word: codeWords(check.outcome),
  };
  const loud = tone === 'fail' || tone === 'review';
  return (
    <li
      className={styles.score}
      data-hot={loud || undefined}
      data-loud={loud ? tone : undefined}
      data-check={name}
    >
      <div>
        <b>{FACE_CHECKS[name] ?? codeWords(name)}</b>
        <p className="small quiet">{FACE_QUESTIONS[name]}</p>
        <Outcome tone={tone}>{word}</Outcome>
      </div>
      <div className={styles.bar}>
        <FaceGauge name={name} check={check} attempt={attempt} />
        <p className="small">{faceFound(name, check)}</p>
      </div>
      <p className={styles.meaning}>
        {check.outcome === 'skipped' ? '' : rateWords(name, attempt)}
        {check.model && <span className={styles.model}> {check.model}</span>}
      </p>
    </li>
  );
}

/** Every check of the capture: what decided first, each score between its limits, and what a limit means. */
export function Scores({ checks, attempt }: ScoresProps) {
  const order = Object.keys(FACE_QUESTIONS);
  const rows = Object.entries(checks).sort(
    ([a, one], [b, two]) =>
      (RANK[one.outcome] ?? 2) - (RANK[two.outcome] ?? 2) || order.indexOf(a) - order.indexOf(b),
  );
  if (rows.length === 0) return null;
  return (
    <Block
      title="Checks"
      aside={
        <span className={styles.legend}>
          <span data-zone="bad">declines</span>
          <span data-zone="mid">a person looks</span>
          <span data-zone="good">approves</span>
        </span>
      }
    >
      <ul>
        {rows.map(([name, check]) => (
          <Score key={name} name={name} check={check} attempt={attempt} />
        ))}
      </ul>
    </Block>
  );
}
