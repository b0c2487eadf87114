import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import type { LngLat } from '../../../map/mercator.ts';
import { flipsQuery } from '../queries.ts';
import type { FlipTab } from './flips.tsx';
import type { LiveBacktest } from './use-backtest.ts';

interface Wanted {
  place: Place;
  id: string;
  live: LiveBacktest;
}

/** The list and the marks on the map light each other up. */
export function useFlips({ place, id, live: { test } }: Wanted) {
  const [tab, setTab] = useState<FlipTab>('');
  const [chosen, choose] = useState<string | null>(null);
  const { data } = useQuery({
    ...flipsQuery(place, id, test ?? ({ backtest_id: '', listed: 0 } as never), tab),
    enabled: (test?.listed ?? 0) > 0,
  });
  const listed = (test?.listed ?? 0) > 0 ? (data?.flips ?? []) : [];
  const marks = listed.flatMap(({ verification_id, position, to, customer_id }) =>
    position
      ? [{ id: verification_id, at: [position.lng, position.lat] as LngLat, to, label: customer_id ?? '' }]
      : [],
  );
  return { tab, setTab, chosen, choose, marks };
}
