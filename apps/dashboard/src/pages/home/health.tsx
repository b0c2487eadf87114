import type { Home } from '@standpoint/contract';
import { Block } from '../../parts/block.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Table } from '../../table/table.tsx';
import styles from './home.module.css';
import { numberWords, shareWords, timeOf } from './words.ts';

type Endpoint = NonNullable<Home['webhooks']>[number];

const STATES: Record<Endpoint['state'], { tone: 'pass' | 'fail' | 'quiet'; words(waiting: number): string }> =
  {
    healthy: { tone: 'pass', words: () => 'healthy' },
    failing: { tone: 'fail', words: (waiting) => `${numberWords(waiting)} wait` },
    disabled: { tone: 'quiet', words: () => 'off' },
  };

/** The whole of what two columns say in short. */
const firstWords = ({ count, failed, p50_ms, p95_ms }: NonNullable<Endpoint['first']>): string =>
  `First attempts ended ${timeOf(p50_ms)} (p50) and ${timeOf(p95_ms)} (p95) after their event; ` +
  `${numberWords(failed)} of ${numberWords(count)} failed`;

const Webhooks = ({ endpoints }: { endpoints: readonly Endpoint[] }) => (
  <Block title="Webhooks" aside="last 24 h, first attempts">
    {endpoints.length === 0 ? (
      <p className={styles.nothing}>No endpoint is told of decisions.</p>
    ) : (
      <Table
        label="Webhook endpoints"
        density="compact"
        rows={endpoints}
        rowKey={({ webhook_id }) => webhook_id}
        columns={[
          { id: 'host', head: 'Endpoint', always: true, cell: ({ host }) => host },
          { id: 'delivered', head: 'Sent', end: true, cell: ({ delivered }) => numberWords(delivered) },
          {
            id: 'soon',
            head: 'p95',
            end: true,
            cell: ({ first }) =>
              first ? <span title={firstWords(first)}>{timeOf(first.p95_ms)}</span> : '–',
          },
          {
            id: 'failed',
            head: 'Failed',
            end: true,
            wide: true,
            cell: ({ first }) => (first ? shareWords(first.failed, first.count) : '–'),
          },
          {
            id: 'state',
            head: 'State',
            cell: ({ state, waiting }) => (
              <Outcome tone={STATES[state].tone}>{STATES[state].words(waiting)}</Outcome>
            ),
          },
        ]}
      />
    )}
  </Block>
);

const NAMES = { borders: 'Borders', addresses: 'Addresses' } as const;
const AGES = {
  fresh: { tone: 'pass', words: 'fresh enough' },
  due: { tone: 'review', words: 'update due' },
  old: { tone: 'review', words: 'update due' },
  unknown: { tone: 'quiet', words: 'age not known' },
} as const;

const AgeOfData = ({ data }: { data: Home['data'] }) => (
  <Block title="Age of data">
    <Table
      label="Age of the geographic data"
      density="compact"
      rows={data}
      rowKey={({ name }) => name}
      columns={[
        { id: 'name', head: 'Data', always: true, cell: ({ name }) => NAMES[name] },
        { id: 'days', head: 'Oldest part', end: true, cell: ({ days }) => ageWords(days) },
        {
          id: 'state',
          head: 'State',
          cell: ({ state }) => <Outcome tone={AGES[state].tone}>{AGES[state].words}</Outcome>,
        },
      ]}
    />
  </Block>
);

const ageWords = (days: number | null): string =>
  days === null
    ? '–'
    : days >= 2 * 365
      ? `${Math.floor(days / 365)}\u00a0years`
      : `${numberWords(days)}\u00a0${days === 1 ? 'day' : 'days'}`;

export const Health = ({ home: { webhooks, data } }: { home: Home }) => (
  <div className={styles.stack}>
    {webhooks && <Webhooks endpoints={webhooks} />}
    <AgeOfData data={data} />
  </div>
);
