import type { CustomerPlace } from '@standpoint/contract';
import { Time } from '../../parts/time.tsx';
import { Block } from '../../record/facts.tsx';
import { Table } from '../../table/table.tsx';

/** Where this person’s checks keep passing. */
export const CustomerPlaces = ({ places }: { places: readonly CustomerPlace[] }) =>
  places.length > 0 && (
    <Block title="Places">
      <Table
        label="Places"
        density="compact"
        rows={places}
        rowKey={({ place_id }) => place_id}
        columns={[
          {
            id: 'where',
            head: 'Where',
            cell: ({ lat, lng, radius_m }) =>
              `${lat.toFixed(3)}, ${lng.toFixed(3)}, within ${Math.round(radius_m)} m`,
          },
          {
            id: 'passes',
            head: 'Passed',
            wide: true,
            cell: ({ passes, days }) => `${passes} times on ${days} ${days === 1 ? 'day' : 'days'}`,
          },
          { id: 'last', head: 'Last', wide: true, cell: ({ last_at }) => <Time at={last_at} /> },
          {
            id: 'trusted',
            head: 'Trusted since',
            end: true,
            cell: ({ trusted_at }) => <Time at={trusted_at} none="not yet" />,
          },
        ]}
      />
    </Block>
  );
