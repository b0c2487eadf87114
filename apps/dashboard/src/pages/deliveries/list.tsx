import { Button, Checkbox } from '@mantine/core';
import type { AnswerOf, Delivery, listDeliveries } from '@standpoint/contract';
import { EVENT_TYPES } from '@standpoint/contract/events/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { type Place, usePlace } from '../../app/place.ts';
import type { FilterField } from '../../lists/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { RowLink } from '../../lists/row-link.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { isBuilder } from '../settings/team/role-words.ts';
import { eventWords } from '../webhooks/event-words.ts';
import { hostOf, webhooksQuery } from '../webhooks/queries.ts';
import { SendAgain } from './send-again.tsx';
import { deliveryId, lastWords, STATES } from './state-words.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';

type Answer = AnswerOf<typeof listDeliveries>;
/** The service sends so many chosen ones at once. */
const CHOSEN_MAX = 100;
/** No news tell how a delivery went: there would be one for each attempt. */
const POLLING = { every_ms: 5_000, without: 'state' };

const fieldsOf = (endpoints: readonly { webhook_id: string; url: string }[]): readonly FilterField[] => [
  {
    name: 'webhook_id',
    label: 'Endpoint',
    options: endpoints.map((each) => ({ value: each.webhook_id, label: hostOf(each) })),
  },
  {
    name: 'state',
    label: 'State',
    options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'type',
    label: 'Event',
    options: EVENT_TYPES.map((value) => ({ value, label: eventWords(value) })),
  },
  { name: 'event_id', label: 'Event id' },
];

const columnsOf = ({ org, env }: Place): readonly Column<Delivery>[] => [
  {
    id: 'event',
    head: 'Event',
    always: true,
    cell: (row) => (
      <RowLink to={`/${org}/${env}/deliveries/${deliveryId(row)}`}>{eventWords(row.type)}</RowLink>
    ),
  },
  { id: 'time', head: 'Time', width: 104, cell: ({ at }) => <Time at={at} /> },
  { id: 'endpoint', head: 'Endpoint', wide: true, cell: (row) => <span dir="ltr">{hostOf(row)}</span> },
  { id: 'last', head: 'Last attempt', wide: true, cell: lastWords },
  { id: 'attempts', head: 'Attempts', wide: true, end: true, width: 88, cell: ({ attempts }) => attempts },
  {
    id: 'next',
    head: 'Next attempt',
    wide: true,
    width: 112,
    cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />,
  },
  { id: 'id', head: 'Event id', extra: true, cell: ({ event_id }) => <ShortId id={event_id} /> },
  {
    id: 'state',
    head: 'State',
    always: true,
    width: 112,
    cell: ({ state }) => <Outcome tone={STATES[state].tone}>{STATES[state].word}</Outcome>,
  },
];

interface Choosing {
  chosen: ReadonlyMap<string, Delivery>;
  choose(row: Delivery, on: boolean): void;
}

const choiceColumn = ({ chosen, choose }: Choosing): Column<Delivery> => ({
  id: 'choose',
  head: 'Choose',
  unseenHead: true,
  always: true,
  width: 36,
  cell: (row) => (
    <Checkbox
      aria-label={`Choose ${eventWords(row.type)} to ${hostOf(row)}`}
      checked={chosen.has(deliveryId(row))}
      disabled={chosen.size >= CHOSEN_MAX && !chosen.has(deliveryId(row))}
      onChange={(event) => choose(row, event.currentTarget.checked)}
    />
  ),
});

/** What `DeliveriesPage` holds, and what its buttons and fields do. */
function useDeliveriesPage() {
  const place = usePlace();
  const builds = isBuilder(roleIn(useMe(), place.org));
  const endpoints = useQuery(webhooksQuery(place)).data?.webhooks ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<string, Delivery>>(new Map());
  const [sending, setSending] = useState(false);
  const choose = (row: Delivery, on: boolean) => {
    const next = new Map(chosen);
    if (on) next.set(deliveryId(row), row);
    else next.delete(deliveryId(row));
    setChosen(next);
  };
  const columns = (at: Place) => [...(builds ? [choiceColumn({ chosen, choose })] : []), ...columnsOf(at)];
  return { place, builds, endpoints, chosen, setChosen, sending, setSending, columns };
}

/** What was sent to which endpoint, what came of it, and a way to send it again. */
export function DeliveriesPage() {
  const { place, builds, endpoints, chosen, setChosen, sending, setSending, columns } = useDeliveriesPage();
  const button = builds && (
    <Button
      leftSection={<Icon name="redo" />}
      disabled={endpoints.length === 0}
      onClick={() => setSending(true)}
    >
      {chosen.size > 0 ? `Send ${chosen.size} again` : 'Send again'}
    </Button>
  );
  return (
    <>
      <ListPage<Answer, Delivery>
        title="Deliveries"
        one="delivery"
        path="/deliveries"
        fields={fieldsOf(endpoints)}
        columns={columns}
        polling={POLLING}
        rowKey={byTime}
        pick={pick}
        actions={button}
        empty={<NoDelivery place={place} />}
      />
      {sending && (
        <SendAgain
          place={place}
          endpoints={endpoints}
          chosen={[...chosen.values()]}
          close={() => setSending(false)}
          sent={() => setChosen(new Map())}
        />
      )}
    </>
  );
}

/** Lists want keys that sort by time, as the ids of events do. */
const byTime = ({ event_id, webhook_id }: Delivery) => `${event_id}.${webhook_id}`;

const pick = (answer: Answer) => answer;

const NoDelivery = ({ place: { org, env } }: { place: Place }) => (
  <Empty
    icon="hook"
    title="No delivery yet"
    actions={
      <Button component="a" href={`/dashboard/${org}/${env}/webhooks`}>
        See the endpoints
      </Button>
    }
  >
    <p>Each event that goes to a webhook endpoint stands here for 30 days, with every attempt’s outcome.</p>
  </Empty>
);
