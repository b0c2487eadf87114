import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { type Place, usePlace } from '../../app/place.ts';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { Table } from '../../table/table.tsx';
import { Sheet } from '../settings/sheet.tsx';
import { isBuilder } from '../settings/team/role-words.ts';
import { NewPolicy } from './new.tsx';
import { type ListedPolicy, policiesQuery } from './queries.ts';

const IN_FORCE: readonly Column<ListedPolicy>[] = [
  {
    id: 'types',
    head: 'Decides for',
    cell: ({ transaction_types: types }) =>
      types.length > 0 ? types.join(', ') : <span className="soft">every other type (default)</span>,
  },
  {
    id: 'published',
    head: 'Published',
    cell: ({ published, versions }) =>
      published ? (
        <>
          <Outcome tone="pass">Version {published.version}</Outcome>{' '}
          <span className="quiet">
            <Time at={published.published_at} />
          </span>
        </>
      ) : (
        <Outcome tone="quiet">{versions > 0 ? 'Archived' : 'Nothing yet'}</Outcome>
      ),
  },
];

/** Policies: the rules by which places are decided, and what is in work. */
export function PoliciesPage() {
  const place = usePlace();
  const query = useQuery(policiesQuery(place));
  const builds = isBuilder(roleIn(useMe(), place.org));
  const [making, setMaking] = useState(false);
  const button = builds && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setMaking(true)}>
      New policy
    </Button>
  );
  return (
    <Sheet title="Policies" crumb="" aside={button} of={query}>
      <Loaded query={query} what="The policies" columns={[60, 40, 50, 40]} rows={4}>
        {({ policies }) =>
          policies.length === 0 ? (
            <NoPolicy button={button} />
          ) : (
            <>
              <p className="soft">
                Both environments share them. A transaction type without its own policy falls to the default
                one.
              </p>
              <Table
                label="Policies"
                columns={columnsOf(place)}
                rows={policies}
                rowKey={({ policy_id }) => policy_id}
              />
            </>
          )
        }
      </Loaded>
      {making && <NewPolicy place={place} close={() => setMaking(false)} />}
    </Sheet>
  );
}

const NoPolicy = ({ button }: { button: ReactNode }) => (
  <Empty icon="shape" title="No policy yet" actions={button}>
    <p>
      A policy says where people may be, how precise a position has to be, and what happens on each finding.
      Without one, any place passes.
    </p>
  </Empty>
);

const columnsOf = (place: Place): readonly Column<ListedPolicy>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ policy_id, name }) => (
      <Link to={`/${place.org}/${place.env}/policies/${policy_id}` as '/'}>
        <b>{name}</b>
      </Link>
    ),
  },
  ...IN_FORCE,
  {
    id: 'draft',
    head: 'Draft',
    wide: true,
    cell: ({ draft }) =>
      draft ? (
        <span className="soft">
          v{draft.version}, <Time at={draft.saved_at} />{' '}
          {draft.saved_by ? `by ${draft.saved_by.name}` : 'by the command line'}
        </span>
      ) : (
        <span className="quiet">–</span>
      ),
  },
];
