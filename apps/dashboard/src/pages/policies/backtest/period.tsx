import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { dayOf } from '../../../clock/words.ts';
import { useZone, zonedDay } from '../../../clock/zone.ts';
import { dayStart, nextDay } from '../../../lists/filters.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { periodQuery } from '../queries.ts';
import styles from './panel.module.css';
import type { LiveBacktest } from './use-backtest.ts';
import { inTimeWords } from './words.ts';

interface PeriodProps {
  place: Place;
  live: LiveBacktest;
  close(): void;
}

const DAY_MS = 86_400_000;

const Days = ({
  first,
  setFirst,
  last,
  setLast,
  bounds,
}: {
  first: string;
  setFirst(day: string): void;
  last: string;
  setLast(day: string): void;
  bounds: { min?: string; max: string };
}) => (
  <>
    <TextInput
      data-autofocus
      type="date"
      label="First day"
      {...bounds}
      value={first}
      onChange={(event) => setFirst(event.currentTarget.value)}
    />
    <TextInput
      type="date"
      label="Last day"
      {...bounds}
      value={last}
      onChange={(event) => setLast(event.currentTarget.value)}
    />
  </>
);

/** What `PeriodDialog` holds, and what its buttons and fields do. */
function usePeriodDialog({ place, live, close }: PeriodProps) {
  const form = useId();
  const zone = useZone();
  const today = zonedDay(new Date(), zone);
  const [first, setFirst] = useState(() => zonedDay(new Date(Date.now() - 6 * DAY_MS), zone));
  const [last, setLast] = useState(today);
  const from = dayStart(first, zone);
  const to = dayStart(nextDay(last), zone);
  const wrong = !from || !to ? 'Give both days.' : from >= to ? 'The first day is after the last.' : null;
  const period = from && to && !wrong ? { from: from.toISOString(), to: to.toISOString() } : null;
  const query = useQuery({ ...periodQuery(place, period), enabled: period !== null });
  const data = period ? query.data : undefined;
  const oldest = data?.oldest ? new Date(data.oldest) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!period) return;
    live.run(period);
    close();
  };
  return { form, zone, today, first, setFirst, last, setLast, wrong, period, query, data, oldest, submit };
}

/** The days that a back-test covers, both included, and how many decisions lie in them. */
export function PeriodDialog({ place, live, close }: PeriodProps) {
  const { form, zone, today, first, setFirst, last, setLast, wrong, period, query, data, oldest, submit } =
    usePeriodDialog({ place, live, close });
  const footer = (
    <DialogButtons
      keep="Keep the days"
      verb="Run the back-test"
      close={close}
      off={!period || data?.decisions === 0}
      form={form}
    />
  );
  const bounds = { min: oldest ? zonedDay(oldest, zone) : undefined, max: today };
  return (
    <Dialog opened title="Which days should be decided again?" close={close} footer={footer}>
      <form id={form} onSubmit={submit} noValidate className={styles.days}>
        <Days first={first} setFirst={setFirst} last={last} setLast={setLast} bounds={bounds} />
      </form>
      <p aria-live="polite">
        {wrong ?? (data ? inTimeWords(data) : 'Counting the decisions of these days …')}
      </p>
      <p className="quiet small">
        {oldest
          ? `The oldest decision that is still stored here was made on ${dayOf(oldest, zone)}.`
          : 'Older decisions are deleted when their time is over.'}
      </p>
      <Refusal error={query.error} />
    </Dialog>
  );
}
