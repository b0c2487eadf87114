import { useQuery } from '@tanstack/react-query';
import type { Place } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { sdkVersionsQuery } from './queries.ts';
import { mostUsedFirst, readsOlderAnswers, type SdkVersion, shareWords } from './sdk-share.ts';

/** Which clients are out there, so that a version still in use is not dropped by mistake. */
export function SdkVersions({ place }: { place: Place }) {
  const query = useQuery(sdkVersionsQuery(place));
  return (
    <Block title="SDK versions seen" aside="last 7 days">
      <Loaded query={query} what="The SDK versions" columns={[50, 30, 30, 40]} rows={3}>
        {({ total, versions }) =>
          versions.length === 0 ? (
            <p className="quiet">No client sent a verification in the last 7 days.</p>
          ) : (
            <Table
              label="SDK versions"
              density="compact"
              columns={columnsOf(total)}
              rows={mostUsedFirst(versions)}
              rowKey={({ name, platform, version }) => `${name} ${platform} ${version}`}
            />
          )
        }
      </Loaded>
    </Block>
  );
}

const columnsOf = (total: number): Column<SdkVersion>[] => [
  {
    id: 'sdk',
    head: 'SDK',
    cell: ({ name, platform }) => (
      <>
        {name} {platform !== name && <span className="quiet">{platform}</span>}
      </>
    ),
  },
  { id: 'version', head: 'Version', end: true, cell: ({ version }) => version },
  {
    id: 'share',
    head: 'Share',
    end: true,
    cell: ({ count }) => (
      <span title={`${count.toLocaleString('en')} verifications`}>{shareWords(count, total)}</span>
    ),
  },
  { id: 'last', head: 'Last', end: true, wide: true, cell: ({ last_at }) => <Time at={last_at} /> },
  {
    id: 'note',
    head: 'Note',
    unseenHead: true,
    cell: (version) => readsOlderAnswers(version) && <Outcome tone="review">reads older answers</Outcome>,
  },
];
