import { useQuery } from '@tanstack/react-query';
import type { Place } from '../../../app/place.ts';
import { Note } from '../../../parts/note.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import { DECISIONS } from '../../../texts/location.ts';
import { type Backtest, flipsQuery, type ListedFlip } from '../queries.ts';
import { Becomes } from './becomes.tsx';
import styles from './panel.module.css';
import { becauseWords } from './words.ts';

const TABS = [
  { to: '', word: 'All' },
  { to: 'fail', word: 'Now refused' },
  { to: 'review', word: 'Now reviewed' },
  { to: 'pass', word: 'Now passed' },
  { to: 'retry', word: 'Now tried again' },
] as const;

export type FlipTab = (typeof TABS)[number]['to'];

interface FlipsProps {
  place: Place;
  id: string;
  test: Backtest;
  tab: FlipTab;
  setTab(tab: FlipTab): void;
  chosen: string | null;
  choose(id: string): void;
  open(flip: ListedFlip): void;
}

const countOf = ({ transitions }: Backtest, tab: FlipTab) =>
  transitions
    .filter(({ from, to }) => from !== to && (tab === '' || to === tab))
    .reduce((sum, { count }) => sum + count, 0);

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">When</th>
      <th scope="col">Customer</th>
      <th scope="col">For</th>
      <th scope="col">Decision</th>
      <th scope="col">Because of</th>
    </tr>
  </thead>
);

const FlipTabs = ({ test, tab, setTab }: Pick<FlipsProps, 'test' | 'tab' | 'setTab'>) => (
  <div className={styles.tabs}>
    {TABS.filter(({ to }) => to === '' || countOf(test, to) > 0).map(({ to, word }) => (
      <button key={to} type="button" aria-pressed={tab === to} onClick={() => setTab(to)}>
        {word} <span>{countOf(test, to).toLocaleString('en')}</span>
      </button>
    ))}
  </div>
);

/** Who would flip. Pointing at a row marks its place on the map; opening it shows both decisions. */
export function Flips({ place, id, test, tab, setTab, chosen, choose, open }: FlipsProps) {
  const { data, error } = useQuery(flipsQuery(place, id, test, tab));
  return (
    <section className={styles.list} aria-label="Decisions that would flip">
      <FlipTabs test={test} tab={tab} setTab={setTab} />
      {error && <Note tone="fail">The list did not load. {error.message}</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="List of flips">
        {test.listed === 0 && test.state === 'done' && (
          <p className="quiet">No stored decision of this time would change.</p>
        )}
        {test.listed > 0 && data && (
          <table className={styles.rows}>
            <Heads />
            <tbody>
              {data.flips.map((flip) => (
                <Row
                  key={flip.verification_id}
                  flip={flip}
                  chosen={flip.verification_id === chosen}
                  choose={choose}
                  open={open}
                />
              ))}
            </tbody>
          </table>
        )}
        {data?.next != null && (
          <p className="quiet small">The newest {data.flips.length} are shown; the counts are of all.</p>
        )}
      </section>
    </section>
  );
}

interface RowProps {
  flip: ListedFlip;
  chosen: boolean;
  choose(id: string): void;
  open(flip: ListedFlip): void;
}

const Row = ({ flip, chosen, choose, open }: RowProps) => (
  <tr aria-selected={chosen} onMouseEnter={() => choose(flip.verification_id)}>
    <td>
      <Time at={flip.decided_at} none="erased" />
    </td>
    <td>
      <button
        type="button"
        className={styles.open}
        onFocus={() => choose(flip.verification_id)}
        onClick={() => open(flip)}
        disabled={flip.customer_id === null}
      >
        {flip.customer_id ?? 'erased'}
      </button>
    </td>
    <td className="soft">{flip.transaction_type ?? '–'}</td>
    <td>
      <span className={styles.change}>
        <Outcome tone={DECISIONS[flip.from].tone}>{DECISIONS[flip.from].word}</Outcome>
        <Becomes />
        <Outcome tone={DECISIONS[flip.to].tone}>{DECISIONS[flip.to].word}</Outcome>
      </span>
    </td>
    <td className="soft">{becauseWords(flip)}</td>
  </tr>
);
