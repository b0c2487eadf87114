import type { AnswerOf, policies } from '@standpoint/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { policyPath, type ReadPolicy } from '../queries.ts';

interface DiscardProps {
  place: Place;
  policy: ReadPolicy;
  done(): void;
  close(): void;
}

export function Discard({ place, policy, done, close }: DiscardProps) {
  const { policy_id, draft, published } = policy;
  const navigate = useNavigate();
  const discard = useWrite<AnswerOf<typeof policies.discardPolicyDraft>>({
    method: 'DELETE',
    path: `${policyPath(place, policy_id)}/draft`,
    body: () => ({ revision: draft.revision }),
  });
  const go = () =>
    discard.mutate(undefined, {
      onSuccess: ({ gone }) => {
        say('The draft is discarded');
        if (gone) void navigate({ to: `/${place.org}/${place.env}/policies` as '/' });
        else done();
      },
    });
  const footer = (
    <DialogButtons
      keep="Keep the draft"
      verb="Discard the draft"
      close={close}
      busy={discard.isPending}
      danger
      go={go}
    />
  );
  return (
    <Dialog opened title={`Discard the draft of ${draft.definition.name}?`} close={close} footer={footer}>
      <p>
        Everything that was changed since {draft.based_on ? `version ${draft.based_on}` : 'it was made'} goes.{' '}
        {published ? `Version ${published} goes on deciding.` : 'Nothing of this policy is published.'} To
        keep it, download it from JSON first.
      </p>
      <Refusal error={discard.error} />
    </Dialog>
  );
}
