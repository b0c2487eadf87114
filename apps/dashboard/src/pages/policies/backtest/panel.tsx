import { Button, Menu } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Refused } from '../../../api/refused.ts';
import type { Place } from '../../../app/place.ts';
import { useZone } from '../../../clock/zone.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Note } from '../../../parts/note.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import { DECISIONS } from '../../../texts/location.ts';
import { problemWords } from '../editor/problem-words.ts';
import type { Backtest } from '../queries.ts';
import { Becomes } from './becomes.tsx';
import styles from './panel.module.css';
import { DAYS, type LiveBacktest } from './use-backtest.ts';
import { flipWords, honestNotes, ofWords, periodWords, progressOf } from './words.ts';
import '@mantine/core/styles/Menu.layer.css';

const PeriodDialog = lazy(() => import('./period.tsx').then(({ PeriodDialog: it }) => ({ default: it })));

interface SummaryProps {
  place: Place;
  live: LiveBacktest;
  /** Why there is no back-test now: the draft has faults, or is not stored. */
  blocked: string | null;
  edits: boolean;
}

/** The count first: how many decisions would flip, of how many, and in which way. */
export function BacktestSummary({ place, live, blocked, edits }: SummaryProps) {
  const { test, fits, error, starting } = live;
  const running = test?.state === 'running';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <section className={styles.summary} aria-label="Back-test" aria-busy={running || starting} tabIndex={0}>
      {test ? <Counts test={test} fits={fits} /> : <Nothing starting={starting} edits={edits} />}
      {blocked && <Note tone="review">{blocked}</Note>}
      {error && <Note tone="fail">{errorWords(error)}</Note>}
      {edits && <Acts place={place} live={live} running={running} blocked={blocked !== null} />}
      {test && <Notes test={test} />}
    </section>
  );
}

const errorWords = (error: Error) =>
  error instanceof Refused && error.fields.length > 0
    ? error.fields.map((field) => problemWords({ ...field })).join(' ')
    : `The back-test did not start. ${error.message}`;

const Nothing = ({ starting, edits }: { starting: boolean; edits: boolean }) => (
  <p className="quiet" aria-live="polite">
    {starting
      ? 'The back-test starts …'
      : edits
        ? 'Change the draft: stored decisions are then decided again by it, and you see what would flip.'
        : 'No back-test of this policy in the last 7 days.'}
  </p>
);

function Counts({ test, fits }: { test: Backtest; fits: boolean }) {
  const { state, people, transitions, started_by, started_at } = test;
  const zone = useZone();
  const flips = transitions.filter(({ from, to }) => from !== to);
  return (
    <>
      <p className="soft">{ofWords(test, zone)}</p>
      <p className={styles.big} aria-live="polite" data-old={!fits || undefined}>
        {flipWords(test)}
      </p>
      {state === 'running' && (
        <progress value={progressOf(test)} max={1} aria-label="Progress of the back-test" />
      )}
      {!fits && <p className={styles.old}>Of an earlier content of this draft.</p>}
      <p className="quiet small">
        {people > 0 && `${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}; `}
        by {started_by.name}, <Time at={started_at} />
        {STATE_WORDS[state]}
      </p>
      <ul className={styles.transitions}>
        {flips.map(({ from, to, count }) => (
          <li key={`${from} ${to}`}>
            <Outcome tone={DECISIONS[from].tone}>{DECISIONS[from].word}</Outcome>
            <Becomes />
            <Outcome tone={DECISIONS[to].tone}>{DECISIONS[to].word}</Outcome>
            <b className="num">{count.toLocaleString('en')}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

const STATE_WORDS: Record<Backtest['state'], string> = {
  running: '. Still running.',
  done: '.',
  canceled: '. Stopped before its end: it publishes nothing.',
  failed: '. It failed in the middle: run it again.',
  interrupted: '. The service stopped in the middle: run it again.',
};

interface ActsProps {
  place: Place;
  live: LiveBacktest;
  running: boolean;
  blocked: boolean;
}

function Acts({ place, live, running, blocked }: ActsProps) {
  return (
    <div className={styles.acts}>
      {running ? (
        <Button size="xs" leftSection={<Icon name="cross" />} onClick={live.cancel}>
          Stop
        </Button>
      ) : (
        <Button
          size="xs"
          leftSection={<Icon name="redo" />}
          disabled={blocked}
          loading={live.starting}
          onClick={() => live.run()}
        >
          {live.test ? 'Run again' : 'Run a back-test'}
        </Button>
      )}
      <PeriodMenu place={place} live={live} blocked={blocked} />
    </div>
  );
}

function PeriodMenu({ place, live, blocked }: Omit<ActsProps, 'running'>) {
  const [own, setOwn] = useState(false);
  const zone = useZone();
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button size="xs" disabled={blocked} rightSection={<Icon name="down" />}>
            {periodWords(live.period, zone)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {DAYS.map((days) => (
            <Menu.Item key={days} onClick={() => live.run({ days })}>
              {days === 1 ? 'The last day' : `The last ${days} days`}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setOwn(true)}>Days that you choose …</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {own && (
        <Suspense>
          <PeriodDialog place={place} live={live} close={() => setOwn(false)} />
        </Suspense>
      )}
    </>
  );
}

function Notes({ test }: { test: Backtest }) {
  const notes = honestNotes(test);
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
