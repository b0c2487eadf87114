import type { AnswerOf, listSessions, listVerifications } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { RowLink } from '../../lists/row-link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import { Block } from '../../record/facts.tsx';
import { Table } from '../../table/table.tsx';
import styles from './look-up.module.css';

interface Seen {
  customer_id: string;
  at: string;
  what: string;
}

const LATEST = 20;
const SHOWN = 10;

/** The customers of the latest checks of both areas. */
async function readRecent(place: Place, signal: AbortSignal): Promise<Seen[]> {
  const [{ verifications }, { sessions }] = await Promise.all([
    read<AnswerOf<typeof listVerifications>>(
      `${envPath(place)}/geolocation/verifications`,
      { limit: LATEST },
      signal,
    ),
    read<AnswerOf<typeof listSessions>>(`${envPath(place)}/facecheck/sessions`, { limit: LATEST }, signal),
  ]);
  const seen = (what: string) => (one: { customer_id: string; created_at: string }) => ({
    customer_id: one.customer_id,
    at: one.created_at,
    what,
  });
  return latest([...verifications.map(seen('location check')), ...sessions.map(seen('face session'))]);
}

/** Customers of the latest checks. Ids are sealed, each with a key of its own, so there is no list of all of them. */
export function RecentCustomers({ place }: { place: Place }) {
  const query = useQuery({
    queryKey: ['customers', 'recent', place],
    queryFn: ({ signal }) => readRecent(place, signal),
  });
  if (query.data?.length === 0) return null;
  return (
    <div className={styles.recent}>
      <Block title="In the latest checks">
        <Loaded query={query} what="The customers of the latest checks">
          {(data) => <Latest place={place} customers={data} />}
        </Loaded>
      </Block>
    </div>
  );
}

function Latest({ place, customers }: { place: Place; customers: readonly Seen[] }) {
  return (
    <Table
      label="Customers of the latest checks"
      density="compact"
      rows={customers}
      rowKey={({ customer_id }) => customer_id}
      columns={[
        {
          id: 'customer',
          head: 'Customer',
          cell: ({ customer_id }) => (
            <RowLink to={`/${place.org}/${place.env}/customers/${encodeURIComponent(customer_id)}`}>
              {customer_id}
            </RowLink>
          ),
        },
        { id: 'what', head: 'With a', wide: true, cell: ({ what }) => what },
        { id: 'at', head: 'When', end: true, cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}

/** Each customer once, the latest first. Those who were erased have no id any more. */
function latest(all: readonly Seen[]): Seen[] {
  const known = new Map<string, Seen>();
  for (const seen of all.toSorted((a, b) => (a.at < b.at ? 1 : -1)))
    if (seen.customer_id && !known.has(seen.customer_id)) known.set(seen.customer_id, seen);
  return [...known.values()].slice(0, SHOWN);
}
