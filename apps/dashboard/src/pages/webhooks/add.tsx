import type { AnswerOf, addWebhook, BodyOf } from '@standpoint/contract';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { bodyOf, type Draft, WebhookForm } from './form.tsx';
import { hostOf, webhooksQuery } from './queries.ts';
import { SecretShown } from './secret-shown.tsx';

interface AddProps {
  place: Place;
  close(): void;
}

const NEW: Draft = {
  url: '',
  description: '',
  every: true,
  types: [],
  signature: 'hmac',
  coordinates: false,
};

export function AddWebhook({ place, close }: AddProps) {
  const [draft, setDraft] = useState(NEW);
  const add = useWrite<AnswerOf<typeof addWebhook>, BodyOf<typeof addWebhook>>({
    method: 'POST',
    path: `${envPath(place)}/webhooks`,
    stale: [webhooksQuery(place).queryKey],
  });
  if (add.data)
    return (
      <SecretShown
        host={hostOf(add.data)}
        secret={add.data.secret}
        publicKey={add.data.public_key}
        close={close}
      />
    );
  return (
    <WebhookForm
      title="Add a webhook endpoint"
      verb="Add the endpoint"
      keep="Add none"
      draft={draft}
      change={setDraft}
      send={() => add.mutate({ ...bodyOf(draft), signature: draft.signature })}
      busy={add.isPending}
      error={add.error}
      close={close}
      isNew
    />
  );
}
