import { Button } from '@mantine/core';
import { useState } from 'react';
import { orgPath, type Place } from '../../../../app/place.ts';
import { Time } from '../../../../parts/time.tsx';
import type { Column } from '../../../../table/column.ts';
import { Table } from '../../../../table/table.tsx';
import { MADE } from '../made-column.tsx';
import { type PackageToken, packageTokensQuery } from '../queries.ts';
import { Revoke } from '../revoke.tsx';

interface TokenTableProps {
  tokens: readonly PackageToken[];
  place: Place;
  builds: boolean;
}

export function PackageTokenTable({ tokens, place, builds }: TokenTableProps) {
  const [revoking, setRevoking] = useState<PackageToken | null>(null);
  if (tokens.length === 0)
    return <p className="quiet">No token yet. Each machine that installs private packages needs one.</p>;
  const actions: Column<PackageToken> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (token) =>
      builds && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setRevoking(token)}
          aria-label={`Revoke ${token.name}`}
        >
          Revoke
        </Button>
      ),
  };
  return (
    <>
      <Table
        label="Package tokens"
        density="tight"
        columns={[...COLUMNS, actions]}
        rows={tokens}
        rowKey={({ token_id }) => token_id}
      />
      {revoking && <RevokeToken of={revoking} place={place} close={() => setRevoking(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<PackageToken>[] = [
  { id: 'name', head: 'Token', cell: ({ name }) => name },
  {
    id: 'starts',
    head: 'Begins with',
    cell: ({ starts }) => (
      <span className="mono nowrap" dir="ltr">
        {starts}…
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last install',
    cell: ({ last_used_at, last_tool, tools }) => (
      <>
        {last_tool && `${last_tool}, `}
        <Time at={last_used_at} none="never" />
        {tools.length > 1 && <span className="soft"> (all: {tools.map(({ tool }) => tool).join(', ')})</span>}
      </>
    ),
  },
  MADE,
];

interface RevokeProps {
  of: PackageToken;
  place: Place;
  close(): void;
}

const RevokeToken = ({ of, place, close }: RevokeProps) => (
  <Revoke
    name={of.name}
    id={of.token_id}
    path={`${orgPath(place)}/packages/${of.token_id}`}
    list={packageTokensQuery(place).queryKey}
    verb="Revoke the token"
    close={close}
  >
    Machines with this token install no private package from then on, for good. What they have installed keeps
    working. It was last used: <Time at={of.last_used_at} none="never" />.
  </Revoke>
);
