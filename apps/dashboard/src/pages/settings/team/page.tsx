import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleIn, useMe } from '../../../api/me.ts';
import { usePlace } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Sheet } from '../sheet.tsx';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { teamQuery } from './queries.ts';
import { isManager } from './role-words.ts';
import { RolesTable } from './roles-table.tsx';

/** Settings → Team and roles: who is here, who is invited, and what each role may do. */
export function TeamPage() {
  const place = usePlace();
  const me = useMe();
  const query = useQuery(teamQuery(place));
  const role = roleIn(me, place.org);
  const [inviting, setInviting] = useState(false);
  const button = isManager(role) && (
    <Button size="xs" variant="filled" leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
      Invite a person
    </Button>
  );
  return (
    <Sheet title="Team and roles">
      <Loaded query={query} what="The team" columns={[60, 40, 40, 40]} rows={4}>
        {({ members, invitations }) => (
          <>
            <Block title="Members" aside={button}>
              <Members members={members} place={place} me={me.user_id} mine={role} />
            </Block>
            {invitations.length > 0 && (
              <Block title="Invitations that wait" about="Each link lives for 7 days and works once.">
                <Invitations invitations={invitations} place={place} manages={isManager(role)} />
              </Block>
            )}
          </>
        )}
      </Loaded>
      <Block
        title="What each role may do"
        about="The service checks this at every call, whatever a page shows."
      >
        <RolesTable mine={role} />
      </Block>
      {inviting && role && <Invite place={place} mine={role} close={() => setInviting(false)} />}
    </Sheet>
  );
}
