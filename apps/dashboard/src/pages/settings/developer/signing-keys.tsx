import { useQuery } from '@tanstack/react-query';
import type { Place } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { signingKeysQuery } from './queries.ts';
import { inOrderOfLife, type SigningKey, USE_WORDS, untilWords } from './signing-words.ts';

/** The keys that sign results. They rotate by themselves. */
export function SigningKeys({ place }: { place: Place }) {
  const query = useQuery(signingKeysQuery(place));
  return (
    <Block
      title="Signing keys"
      about="They rotate by themselves every 90 days; verifiers that read the list follow."
      aside={
        query.data && (
          <a href={query.data.jwks_url} target="_blank" rel="noreferrer">
            jwks.json
          </a>
        )
      }
    >
      <Loaded query={query} what="The signing keys" columns={[60, 40, 40, 40]} rows={3}>
        {({ keys }) => (
          <Table
            label="Signing keys"
            density="compact"
            columns={COLUMNS}
            rows={inOrderOfLife(keys)}
            rowKey={({ kid }) => kid}
          />
        )}
      </Loaded>
    </Block>
  );
}

const COLUMNS: readonly Column<SigningKey>[] = [
  {
    id: 'kid',
    head: 'Key',
    cell: ({ kid }) => (
      <span className="mono nowrap" dir="ltr" title={kid}>
        {kid.length > 16 ? `${kid.slice(0, 12)}…` : kid}
      </span>
    ),
  },
  { id: 'use', head: 'For', cell: ({ use }) => USE_WORDS[use] },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, since }) =>
      state === 'active' ? (
        <Outcome tone="pass">active</Outcome>
      ) : (
        <span className="soft nowrap">
          {state}
          {state !== 'next' && (
            <>
              {' '}
              <Time at={since} />
            </>
          )}
        </span>
      ),
  },
  {
    id: 'until',
    head: 'Until',
    end: true,
    cell: ({ state, until }) =>
      until === null ? (
        <span className="quiet">–</span>
      ) : (
        <>
          {untilWords[state]} <Time at={until} />
        </>
      ),
  },
];
