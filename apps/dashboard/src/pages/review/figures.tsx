import { Button } from '@mantine/core';
import type { reviewing } from '@standpoint/contract';
import { usePlace } from '../../app/place.ts';
import { spanWords, timeOfDay } from '../../clock/words.ts';
import { useZone } from '../../clock/zone.ts';
import { Block } from '../../parts/block.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { Table } from '../../table/table.tsx';
import styles from './page.module.css';
import { type Figures, useFigures } from './queries.ts';

/** "23 open, 4 overdue. The team decides 9 an hour: clear at about 11:40." */
export function QueueWords({ counts, now }: { counts: reviewing.QueueCounts | undefined; now: number }) {
  const zone = useZone();
  const { data } = useFigures(usePlace());
  if (!counts) return null;
  const rate = data?.decided_1h ?? 0;
  const hours = rate > 0 ? counts.open / rate : null;
  const clear = hours !== null && hours < 12 ? timeOfDay(new Date(now + hours * 3_600_000), zone) : null;
  return (
    <span className="num">
      {counts.open} open
      {counts.overdue > 0 && (
        <>
          , <span className={styles.late}>{counts.overdue} overdue</span>
        </>
      )}
      {rate > 0 &&
        counts.open > 0 &&
        `. The team decides ${rate} an hour${clear ? `: clear at about ${clear}` : ''}.`}
    </span>
  );
}

interface EmptyProps {
  tab: reviewing.QueueTab;
  filters: number;
  clear(): void;
}

const AllDone = ({
  last,
  median_wait_s,
}: {
  last: NonNullable<Figures['last']>;
  median_wait_s: Figures['median_wait_s'];
}) => (
  <Empty icon="check" title="All done">
    <p>
      The last case was decided <Time at={last.at} />
      {last.by && ` by ${last.by}`}.
      {median_wait_s !== null && ` Half of all waited less than ${spanWords(median_wait_s * 1_000)}.`}
    </p>
  </Empty>
);

/** Where the list would stand. */
export function QueueEmpty({ tab, filters, clear }: EmptyProps) {
  const { data } = useFigures(usePlace());
  if (filters > 0)
    return (
      <Empty
        icon="filter"
        title={`No case matches ${filters === 1 ? 'this filter' : `these ${filters} filters`}`}
        actions={<Button onClick={clear}>Clear the filters</Button>}
      >
        <p>Other cases may wait.</p>
      </Empty>
    );
  if (tab === 'mine')
    return (
      <Empty icon="lock" title="You hold no case">
        <p>Opening one claims it for ten minutes, so that two people do not do the same work.</p>
      </Empty>
    );
  if (tab === 'escalated')
    return (
      <Empty icon="people" title="Nothing is escalated">
        <p>Cases that a colleague leaves to an owner or admin stand here, with the reason.</p>
      </Empty>
    );
  if (tab === 'decided' || !data?.last)
    return (
      <Empty
        icon="inbox"
        title={tab === 'decided' ? 'Nothing was decided in seven days' : 'No case has come yet'}
      >
        <p>A policy or workflow sends a case here when its checks cannot tell. A person then decides it.</p>
      </Empty>
    );
  return <AllDone last={data.last} median_wait_s={data.median_wait_s} />;
}

const share = (value: number | null): string => (value === null ? '–' : `${Math.round(value * 100)}\u00a0%`);

/** In place of a case, while none is open: how the queue does. */
export function QueueFigures() {
  const { data } = useFigures(usePlace());
  if (!data || data.decided_7d === 0) return null;
  return (
    <div className={styles.figures}>
      <Block title="How fast cases are decided">
        <Facts
          rows={[
            ['Decided in 24 h', data.decided_24h],
            ['Decided in 7 days', data.decided_7d],
            ['Median wait', data.median_wait_s === null ? '–' : spanWords(data.median_wait_s * 1_000)],
            ['Decided too late', share(data.share_overdue)],
            ['Approved', share(data.share_approved)],
          ]}
        />
      </Block>
      {data.by_person && data.by_person.length > 0 && (
        <Block title="By person, last 7 days" aside="Managers alone see this">
          <Table
            label="Decided by person"
            density="compact"
            rows={data.by_person}
            rowKey={({ name }) => name}
            columns={[
              { id: 'name', head: 'Person', cell: ({ name }) => name },
              { id: 'decided', head: 'Decided', end: true, cell: ({ decided }) => decided },
              {
                id: 'wait',
                head: 'Median wait',
                end: true,
                cell: ({ median_wait_s }) => spanWords(median_wait_s * 1_000),
              },
            ]}
          />
        </Block>
      )}
    </div>
  );
}
