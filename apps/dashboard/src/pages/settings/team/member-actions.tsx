import { Menu } from '@mantine/core';
import type { RoleName } from '@standpoint/contract/dashboard/role-sets';
import { Icon } from '../../../parts/icon.tsx';
import { MoreMenu } from '../more-menu.tsx';
import type { Member } from './queries.ts';
import { unchangeable } from './role-words.ts';

export type MemberTask = 'reset' | 'remove';

interface ActionsProps {
  of: Member;
  mine: RoleName | null;
  members: readonly Member[];
  start(task: MemberTask): void;
}

export function MemberActions({ of, mine, members, start }: ActionsProps) {
  const problem = mine && unchangeable(of, mine, members);
  const owners = of.role === 'owner' && mine !== 'owner';
  return (
    <MoreMenu of={of.name}>
      {problem && <Menu.Label>{problem}</Menu.Label>}
      <Menu.Item leftSection={<Icon name="key" />} disabled={owners} onClick={() => start('reset')}>
        Reset their sign-in
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon name="trash" />}
        disabled={problem !== null}
        onClick={() => start('remove')}
      >
        Remove from the organization
      </Menu.Item>
    </MoreMenu>
  );
}
