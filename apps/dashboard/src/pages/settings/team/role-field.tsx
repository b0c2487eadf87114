import { Select } from '@mantine/core';
import type { RoleName } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { say, sayWrong } from '../../../toast/toasts.ts';
import { LowerMyself } from './lower-myself.tsx';
import { type Member, teamQuery } from './queries.ts';
import { ROLE_WORDS, rolesToGive, unchangeable } from './role-words.ts';
import styles from './rows.module.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

interface RoleFieldProps {
  of: Member;
  members: readonly Member[];
  place: Place;
  me: string;
  mine: RoleName | null;
}

/** What `RoleField` holds, and what its buttons and fields do. */
function useRoleField({ of, place, me }: Pick<RoleFieldProps, 'of' | 'place' | 'me'>) {
  const [asked, setAsked] = useState<RoleName | null>(null);
  const change = useWrite<Member, { role: RoleName }>({
    method: 'PATCH',
    path: `${orgPath(place)}/team/members/${of.user_id}`,
    stale: [teamQuery(place).queryKey, ...(of.user_id === me ? [['me']] : [])],
  });
  const give = (role: RoleName, undo: boolean) =>
    change.mutate(
      { role },
      {
        onSuccess: () =>
          say(
            `${of.name} is ${ROLE_WORDS[role].title.toLowerCase()} now`,
            undo ? () => give(of.role, false) : undefined,
          ),
        onError: sayWrong,
        onSettled: () => setAsked(null),
      },
    );
  return { asked, setAsked, change, give };
}

/** A member's role. Another one holds at once, and can be taken back; one's own may be gone for good, so it asks. */
export function RoleField({ of, members, place, me, mine }: RoleFieldProps) {
  const { asked, setAsked, change, give } = useRoleField({ of, place, me });
  if (!mine || unchangeable(of, mine, members)) return ROLE_WORDS[of.role].title;
  const choose = (role: RoleName) => {
    if (role === of.role) return;
    if (of.user_id === me) setAsked(role);
    else give(role, true);
  };
  return (
    <>
      <Select
        className={styles.role}
        aria-label={`Role of ${of.name}`}
        value={of.role}
        data={rolesToGive(mine).map((role) => ({ value: role, label: ROLE_WORDS[role].title }))}
        onChange={(value) => value && choose(value as RoleName)}
        disabled={change.isPending}
      />
      {asked && (
        <LowerMyself
          from={of}
          to={asked}
          busy={change.isPending}
          confirm={() => give(asked, false)}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}
