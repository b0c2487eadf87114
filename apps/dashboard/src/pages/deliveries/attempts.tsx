import type { AnswerOf, DeliveryTry, readDelivery } from '@standpoint/contract';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Time } from '../../parts/time.tsx';
import { Block } from '../../record/facts.tsx';
import styles from './attempts.module.css';
import { msWords, tryTone, tryWords } from './state-words.ts';

type Of = Pick<AnswerOf<typeof readDelivery>, 'tries' | 'attempts' | 'last'>;

/** Every attempt with what the receiver answered; the newest is open. */
export const Attempts = ({ of }: { of: Of }) => (
  <Block title="Attempts">
    {of.tries.length === 0 ? (
      <p className="soft">
        {of.last ? 'Attempts are kept as long as their event.' : 'It was not tried yet.'}
      </p>
    ) : (
      <ol className={styles.tries}>
        {of.tries.map((each, i) => (
          <li key={each.number}>
            <details className={styles.try} open={i === 0}>
              <summary className={styles.head}>
                <Icon name="chevron" className={styles.chevron} />
                <span className={styles.number}>{each.number}</span>
                <Outcome tone={tryTone(each)}>{tryWords(each)}</Outcome>
                {each.replay > 0 && <span className="soft">sent again by hand</span>}
                <span className={styles.when}>
                  {each.ms !== null && (
                    <span className="soft num" dir="ltr">
                      {msWords(each.ms)}
                    </span>
                  )}
                  <Time at={each.at} />
                </span>
              </summary>
              <Answer of={each} />
            </details>
          </li>
        ))}
      </ol>
    )}
  </Block>
);

const Answer = ({ of: { number, status, detail, answer } }: { of: DeliveryTry }) => {
  if (answer !== null)
    return <CodeBlock title={`Answer to attempt ${number}`} where="the first 1 KB" text={answer} />;
  return (
    <p className={styles.none}>
      {status === null
        ? (detail ?? 'There was no answer.')
        : 'The answer had no text, or it was about a person who is erased.'}
    </p>
  );
};
