import type { RoleName } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { MemberActions, type MemberTask } from './member-actions.tsx';
import type { Member } from './queries.ts';
import { RemoveMember } from './remove-member.tsx';
import { ResetMember } from './reset-member.tsx';
import { RoleField } from './role-field.tsx';
import { isManager, SECOND_FACTOR_WORDS } from './role-words.ts';
import styles from './rows.module.css';

interface MembersProps {
  members: readonly Member[];
  place: Place;
  /** The signed-in person, and their role. */
  me: string;
  mine: RoleName | null;
}

interface Doing {
  task: MemberTask;
  of: Member;
}

const ABOUT: readonly Column<Member>[] = [
  { id: 'factor', head: 'Second factor', wide: true, cell: (member) => <Factor of={member} /> },
  {
    id: 'seen',
    head: 'Last seen',
    wide: true,
    cell: ({ last_seen_at }) => <Time at={last_seen_at} none="never" />,
  },
  { id: 'since', head: 'Member since', wide: true, cell: ({ since }) => <Time at={since} /> },
];

export function Members({ members, place, me, mine }: MembersProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  return (
    <>
      <Table
        label="Members"
        density="tight"
        columns={columnsOf({ members, place, me, mine }, setDoing)}
        rows={members}
        rowKey={({ user_id }) => user_id}
      />
      {doing?.task === 'reset' && <ResetMember of={doing.of} place={place} close={close} />}
      {doing?.task === 'remove' && (
        <RemoveMember of={doing.of} you={doing.of.user_id === me} place={place} close={close} />
      )}
    </>
  );
}

const columnsOf = (
  { members, place, me, mine }: MembersProps,
  start: (doing: Doing) => void,
): readonly Column<Member>[] => [
  { id: 'person', head: 'Person', cell: (member) => <Who of={member} you={member.user_id === me} /> },
  {
    id: 'role',
    head: 'Role',
    cell: (member) => <RoleField of={member} members={members} place={place} me={me} mine={mine} />,
  },
  ...ABOUT,
  {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (member) =>
      isManager(mine) && (
        <MemberActions {...{ of: member, mine, members }} start={(task) => start({ task, of: member })} />
      ),
  },
];

const Who = ({ of, you }: { of: Member; you: boolean }) => (
  <span className={styles.person}>
    <span className={styles.name}>
      {of.name}
      {you && <span className="quiet"> (you)</span>}
    </span>
    <span className="soft">{of.email}</span>
  </span>
);

const Factor = ({ of: { second_factor } }: { of: Member }) =>
  second_factor === 'none' ? (
    <Outcome tone="review">{SECOND_FACTOR_WORDS.none}</Outcome>
  ) : (
    SECOND_FACTOR_WORDS[second_factor]
  );
