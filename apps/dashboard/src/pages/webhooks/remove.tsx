import type { Webhook } from '@standpoint/contract';
import { useWrite } from '../../api/use-write.ts';
import { envPath, type Place } from '../../app/place.ts';
import { ConfirmByTyping } from '../../parts/confirm-by-typing.tsx';
import { say } from '../../toast/toasts.ts';
import { waitingWords } from './endpoint-state.ts';
import { hostOf, webhooksQuery } from './queries.ts';

interface RemoveProps {
  of: Webhook;
  place: Place;
  close(): void;
}

export function RemoveWebhook({ of, place, close }: RemoveProps) {
  const host = hostOf(of);
  const remove = useWrite<{ removed: boolean }>({
    method: 'DELETE',
    path: `${envPath(place)}/webhooks/${of.webhook_id}`,
    stale: [webhooksQuery(place).queryKey],
  });
  const done = () => {
    say(`Removed ${host}`);
    close();
  };
  return (
    <ConfirmByTyping
      opened
      title={`Remove ${host}?`}
      typed={host}
      verb="Remove the endpoint"
      busy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate(undefined, { onSuccess: done })}
      close={close}
    >
      <p className="soft">
        <span className="mono">{of.url}</span> gets no more events, and its secret is gone for good.{' '}
        {of.pending > 0 && `${waitingWords(of.pending)} for it and will not be sent. `}
        The events themselves stay in the list of events for 30 days.
      </p>
    </ConfirmByTyping>
  );
}
