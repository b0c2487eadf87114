import { Button } from '@mantine/core';
import type { AnswerOf, AuditEntry, listAudit } from '@standpoint/contract';
import { useState } from 'react';
import type { FilterField } from '../../lists/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { ChainDialog } from './chain-dialog.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import styles from './list.module.css';
import { actionWords, actorWords } from './words.ts';

type Answer = AnswerOf<typeof listAudit>;

const FIELDS: readonly FilterField[] = [
  { name: 'actor', label: 'Actor' },
  { name: 'action', label: 'Action, or key.* for all' },
  { name: 'target', label: 'Target' },
  { name: 'from', label: 'From', day: 'from' },
  { name: 'to', label: 'To', day: 'to' },
];

const columnsOf = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  {
    id: 'action',
    head: 'What',
    always: true,
    cell: (entry) => (
      <button
        type="button"
        className={styles.open}
        data-row-link={entry.audit_id}
        onClick={() => open(entry)}
      >
        {actionWords(entry.action)}
      </button>
    ),
  },
  { id: 'time', head: 'Time', width: 104, cell: ({ at }) => <Time at={at} /> },
  { id: 'actor', head: 'Who', wide: true, cell: ({ actor, actor_name }) => actorWords(actor, actor_name) },
  {
    id: 'target',
    head: 'Target',
    wide: true,
    cell: ({ target }) => (target ? <ShortId id={target} /> : '–'),
  },
  { id: 'env', head: 'Environment', extra: true, cell: ({ env }) => env ?? '–' },
  { id: 'ip', head: 'Network', extra: true, cell: ({ ip }) => ip ?? '–' },
  { id: 'seq', head: 'Link', extra: true, end: true, cell: ({ seq }) => seq ?? 'waits' },
  {
    id: 'outcome',
    head: 'Outcome',
    always: true,
    width: 112,
    cell: ({ outcome }) =>
      outcome === 'refused' || outcome === 'failed' ? (
        <Outcome tone="fail">{actionWords(outcome)}</Outcome>
      ) : (
        <Outcome tone="quiet">{actionWords(outcome)}</Outcome>
      ),
  },
];

const EXPORTED = {
  action: ['action'],
  time: ['at'],
  actor: ['actor', 'actor_name'],
  target: ['target'],
  env: ['env'],
  ip: ['ip'],
  seq: ['seq'],
  outcome: ['outcome'],
} as const;

const pick = (answer: Answer) => answer;

/** Who did what, and whether the log is whole. */
export function AuditPage() {
  const [entry, setEntry] = useState<AuditEntry | null>(null);
  const [checking, setChecking] = useState(false);
  return (
    <>
      <ListPage<Answer, AuditEntry>
        title="Audit log"
        one="entry"
        path="/audit"
        ofOrganization
        fields={FIELDS}
        columns={() => columnsOf(setEntry)}
        exported={EXPORTED}
        rowKey={({ audit_id }) => audit_id}
        pick={pick}
        actions={
          <Button leftSection={<Icon name="shield" />} onClick={() => setChecking(true)}>
            Check the chain
          </Button>
        }
        empty={
          <Empty icon="eye" title="No entry yet">
            <p>Whatever people, keys and commands do here is noted, and can be shown to be complete.</p>
          </Empty>
        }
      />
      {entry && <EntryDialog entry={entry} close={() => setEntry(null)} />}
      {checking && <ChainDialog close={() => setChecking(false)} />}
    </>
  );
}
