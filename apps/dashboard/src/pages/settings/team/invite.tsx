import { Radio, Stack, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf, team } from '@standpoint/contract';
import type { RoleName } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import { Refused } from '../../../api/refused.ts';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { LinkMade } from './link-made.tsx';
import { teamQuery } from './queries.ts';
import { ROLE_WORDS, rolesToGive } from './role-words.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';

interface InviteProps {
  place: Place;
  mine: RoleName;
  close(): void;
}

const isEmail = (text: string): boolean => /^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/.test(text);

/** What `Invite` holds, and what its buttons and fields do. */
function useInvite({ place }: Pick<InviteProps, 'place'>) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<RoleName>('reviewer');
  const [tried, setTried] = useState(false);
  const invite = useWrite<AnswerOf<typeof team.invite>, BodyOf<typeof team.invite>>({
    method: 'POST',
    path: `${orgPath(place)}/team/invitations`,
    stale: [teamQuery(place).queryKey],
  });
  return { email, setEmail, role, setRole, tried, setTried, invite };
}

export function Invite({ place, mine, close }: InviteProps) {
  const { email, setEmail, role, setRole, tried, setTried, invite } = useInvite({ place });
  if (invite.data) {
    const { link, invitation } = invite.data;
    return <LinkMade link={link} to={invitation.email} expires={invitation.expires_at} close={close} />;
  }
  const problem = isEmail(email.trim()) ? undefined : 'Write an e-mail address, like ada@shop.example.';
  const refused = invite.error instanceof Refused ? invite.error.field('email') : undefined;
  const submit = () => {
    setTried(true);
    if (!problem) invite.mutate({ email: email.trim(), role });
  };
  return (
    <FormDialog
      title="Invite a person"
      keep="Do not invite"
      verb="Invite the person"
      busy={invite.isPending}
      error={invite.error}
      fields={['email']}
      submit={submit}
      close={close}
    >
      <TextInput
        data-autofocus
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={(tried && problem) || refused}
        autoComplete="off"
      />
      <RoleChoice mine={mine} role={role} choose={setRole} />
    </FormDialog>
  );
}

interface ChoiceProps {
  mine: RoleName;
  role: RoleName;
  choose(role: RoleName): void;
}

const RoleChoice = ({ mine, role, choose }: ChoiceProps) => (
  <Radio.Group label="Role" value={role} onChange={(value) => choose(value as RoleName)}>
    <Stack gap={8} mt={4}>
      {rolesToGive(mine).map((each) => (
        <Radio key={each} value={each} label={ROLE_WORDS[each].title} description={ROLE_WORDS[each].line} />
      ))}
    </Stack>
  </Radio.Group>
);
