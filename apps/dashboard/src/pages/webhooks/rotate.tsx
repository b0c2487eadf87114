import { Radio, Stack } from '@mantine/core';
import type { AnswerOf, BodyOf, rotateWebhook, Webhook } from '@standpoint/contract';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { hostOf, webhooksQuery } from './queries.ts';
import { SecretShown } from './secret-shown.tsx';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';

const OVERLAPS = [
  { seconds: 86_400, title: 'For 24 hours', line: 'Time to exchange it in the receiver.' },
  { seconds: 7 * 86_400, title: 'For 7 days', line: 'For a receiver that is deployed rarely.' },
  { seconds: 3_600, title: 'For one hour', line: 'For a receiver that you change at once.' },
  { seconds: 0, title: 'Not at all', line: 'For a secret that strangers may know.' },
] as const;

interface RotateProps {
  of: Webhook;
  place: Place;
  close(): void;
}

/** What `RotateWebhook` holds, and what its buttons and fields do. */
function useRotateWebhook({ of, place }: Pick<RotateProps, 'of' | 'place'>) {
  const [overlap_s, setOverlap] = useState<number>(86_400);
  const rotate = useWrite<AnswerOf<typeof rotateWebhook>, BodyOf<typeof rotateWebhook>>({
    method: 'POST',
    path: `${envPath(place)}/webhooks/${of.webhook_id}/rotate`,
    stale: [webhooksQuery(place).queryKey],
  });
  return { overlap_s, setOverlap, rotate };
}

interface ChoiceProps {
  overlap_s: number;
  choose(overlap_s: number): void;
}

const OverlapChoice = ({ overlap_s, choose }: ChoiceProps) => (
  <Radio.Group
    value={String(overlap_s)}
    onChange={(value) => choose(Number(value))}
    aria-label="How long the present secret signs on"
  >
    <Stack gap={8}>
      {OVERLAPS.map(({ seconds, title, line }) => (
        <Radio key={seconds} value={String(seconds)} label={title} description={line} />
      ))}
    </Stack>
  </Radio.Group>
);

export function RotateWebhook({ of, place, close }: RotateProps) {
  const { overlap_s, setOverlap, rotate } = useRotateWebhook({ of, place });
  if (rotate.data)
    return (
      <SecretShown
        host={hostOf(of)}
        secret={rotate.data.secret}
        publicKey={rotate.data.public_key}
        close={close}
      />
    );
  const footer = (
    <DialogButtons
      keep="Keep the secret"
      verb="Rotate the secret"
      close={close}
      busy={rotate.isPending}
      go={() => rotate.mutate({ overlap_s })}
    />
  );
  return (
    <Dialog opened title={`Rotate the secret of ${hostOf(of)}?`} close={close} footer={footer}>
      <p className="soft">
        You get a new secret. How long does the present one sign beside it? Meanwhile each event carries both
        signatures, so a receiver that knows either takes it.
      </p>
      <OverlapChoice overlap_s={overlap_s} choose={setOverlap} />
      <Refusal error={rotate.error} />
    </Dialog>
  );
}
