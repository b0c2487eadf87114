import { Button } from '@mantine/core';
import type { AuditEntry } from '@standpoint/contract';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { actionWords, actorWords } from './words.ts';

const code = (text: string | null) => (text ? <span className="mono">{text}</span> : '–');

/** One entry as it stands in the chain. */
export const EntryDialog = ({ entry, close }: { entry: AuditEntry; close(): void }) => (
  <Dialog
    opened
    title={actionWords(entry.action)}
    close={close}
    footer={<Button onClick={close}>Close</Button>}
  >
    <Facts
      rows={[
        ['Who', actorWords(entry.actor, entry.actor_name)],
        ['When', <Time key="at" at={entry.at} />],
        ['Action', code(entry.action)],
        ['Actor', code(entry.actor)],
        ['Target', code(entry.target)],
        ['Environment', entry.env ?? 'both'],
        ['Outcome', entry.outcome],
        ['Request', code(entry.request_id)],
        ['Network', code(entry.ip)],
        ['Entry', code(entry.audit_id)],
        ['Link in the chain', entry.seq ?? 'waits for about a second'],
      ]}
    />
    {Object.keys(entry.detail).length > 0 && (
      <CodeBlock title="Detail" text={JSON.stringify(entry.detail, null, 2)} />
    )}
  </Dialog>
);
