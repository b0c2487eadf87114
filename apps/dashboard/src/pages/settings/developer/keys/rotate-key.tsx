import { Radio, Stack } from '@mantine/core';
import type { AnswerOf, BodyOf, developer } from '@standpoint/contract';
import { useId, useState } from 'react';
import { useWrite } from '../../../../api/use-write.ts';
import { envPath, type Place } from '../../../../app/place.ts';
import { Dialog, DialogButtons } from '../../../../parts/dialog.tsx';
import { Refusal } from '../../../../parts/refusal.tsx';
import { type Key, keysQuery } from '../queries.ts';
import { KeyOnce } from './key-once.tsx';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';

type Overlap = BodyOf<typeof developer.rotateKey>['overlap'];

const OVERLAPS: readonly { overlap: Overlap; title: string; line: string }[] = [
  { overlap: '24h', title: 'For 24 hours', line: 'Time to exchange it everywhere.' },
  { overlap: '7d', title: 'For 7 days', line: 'For a key in many places.' },
  { overlap: '1h', title: 'For one hour', line: 'For a key in one place.' },
  {
    overlap: 'now',
    title: 'Not at all',
    line: 'For a key that strangers may know: calls with it fail at once.',
  },
];

interface RotateProps {
  of: Key;
  place: Place;
  close(): void;
}

/** Makes the successor of a key, which is shown once. */
export function RotateKey({ of, place, close }: RotateProps) {
  const [overlap, setOverlap] = useState<Overlap>(of.misused ? 'now' : '24h');
  const rotate = useWrite<AnswerOf<typeof developer.rotateKey>, { overlap: Overlap }>({
    method: 'POST',
    path: `${envPath(place)}/keys/${of.key_id}/rotate`,
    stale: [keysQuery(place).queryKey],
  });
  if (rotate.data)
    return (
      <KeyOnce
        shown={rotate.data.key}
        name={of.name}
        kind={of.kind}
        cidrs={of.cidrs}
        scopes={of.scopes}
        place={place}
        close={close}
      />
    );
  return (
    <RotateForm
      {...{ of, overlap, setOverlap, close }}
      busy={rotate.isPending}
      error={rotate.error}
      go={() => rotate.mutate({ overlap })}
    />
  );
}

interface FormProps {
  of: Key;
  overlap: Overlap;
  setOverlap(overlap: Overlap): void;
  busy: boolean;
  error: Error | null;
  go(): void;
  close(): void;
}

function RotateForm({ of, overlap, setOverlap, busy, error, go, close }: FormProps) {
  const group = useId();
  const footer = (
    <DialogButtons keep="Keep the key" verb="Rotate the key" close={close} busy={busy} go={go} />
  );
  return (
    <Dialog opened title={`Rotate ${of.name}?`} close={close} footer={footer}>
      <p className="soft">
        You get a new key with the same name, addresses and rights. How long does the present one,{' '}
        <span className="mono">{of.starts}…</span>, work beside it?
      </p>
      <Radio.Group
        value={overlap}
        onChange={(value) => setOverlap(value as Overlap)}
        name={group}
        aria-label="How long the present key works on"
      >
        <Stack gap={8}>
          {OVERLAPS.map(({ overlap: value, title, line }) => (
            <Radio key={value} value={value} label={title} description={line} />
          ))}
        </Stack>
      </Radio.Group>
      <Refusal error={error} />
    </Dialog>
  );
}
