import { Button } from '@mantine/core';
import type { AnswerOf, readCustomer, TimelineEntry } from '@standpoint/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../api/client.ts';
import { type Place, usePlace } from '../../app/place.ts';
import { RowLink } from '../../lists/row-link.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import { Block, Facts } from '../../record/facts.tsx';
import { RecordFrame } from '../../record/frame.tsx';
import { Table } from '../../table/table.tsx';
import { unturned } from '../../texts/unturned.ts';
import { type About, aboutQuery, customerPath } from './about.ts';
import { CustomerActions } from './actions.tsx';
import { entryWords } from './entry-words.ts';
import { CustomerInstalls } from './installs.tsx';
import styles from './look-up.module.css';
import { CustomerPlaces } from './places.tsx';
import { aboutFacts, Standing } from './standing.tsx';

type Customer = AnswerOf<typeof readCustomer>;

const History = ({
  timeline,
  base,
  older,
  busy,
  more,
}: {
  timeline: Parameters<typeof Timeline>[0]['entries'];
  base: string;
  older: boolean;
  busy: boolean;
  more(): void;
}) => (
  <>
    <Block title="Timeline" aside="newest first">
      <Timeline entries={timeline} base={base} />
    </Block>
    {older && (
      <Button mt="md" loading={busy} onClick={more}>
        Show older entries
      </Button>
    )}
  </>
);

/** A customer, with one more part of the timeline each time. */
const useCustomer = (place: Place, id: string) =>
  useInfiniteQuery({
    queryKey: ['customer', place, id],
    queryFn: ({ pageParam, signal }) =>
      read<Customer>(customerPath(place, id), { limit: 50, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });

interface KeptProps {
  first: Customer;
  about: About | undefined;
  base: string;
}

/** What is kept about the customer, apart from the timeline. */
const Kept = ({ first, about, base }: KeptProps) => (
  <>
    <Block title="What is kept">
      <Facts
        facts={[
          { name: 'First seen', value: <Time at={first.first_seen} /> },
          ...(about ? aboutFacts(about, base) : []),
        ]}
      />
    </Block>
    {about && <CustomerInstalls installs={about.installs} base={base} />}
    <CustomerPlaces places={first.places} />
  </>
);

/** One person as the service knows them: what both areas recorded, and the places that came to be trusted. */
export function CustomerPage() {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useCustomer(place, id);
  const { data: about } = useQuery(aboutQuery(place, id));
  const base = `/${place.org}/${place.env}`;
  const first = query.data?.pages[0];
  const timeline = query.data?.pages.flatMap((page) => page.timeline) ?? [];
  return (
    <RecordFrame
      list={{ title: 'Customers', to: `${base}/customers` }}
      what="This customer"
      title={unturned(id)}
      id={id}
      pending={query.isPending}
      error={first ? null : query.error}
      again={() => void query.refetch()}
    >
      {first && about && (
        <div className={styles.top}>
          <Standing about={about} place={place} id={id} />
          <CustomerActions about={about} place={place} id={id} />
        </div>
      )}
      {first && timeline.length === 0 && <Unknown id={id} />}
      {first && timeline.length > 0 && (
        <>
          <Kept first={first} about={about} base={base} />
          <History
            timeline={timeline}
            base={base}
            older={query.hasNextPage}
            busy={query.isFetchingNextPage}
            more={() => void query.fetchNextPage()}
          />
        </>
      )}
    </RecordFrame>
  );
}

const Unknown = ({ id }: { id: string }) => (
  <Empty icon="person" title={`Nothing is known of ${unturned(id)}`}>
    <p>
      No verification and no session of this environment has this customer id. It is compared letter by
      letter; the other environment may have it.
    </p>
  </Empty>
);

const Timeline = ({ entries, base }: { entries: readonly TimelineEntry[]; base: string }) => (
  <Table
    label="Timeline"
    rows={entries}
    rowKey={({ id }) => id}
    columns={[
      {
        id: 'what',
        head: 'What',
        cell: ({ area, id, about }) => (
          <RowLink to={`${base}/${area === 'face' ? 'sessions' : 'verifications'}/${id}`}>
            {area === 'face' ? 'Face session' : `Location, for ${about}`}
          </RowLink>
        ),
      },
      { id: 'time', head: 'Time', cell: ({ at }) => <Time at={at} /> },
      { id: 'id', head: 'Id', wide: true, cell: ({ id }) => <ShortId id={id} /> },
      {
        id: 'outcome',
        head: 'Decision',
        end: true,
        cell: (entry) => {
          const { tone, word } = entryWords(entry);
          return <Outcome tone={tone}>{word}</Outcome>;
        },
      },
    ]}
  />
);
