import type { AnswerOf, Me, openLink } from '@standpoint/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, write } from '../../api/client.ts';
import { Frame } from '../entry/frame.tsx';
import { forgetLinkCode, linkCode } from '../entry/link-code.ts';
import { LinkProblem } from '../entry/link-problem.tsx';
import { SecondFactorSetUp } from '../second-factor/set-up.tsx';
import { ProviderButton } from '../sign-in/provider-button.tsx';
import { AcceptKnown } from './accept-known.tsx';
import { JoinForm, type Joining } from './join-form.tsx';

type Facts = AnswerOf<typeof openLink>;
const enter = (org?: string) => location.replace(org ? `/dashboard/${org}` : '/dashboard');

/** What `InvitationPage` holds, and what its buttons and fields do. */
function useInvitationPage() {
  const [code] = useState(() => linkCode('invitation'));
  const [password, setPassword] = useState<string | null>(null);
  const look = useQuery({
    queryKey: ['invitation', code],
    queryFn: async () => {
      const facts = await write<Facts>('POST', '/auth/link', { code });
      // Perhaps the person is signed in already; if not, that is no error here.
      const me = facts.known ? await read<Me>('/me').catch(() => null) : null;
      return { facts, me };
    },
    enabled: Boolean(code) && password === null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const join = useMutation({
    mutationFn: (joining: Joining) => write<Facts>('POST', '/auth/link', { code, ...joining }),
    onSuccess: (_facts, joining) => {
      forgetLinkCode('invitation');
      setPassword(joining.password);
    },
  });
  return { code, password, look, join };
}

/** An invitation: a new person chooses a password and a second factor; one who is known signs in and joins. */
export function InvitationPage() {
  const { code, password, look, join } = useInvitationPage();
  if (password !== null)
    return (
      <Frame title="Your second factor" wide>
        <SecondFactorSetUp password={password} done={() => enter()} />
      </Frame>
    );
  if (!code) return <LinkProblem purpose="invitation" code={code} />;
  if (look.error)
    return <LinkProblem purpose="invitation" code={code} error={look.error} again={look.refetch} />;
  if (!look.data) return <Frame title="Your invitation">{null}</Frame>;
  const { facts, me } = look.data;
  return (
    <Frame title={`Join ${facts.organization ?? 'the organization'}`}>
      <p className="soft">
        {facts.email} is invited as <b>{facts.role}</b>.
      </p>
      {facts.known ? (
        <AcceptKnown
          code={code}
          email={facts.email}
          me={me}
          done={(org) => {
            forgetLinkCode('invitation');
            enter(org);
          }}
        />
      ) : (
        <>
          <JoinForm busy={join.isPending} error={join.error} join={join.mutate} />
          <ProviderButton page="invitation" verb="Join" />
        </>
      )}
    </Frame>
  );
}
