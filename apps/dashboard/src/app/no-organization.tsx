import { Button } from '@mantine/core';
import type { Me } from '@standpoint/contract';
import { Empty } from '../parts/empty.tsx';
import { signOut } from './sign-out.ts';

/** For a person who was removed from every organization. */
export const NoOrganization = ({ me }: { me: Me }) => (
  <main>
    <Empty
      icon="people"
      title="You belong to no organization here"
      actions={<Button onClick={() => void signOut()}>Sign out</Button>}
    >
      <p>
        {me.email} is signed in, but is a member of no organization. Ask an owner or an admin for an
        invitation: its link opens here.
      </p>
    </Empty>
  </main>
);
