import type { explained } from '@standpoint/contract';
import { metres, share } from '@standpoint/contract/words/numbers';
import { useId, useState } from 'react';
import type { Explained } from '../../checks/finding.ts';
import { Gauge } from '../../checks/gauge.tsx';
import type { Question } from '../../checks/questions.ts';
import { actionWords, foundWords, limitWords } from '../../checks/words.ts';
import { Facts } from '../../parts/facts.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { CHECK_OUTCOMES, reasonWords } from '../../texts/location.ts';
import { inputLines } from './answer.ts';
import styles from './checks.module.css';

type Border = explained.VerificationExplanation['border'];

interface RowProps {
  question: Question;
  border: Border;
  /** Open from the start: it decided. */
  open?: boolean;
  /** On a tinted ground. */
  hot?: boolean;
}

const ICONS: Record<Explained['outcome'], IconName> = {
  pass: 'check',
  fail: 'cross',
  uncertain: 'half',
  skipped: 'dash',
};

const Opener = ({
  words,
  open,
  more,
  toggle,
}: {
  words: string;
  open: boolean;
  more: string;
  toggle(): void;
}) => (
  <th scope="row">
    <button
      type="button"
      className={styles.opener}
      aria-expanded={open}
      aria-controls={more}
      onClick={toggle}
    >
      {words.replaceAll("'", '’')}
    </button>
  </th>
);

export function Row({ question, border, open: first = false, hot = false }: RowProps) {
  const [open, setOpen] = useState(first);
  const more = useId();
  const { main } = question;
  const { tone, word } = CHECK_OUTCOMES[main.outcome]!;
  return (
    <>
      <tr
        className={styles.row}
        data-hot={hot || undefined}
        data-tone={hot ? tone : undefined}
        data-check={main.code}
      >
        <td className={styles.shape} data-tone={tone}>
          <Icon name={ICONS[main.outcome]} />
          <span className="unseen">{word}</span>
        </td>
        <Opener words={question.question} open={open} more={more} toggle={() => setOpen(!open)} />
        <td className={styles.found}>{foundWords(main)}</td>
        <td className={styles.soft}>{limitWords(main)}</td>
        <td className={styles.soft}>{actionWords(main)}</td>
      </tr>
      <tr
        className={styles.row}
        data-hot={hot || undefined}
        data-tone={hot ? tone : undefined}
        hidden={!open}
        id={more}
      >
        <td colSpan={5} className={styles.more}>
          {open && <Work question={question} border={border} />}
        </td>
      </tr>
    </>
  );
}

const OF_BORDER = 'Does the device stand where the policy allows it?';

/** How the answer was found: every code of the question with what it compared. */
function Work({ question, border }: { question: Question; border: Border }) {
  const others = question.answers.filter((answer) => answer !== question.main);
  const skipped = others.filter(({ outcome }) => outcome === 'skipped');
  return (
    <div className={styles.work}>
      {question.question === OF_BORDER && border && <BorderWork border={border} />}
      <Answer answer={question.main} />
      {others
        .filter(({ outcome }) => outcome !== 'skipped')
        .map((answer) => (
          <Answer key={answer.code} answer={answer} />
        ))}
      {skipped.length > 0 && (
        <p className="quiet small">
          Not asked any more: {skipped.map(({ code }) => reasonWords(code).toLowerCase()).join('; ')}.
        </p>
      )}
    </div>
  );
}

function BorderWork({ border }: { border: NonNullable<Border> }) {
  const { distance_m, buffer_m, boundary_error_m, p_inside, inside_from, outside_to, picture } = border;
  const side = distance_m !== null && distance_m >= 0 ? 'inside' : 'outside';
  return (
    <div className={styles.border}>
      <Facts
        rows={[
          ['Distance to the border', distance_m === null ? 'none in reach' : `${metres(distance_m)} ${side}`],
          ['Buffer of the policy', metres(buffer_m)],
          ['Error of the border data, 95\u00a0%', metres(boundary_error_m)],
        ]}
      />
      <Gauge
        value={p_inside}
        shown={share(p_inside)}
        label={
          `Probability inside ${share(p_inside)}; up to ${share(outside_to)} is outside, from ` +
          `${share(inside_from)} is inside`
        }
        zones={[
          { to: outside_to, zone: 'bad' },
          { to: inside_from, zone: 'mid' },
          { to: 1, zone: 'good' },
        ]}
        ticks={[
          { at: outside_to, label: `${share(outside_to)} outside` },
          { at: inside_from, label: `${share(inside_from)} inside` },
        ]}
      />
      {picture && <Picture svg={picture} />}
    </div>
  );
}

/** The picture of `geo lookup --svg`, with the numbers of the record: for a ticket, a report or print. */
function Picture({ svg }: { svg: string }) {
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return (
    <figure className={styles.picture}>
      <img src={address} width="360" height="240" alt="The border, the error of its line, and the device" />
      <figcaption>
        <a className="small" href={address} download="border.svg">
          Save the picture
        </a>
      </figcaption>
    </figure>
  );
}

function Answer({ answer }: { answer: Explained }) {
  const { tone, word } = CHECK_OUTCOMES[answer.outcome]!;
  const lines = inputLines(answer.inputs);
  return (
    <div className={styles.answer}>
      <p>
        <code className="mono">{answer.code}</code>{' '}
        <span data-tone={tone} className={styles.word}>
          {word}
        </span>
        {answer.outcome !== 'skipped' && (
          <span className="quiet num"> confidence {share(answer.confidence)}</span>
        )}
        {answer.about.stated && <span className="quiet"> named by the policy</span>}
      </p>
      {lines && (
        <pre className={styles.inputs} dir="ltr">
          {lines}
        </pre>
      )}
    </div>
  );
}
