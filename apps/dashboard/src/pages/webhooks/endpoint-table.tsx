import type { Webhook } from '@standpoint/contract';
import { useState } from 'react';
import type { Place } from '../../app/place.ts';
import { Outcome, type OutcomeTone } from '../../parts/outcome.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { Table } from '../../table/table.tsx';
import { EditWebhook } from './edit.tsx';
import { stateOf, type Tone, waitingWords } from './endpoint-state.ts';
import styles from './endpoint-table.module.css';
import { typesWords } from './event-words.ts';
import { RemoveWebhook } from './remove.tsx';
import { RotateWebhook } from './rotate.tsx';
import { RowActions, type Task } from './row-actions.tsx';

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  place: Place;
  builds: boolean;
}

export function WebhookTable({ webhooks, place, builds }: WebhookTableProps) {
  const [doing, setDoing] = useState<{ task: Task; id: string } | null>(null);
  const close = () => setDoing(null);
  const of = webhooks.find(({ webhook_id }) => webhook_id === doing?.id);
  const actions: Column<Webhook> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (webhook) =>
      builds && (
        <RowActions of={webhook} place={place} start={(task) => setDoing({ task, id: webhook.webhook_id })} />
      ),
  };
  return (
    <>
      <Table
        label="Webhook endpoints"
        columns={[...COLUMNS, actions]}
        rows={webhooks}
        rowKey={({ webhook_id }) => webhook_id}
      />
      {of && doing?.task === 'edit' && <EditWebhook of={of} place={place} close={close} />}
      {of && doing?.task === 'rotate' && <RotateWebhook of={of} place={place} close={close} />}
      {of && doing?.task === 'remove' && <RemoveWebhook of={of} place={place} close={close} />}
    </>
  );
}

const TONES: Record<Tone, OutcomeTone> = { pass: 'pass', fail: 'fail', review: 'review', none: 'quiet' };

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'address',
    head: 'Address',
    cell: ({ url, description, rotating_until }) => (
      <div className={styles.lines}>
        <span className="mono" dir="ltr">
          {url}
        </span>
        {description && <span className="soft">{description}</span>}
        {rotating_until && (
          <span className="quiet">
            both secrets sign, the older one ends <Time at={rotating_until} />
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'events',
    head: 'Events',
    wide: true,
    cell: ({ types, coordinates, signature }) => (
      <div className={styles.lines}>
        <span title={types.join(', ')}>{typesWords(types)}</span>
        <span className="quiet">
          {signature === 'ed25519' ? 'signed with Ed25519' : 'signed with a secret'}
          {coordinates && ', with positions'}
        </span>
      </div>
    ),
  },
  { id: 'last', head: 'Last attempt', cell: (webhook) => <LastAttempt of={webhook} /> },
];

function LastAttempt({ of }: { of: Webhook }) {
  const { tone, words } = stateOf(of);
  const { last, disabled_at, enabled, pending } = of;
  const detail = tone === 'fail' && last?.detail;
  return (
    <div className={styles.lines}>
      <span className={styles.outcome}>
        <Outcome tone={TONES[tone]}>{words}</Outcome>
        {(last || disabled_at) && (
          <span className="quiet">
            <Time at={enabled ? last?.at : disabled_at} />
          </span>
        )}
      </span>
      {pending > 0 && <span className="soft">{waitingWords(pending)} for the next attempt</span>}
      {detail && (
        <details className={styles.detail}>
          <summary>What came back</summary>
          <p>{detail}</p>
        </details>
      )}
    </div>
  );
}
