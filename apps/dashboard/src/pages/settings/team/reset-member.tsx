import type { AnswerOf, team } from '@standpoint/contract';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath, type Place } from '../../../app/place.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { LinkMade } from './link-made.tsx';
import type { Member } from './queries.ts';

interface ResetProps {
  of: Member;
  place: Place;
  close(): void;
}

/** A link for a member who lost their password or second factor. */
export function ResetMember({ of, place, close }: ResetProps) {
  const reset = useWrite<AnswerOf<typeof team.resetMember>>({
    method: 'POST',
    path: `${orgPath(place)}/team/members/${of.user_id}/reset`,
  });
  if (reset.data)
    return <LinkMade link={reset.data.link} to={of.email} expires={reset.data.expires_at} close={close} />;
  const footer = (
    <DialogButtons
      keep="Make none"
      verb="Make the link"
      close={close}
      busy={reset.isPending}
      go={() => reset.mutate()}
    />
  );
  return (
    <Dialog opened title={`Reset the sign-in of ${of.name}?`} close={close} footer={footer}>
      <p className="soft">
        The link lets whoever has it choose a new password and second factor for {of.email}. It lives for 24
        hours and works once. Make sure that it is {of.name} who asks: call them back on a number that you
        know.
      </p>
      <Refusal error={reset.error} />
    </Dialog>
  );
}
