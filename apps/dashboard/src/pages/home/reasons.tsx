import type { Home } from '@standpoint/contract';
import { Link } from '@tanstack/react-router';
import { type Place, usePlace } from '../../app/place.ts';
import { Block } from '../../parts/block.tsx';
import type { Column } from '../../table/column.ts';
import { Table } from '../../table/table.tsx';
import { reasonWords } from '../../texts/location.ts';
import styles from './home.module.css';
import { changeWords, numberWords } from './words.ts';

/** A reason that grew by so much, from more than a handful, stands out. */
const JUMP = 1.5;
const HANDFUL = 10;

type Reason = Home['reasons'][number];

interface Asked {
  place: Place;
  from: string;
  /** The range in short, as the head of its column. */
  short: string;
  /** How often the most frequent reason came. */
  most: number;
  /** There is a time before to compare with. */
  comparable: boolean;
}

const Meter = ({ percent }: { percent: number }) => (
  <span className={styles.meter} aria-hidden="true">
    <i style={{ width: `${percent}%` }} />
  </span>
);

const Change = ({ reason: { now, before }, comparable }: { reason: Reason; comparable: boolean }) => (
  <span className={styles.change} data-worse={(before >= HANDFUL && now > before * JUMP) || undefined}>
    {changeWords(now, before, 0) ?? (comparable ? 'new' : '–')}
  </span>
);

const columnsOf = ({ place, from, short, most, comparable }: Asked): readonly Column<Reason>[] => [
  {
    id: 'reason',
    head: 'Reason',
    always: true,
    cell: ({ code }) => (
      <Link
        className={styles.plain}
        to={`/${place.org}/${place.env}/verifications` as '/'}
        search={{ reason: code, from } as never}
      >
        {reasonWords(code)}
      </Link>
    ),
  },
  { id: 'now', head: short, end: true, cell: ({ now }) => numberWords(now) },
  { id: 'meter', head: 'Share', wide: true, cell: ({ now }) => <Meter percent={(100 * now) / most} /> },
  {
    id: 'change',
    head: 'Change',
    end: true,
    cell: (reason) => <Change reason={reason} comparable={comparable} />,
  },
];

const SHOWN = 8;

export function Reasons({ home, short, before }: { home: Home; short: string; before: string }) {
  const place = usePlace();
  const reasons = home.reasons.slice(0, SHOWN);
  const most = reasons[0]?.now ?? 0;
  const { from, figures } = home;
  const comparable = figures.verifications.before > 0;
  return (
    <Block title="Why not" aside={`against ${before}`}>
      {reasons.length === 0 ? (
        <p className={styles.nothing}>Everything passed in this range.</p>
      ) : (
        <Table
          label="Reasons why verifications did not pass"
          density="compact"
          rows={reasons}
          rowKey={({ code }) => code}
          columns={columnsOf({ place, from, short, most, comparable })}
        />
      )}
    </Block>
  );
}
