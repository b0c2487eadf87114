import type { BodyOf, changeWebhook, EventType, Webhook } from '@standpoint/contract';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { say } from '../../toast/toasts.ts';
import { bodyOf, type Draft, WebhookForm } from './form.tsx';
import { hostOf, webhooksQuery } from './queries.ts';

interface EditProps {
  of: Webhook;
  place: Place;
  close(): void;
}

const draftOf = ({ url, description, types, signature, coordinates }: Webhook): Draft => ({
  url,
  description: description ?? '',
  every: types.length === 0,
  types: types as EventType[],
  signature,
  coordinates,
});

export function EditWebhook({ of, place, close }: EditProps) {
  const [draft, setDraft] = useState(() => draftOf(of));
  const change = useWrite<Webhook, BodyOf<typeof changeWebhook>>({
    method: 'PATCH',
    path: `${envPath(place)}/webhooks/${of.webhook_id}`,
    stale: [webhooksQuery(place).queryKey],
  });
  const done = (webhook: Webhook) => {
    say(`Changed ${hostOf(webhook)}`);
    close();
  };
  return (
    <WebhookForm
      title={`Change ${hostOf(of)}`}
      verb="Change the endpoint"
      keep="Keep it as it is"
      draft={draft}
      change={setDraft}
      send={() => change.mutate(bodyOf(draft), { onSuccess: done })}
      busy={change.isPending}
      error={change.error}
      close={close}
      // The service takes no empty description, so one that is there can be changed and not taken away.
      needsDescription={of.description !== null}
    />
  );
}
