import { Button } from '@mantine/core';
import type { FaceSession } from '@standpoint/contract';
import { DECIDERS, MANAGERS } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { timelineKey } from '../../dossier/queries.ts';
import { Block } from '../../parts/block.tsx';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { say } from '../../toast/toasts.ts';
import { explanationKey } from './explanation.ts';

const ENDED: readonly string[] = ['completed', 'expired', 'canceled', 'failed'];

interface EndProps {
  session: FaceSession;
  place: Place;
}

/** What cannot be undone: ending a session under way, and deleting what shows or describes the person. */
export function End({ session, place }: EndProps) {
  const role = roleIn(useMe(), place.org);
  const cancel = role !== null && DECIDERS.includes(role) && !ENDED.includes(session.status);
  const redact = role !== null && MANAGERS.includes(role) && session.retention.redacted_at === null;
  if (!cancel && !redact) return null;
  return (
    <Block title="End and delete">
      {cancel && (
        <Act session={session} place={place} verb="Cancel the session" path="cancel" done="Canceled">
          The person’s page says that the check has ended. What was recorded until now stays. It cannot be
          taken up again.
        </Act>
      )}
      {redact && (
        <Act session={session} place={place} verb="Redact the session" path="redact" done="Redacted">
          {framesWords(session)}, scores, device, notes and templates made from this session are deleted for
          good. Ids, times, the decision and the proof of consent stay.{' '}
          {ENDED.includes(session.status) ? '' : 'The session is canceled first.'}
        </Act>
      )}
    </Block>
  );
}

function framesWords({ attempts }: FaceSession): string {
  const frames = attempts.reduce((sum, each) => sum + each.frames.length, 0);
  return frames === 1 ? '1 frame' : `${frames} frames`;
}

interface ActProps extends EndProps {
  verb: string;
  path: 'cancel' | 'redact';
  done: string;
  children: React.ReactNode;
}

function Act({ session, place, verb, path, done, children }: ActProps) {
  const [open, setOpen] = useState(false);
  const { session_id } = session;
  const record = `/facecheck/session/${session_id}`;
  const act = useWrite<FaceSession>({
    method: 'POST',
    path: `${envPath(place)}${record}/${path}`,
    body: () => ({}),
    stale: [[record, place], explanationKey(place, session_id), timelineKey(place, session_id)],
  });
  const confirm = () =>
    act.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        say(`${done} ${session_id}`);
      },
    });
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{verb}…</Button>
      <ConfirmByTyping
        opened={open}
        title={`${verb}?`}
        typed={session_id.slice(-8)}
        verb={verb}
        busy={act.isPending}
        error={act.error}
        confirm={confirm}
        close={() => setOpen(false)}
      >
        <p>{children}</p>
      </ConfirmByTyping>
    </div>
  );
}
