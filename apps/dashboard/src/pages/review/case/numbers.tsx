import type { explained, Verification } from '@standpoint/contract';
import { metres, share } from '@standpoint/contract/words/numbers';
import { Gauge } from '../../../checks/gauge.tsx';
import { foundWords, limitWords } from '../../../checks/words.ts';
import { Block } from '../../../parts/block.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { reasonWords } from '../../../texts/location.ts';
import styles from './case.module.css';
import { wouldSettle } from './sentences.ts';

type Explanation = explained.VerificationExplanation;

const Inside = ({ border }: { border: NonNullable<Explanation['border']> }) => (
  <Block title="Probability inside">
    <Gauge
      value={border.p_inside}
      shown={share(border.p_inside)}
      label={
        `Probability inside ${share(border.p_inside)}; up to ${share(border.outside_to)} is ` +
        `outside, from ${share(border.inside_from)} is inside`
      }
      zones={[
        { to: border.outside_to, zone: 'bad' },
        { to: border.inside_from, zone: 'mid' },
        { to: 1, zone: 'good' },
      ]}
      ticks={[
        { at: border.outside_to, label: `${share(border.outside_to)} outside` },
        { at: border.inside_from, label: `${share(border.inside_from)} inside` },
      ]}
    />
  </Block>
);

/** How near the border is, and what would tell the side. */
export function BorderNumbers({
  border,
  record,
}: {
  border: NonNullable<Explanation['border']>;
  record: Verification;
}) {
  const further = wouldSettle(border);
  const { distance_m, buffer_m } = border;
  return (
    <>
      <Inside border={border} />
      <Block title="What it is made of">
        <Facts
          rows={[
            [
              'To the border',
              distance_m === null
                ? 'none in reach'
                : `${metres(distance_m)} ${distance_m >= 0 ? 'inside' : 'outside'}`,
            ],
            ...(buffer_m > 0 ? [['Buffer of the policy', metres(buffer_m)] as const] : []),
            ['Fix, 95 %', record.position ? metres(record.position.p95_m) : '–'],
            ['Border data, 95 %', metres(border.boundary_error_m)],
          ]}
        />
      </Block>
      {further !== null && (
        <Block title="What would settle it">
          <p className="soft">
            About {metres(further)} further inside, a sharper fix, or a border of your own that is drawn more
            exactly.
          </p>
        </Block>
      )}
    </>
  );
}

interface DecidingProps {
  record: Verification;
  explanation: Explanation | undefined;
  border: boolean;
}

/** The checks that asked for a person, in words and numbers. */
export function Deciding({ record, explanation, border }: DecidingProps) {
  const checks = record.checks.filter(
    ({ outcome, code }) =>
      (outcome === 'fail' || outcome === 'uncertain') && !(border && code === 'border_uncertain'),
  );
  if (checks.length === 0) return null;
  return (
    <Block title={border ? 'What else was found' : 'What was found'}>
      <ul className={styles.checks}>
        {checks.map((check) => {
          const about = explanation?.checks.find(({ code }) => code === check.code);
          const explained = about && { ...check, about };
          return (
            <li key={check.code}>
              <Outcome tone={check.outcome === 'fail' ? 'fail' : 'review'}>{reasonWords(check.code)}</Outcome>
              <p className="soft">
                {explained && foundWords(explained)}{' '}
                <span className="quiet">{explained && limitWords(explained)}</span>
                {check.outcome === 'uncertain' && (
                  <span className="quiet num"> Probably, {share(check.confidence)}.</span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}

/** What is quiet, in one line. */
export function Everything({ record }: { record: Verification }) {
  const count = (outcome: string) => record.checks.filter((check) => check.outcome === outcome).length;
  return (
    <Block title="Everything else">
      <p className={styles.line}>
        <Outcome tone="pass">
          <bdi>{count('pass')} not found</bdi>
        </Outcome>
        <Outcome tone="quiet">
          <bdi>{count('skipped')} skipped</bdi>
        </Outcome>
      </p>
    </Block>
  );
}
