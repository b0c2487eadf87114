import { Select, Stack } from '@mantine/core';
import type { AnswerOf, BodyOf, Delivery, replayDeliveries, Webhook } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { write } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { say } from '../../toast/toasts.ts';
import { hostOf } from '../webhooks/queries.ts';
import { eventsWords, STATES } from './state-words.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Stack.layer.css';

type Body = Omit<BodyOf<typeof replayDeliveries>, 'dry'>;
type Count = AnswerOf<typeof replayDeliveries>;

interface SendAgainProps {
  place: Place;
  endpoints: readonly Webhook[];
  /** Chosen rows; where there are none, a filter says which. */
  chosen: readonly Delivery[];
  close(): void;
  sent(): void;
}

/** Sends all of them again, or only counts them. */
async function replayed(path: string, bodies: readonly Body[], dry: boolean): Promise<Count> {
  const counts: Count[] = [];
  for (const body of bodies) counts.push(await write<Count>('POST', path, { ...body, dry }));
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    more: counts.some(({ more }) => more),
  };
}

/** The chosen rows by their endpoint. */
function bodiesOf(chosen: readonly Pick<Delivery, 'webhook_id' | 'event_id'>[]): Body[] {
  const groups = Map.groupBy(chosen, ({ webhook_id }) => webhook_id);
  return [...groups].map(([webhook_id, rows]) => ({
    webhook_id,
    event_ids: rows.map(({ event_id }) => event_id),
  }));
}

/** What `SendAgain` holds, and what its buttons and fields do. */
function useSendAgain({ place, endpoints, chosen, close, sent }: SendAgainProps) {
  const on = endpoints.filter(({ enabled }) => enabled);
  const [filter, setFilter] = useState({
    webhook_id: on[0]?.webhook_id ?? '',
    state: 'failed',
  });
  const byHand = chosen.length > 0;
  const bodies = byHand
    ? bodiesOf(chosen)
    : filter.webhook_id
      ? [{ webhook_id: filter.webhook_id, state: filter.state as Body['state'] }]
      : [];
  const path = `${envPath(place)}/deliveries/replay`;
  const all = (dry: boolean) => replayed(path, bodies, dry);
  const count = useQuery({
    queryKey: ['replay', place, bodies],
    queryFn: () => all(true),
    staleTime: 0,
    retry: false,
  });
  const [state, setState] = useState<{ busy: boolean; error: Error | null }>({ busy: false, error: null });
  const send = async () => {
    setState({ busy: true, error: null });
    try {
      const { count: done } = await all(false);
      say(`Sending ${eventsWords(done)} again`);
      sent();
      close();
      await queryClient.resetQueries({ queryKey: ['/deliveries', place] });
    } catch (error) {
      setState({ busy: false, error: error as Error });
    }
  };
  const found = count.data?.count ?? 0;
  const words = count.data ? eventsWords(found) : 'events';
  return { on, filter, setFilter, byHand, bodies, count, state, send, found, words };
}

/** Counts first. What is sent again keeps its id, so that a receiver knows what it has had. */
export function SendAgain({ place, endpoints, chosen, close, sent }: SendAgainProps) {
  const { on, filter, setFilter, byHand, bodies, count, state, send, found, words } = useSendAgain({
    place,
    endpoints,
    chosen,
    close,
    sent,
  });
  const footer = (
    <DialogButtons
      keep="Keep as it is"
      verb={`Send ${words} again`}
      close={close}
      busy={state.busy}
      off={found === 0}
      go={() => void send()}
    />
  );
  return (
    <Dialog opened title={`Send ${words} again?`} close={close} footer={footer}>
      {!byHand && <FilterFields endpoints={on} filter={filter} change={setFilter} />}
      <p className="soft num" role="status">
        {count.isPending ? 'Counting…' : said(count.data, bodies.length)}
      </p>
      <Refusal error={count.error ?? state.error} />
      {on.length === 0 && <Note tone="review">Every endpoint is switched off. Switch one on first.</Note>}
    </Dialog>
  );
}

const said = (count: Count | undefined, endpoints: number): string => {
  if (!count) return '';
  if (count.count === 0) return 'Nothing fits: there is nothing to send again.';
  const to = endpoints === 1 ? 'its endpoint' : `${endpoints} endpoints`;
  const cut = count.more
    ? ' There are more: these are the oldest, and you can repeat this for the rest.'
    : '';
  return (
    `${eventsWords(count.count)} ${count.count === 1 ? 'goes' : 'go'} to ${to} again, with all ` +
    `attempts. Each keeps its id, so a receiver that remembers ids takes it once.${cut}`
  );
};

interface FieldsProps {
  endpoints: readonly Webhook[];
  filter: { webhook_id: string; state: string };
  change(filter: { webhook_id: string; state: string }): void;
}

const FilterFields = ({ endpoints, filter, change }: FieldsProps) => (
  <Stack gap={16}>
    <Select
      label="Endpoint"
      data={endpoints.map((each) => ({ value: each.webhook_id, label: hostOf(each) }))}
      value={filter.webhook_id}
      allowDeselect={false}
      onChange={(webhook_id) => change({ ...filter, webhook_id: webhook_id ?? '' })}
    />
    <Select
      label="Deliveries that are"
      data={(['failed', 'delivered'] as const).map((value) => ({ value, label: STATES[value].word }))}
      value={filter.state}
      allowDeselect={false}
      onChange={(state) => change({ ...filter, state: state ?? 'failed' })}
    />
  </Stack>
);
