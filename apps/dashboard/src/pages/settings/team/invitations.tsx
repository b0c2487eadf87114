import { Button } from '@mantine/core';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { say, sayWrong } from '../../../toast/toasts.ts';
import { type Invitation, teamQuery } from './queries.ts';
import { ROLE_WORDS } from './role-words.ts';

interface InvitationsProps {
  invitations: readonly Invitation[];
  place: Place;
  manages: boolean;
}

export function Invitations({ invitations, place, manages }: InvitationsProps) {
  const take = useWrite<unknown, Invitation>({
    method: 'DELETE',
    path: ({ invitation_id }) => `${orgPath(place)}/team/invitations/${invitation_id}`,
    body: () => undefined,
    stale: [teamQuery(place).queryKey],
  });
  const takeBack = (invitation: Invitation) =>
    take.mutate(invitation, {
      onSuccess: () => say(`Took the invitation of ${invitation.email} back; its link no longer works`),
      onError: sayWrong,
    });
  const actions: Column<Invitation> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (invitation) =>
      manages && (
        <Button
          size="xs"
          variant="subtle"
          loading={take.isPending && take.variables === invitation}
          onClick={() => takeBack(invitation)}
          aria-label={`Take back the invitation of ${invitation.email}`}
        >
          Take back
        </Button>
      ),
  };
  return (
    <Table
      label="Invitations"
      density="tight"
      columns={[...COLUMNS, actions]}
      rows={invitations}
      rowKey={({ invitation_id }) => invitation_id}
    />
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  { id: 'email', head: 'E-mail', cell: ({ email }) => email },
  { id: 'role', head: 'Role', cell: ({ role }) => ROLE_WORDS[role].title },
  {
    id: 'by',
    head: 'Invited',
    wide: true,
    cell: ({ created_at, invited_by }) => (
      <span className="soft">
        <Time at={created_at} /> by {invited_by}
      </span>
    ),
  },
  { id: 'ends', head: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
];
