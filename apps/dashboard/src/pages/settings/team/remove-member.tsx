import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import { say } from '../../../toast/toasts.ts';
import { type Member, teamQuery } from './queries.ts';

interface RemoveProps {
  of: Member;
  you: boolean;
  place: Place;
  close(): void;
}

export function RemoveMember({ of, you, place, close }: RemoveProps) {
  const remove = useWrite<{ user_id: string }>({
    method: 'DELETE',
    path: `${orgPath(place)}/team/members/${of.user_id}`,
    stale: you ? [['me']] : [teamQuery(place).queryKey],
  });
  const done = () => {
    say(you ? 'You left the organization' : `Removed ${of.name}`);
    close();
    // Nothing of the organization is open to this page any more.
    if (you) location.assign('/dashboard');
  };
  return (
    <ConfirmByTyping
      opened
      title={you ? 'Leave the organization?' : `Remove ${of.name}?`}
      typed={of.email}
      verb={you ? 'Leave the organization' : `Remove ${of.name}`}
      keep={you ? 'Stay' : `Keep ${of.name}`}
      busy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      <p className="soft">
        {you ? 'You lose' : `${of.name} loses`} this organization at once, in every browser. What{' '}
        {you ? 'you' : 'they'} did stays in the audit log; keys that {you ? 'you' : 'they'} made go on
        working, so revoke those that {you ? 'you' : 'they'} know. An invitation brings a person back.
      </p>
    </ConfirmByTyping>
  );
}
