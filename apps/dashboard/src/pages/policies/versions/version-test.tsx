import { Button } from '@mantine/core';
import type { Place } from '../../../app/place.ts';
import { useZone } from '../../../clock/zone.ts';
import { Note } from '../../../parts/note.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Time, useNow } from '../../../parts/time.tsx';
import { flipWords, honestNotes, ofWords, progressOf } from '../backtest/words.ts';
import type { Backtest } from '../queries.ts';
import { NothingReplayed } from './nothing-replayed.tsx';
import type { VersionTest } from './use-version-test.ts';
import styles from './versions.module.css';

/** What a back-test that is older than this has not seen may matter. */
const OLD_MS = 86_400_000;

interface SummaryProps {
  place: Place;
  version: number;
  known: VersionTest;
}

/** What is known of the decisions that a version would change: its back-test, or that there is none. */
export function VersionTestSummary({ place, version, known }: SummaryProps) {
  const { test, starting, error, run } = known;
  const running = test?.state === 'running';
  const again = (
    <Button size="xs" loading={starting || running} onClick={run}>
      {test ? 'Run it again' : 'Run a back-test first'}
    </Button>
  );
  return (
    <section aria-label={`Back-test of version ${version}`} className={styles.test} aria-live="polite">
      {test === null && (
        <Note tone="review" action={again}>
          There is no back-test of version {version} against today’s decisions, so what would flip is not
          known.
        </Note>
      )}
      {test && (test.state === 'done' || running) && <Numbers place={place} test={test} />}
      {test && test.state !== 'done' && !running && (
        <Note tone="review" action={again}>
          The back-test of version {version} did not end, so what would flip is not known.
        </Note>
      )}
      {test?.state === 'done' && test.replayed === 0 && <NothingReplayed />}
      {test?.state === 'done' && test.lacks && <Note tone="review">{LACKS[test.lacks]}</Note>}
      {test?.state === 'done' && <Age test={test} again={again} />}
      <Refusal error={error} />
    </section>
  );
}

const LACKS: Record<NonNullable<Backtest['lacks']>, string> = {
  sandbox:
    'This back-test is of the sandbox alone, and production has stored decisions. The audit log will ' +
    'say that the roll-back was not tested.',
  too_little:
    'This back-test covers neither the last 7 days in full nor 1,000 decisions. The audit log will ' +
    'say that the roll-back was not tested.',
};

function Numbers({ place, test }: { place: Place; test: Backtest }) {
  const zone = useZone();
  return (
    <div className={styles.numbers}>
      <p className="soft">
        {ofWords(test, zone)}, {place.env}
      </p>
      {(test.replayed > 0 || test.state === 'running') && <p className={styles.big}>{flipWords(test)}</p>}
      {test.state === 'running' && (
        <progress value={progressOf(test)} max={1} aria-label="Progress of the back-test" />
      )}
      {honestNotes(test).map((note) => (
        <p key={note} className="quiet small">
          {note}
        </p>
      ))}
    </div>
  );
}

function Age({ test: { started_at, started_by }, again }: { test: Backtest; again: React.ReactNode }) {
  const old = useNow().getTime() - Date.parse(started_at) > OLD_MS;
  return (
    <div className={styles.age}>
      <p className="quiet small">
        Run by {started_by.name} <Time at={started_at} />.{old && ' Decisions made since then are not in it.'}
      </p>
      {again}
    </div>
  );
}
