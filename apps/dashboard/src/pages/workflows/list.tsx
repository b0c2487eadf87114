import { Button } from '@mantine/core';
import { ASKERS, SEE_BUILD } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { type Place, usePlace } from '../../app/place.ts';
import { RowLink } from '../../lists/row-link.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { Table } from '../../table/table.tsx';
import { MakeLink } from '../links/make-link.tsx';
import { Sheet } from '../settings/sheet.tsx';
import { isBuilder } from '../settings/team/role-words.ts';
import styles from './list.module.css';
import { NewWorkflow } from './new-workflow.tsx';
import { type Listed, workflowsQuery } from './queries.ts';
import { stateWords } from './state-words.ts';

const STANDING: readonly Column<Listed>[] = [
  {
    id: 'state',
    head: 'State',
    cell: (row) => {
      const { tone, word } = stateWords(row);
      return <Outcome tone={tone}>{word}</Outcome>;
    },
  },
  {
    id: 'draft',
    head: 'Draft',
    wide: true,
    cell: ({ draft }) =>
      draft ? (
        <>
          {draft.edited_by}, <Time at={draft.edited_at} />
        </>
      ) : (
        <span className="quiet">–</span>
      ),
  },
];

const All = ({
  workflows,
  place,
  role,
}: {
  workflows: readonly Listed[];
  place: Place;
  role: ReturnType<typeof roleIn>;
}) => (
  <>
    <p className="soft">
      Production and sandbox share them. Checks that run keep the version that they began with.
    </p>
    <Table
      label="Workflows"
      rows={workflows}
      rowKey={({ workflow_id }) => workflow_id}
      columns={columns(place, role !== null && SEE_BUILD.includes(role))}
    />
  </>
);

const None = ({ button }: { button: ReactNode }) => (
  <Empty icon="flow" title="No workflow yet" actions={button}>
    <p>
      A workflow says how a person’s face is checked: what they do, what they agree to, what is kept, and how
      the page looks. Your backend names it when it asks for a check.
    </p>
  </Empty>
);

/** Workflows: how people are checked. */
export function WorkflowsPage() {
  const place = usePlace();
  const query = useQuery(workflowsQuery(place));
  const role = roleIn(useMe(), place.org);
  const [open, setOpen] = useState<'new' | 'link' | null>(null);
  const close = () => setOpen(null);
  const button = isBuilder(role) && (
    <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setOpen('new')}>
      New workflow
    </Button>
  );
  const usable = query.data?.workflows.some(({ version }) => version !== null);
  const buttons = (
    <>
      {role && usable && ASKERS.includes(role) && (
        <Button onClick={() => setOpen('link')}>Make a verification link</Button>
      )}
      {button}
    </>
  );
  return (
    <Sheet title="Workflows" crumb="" aside={buttons} of={query}>
      <Loaded query={query} what="The workflows" columns={[70, 60, 50, 40, 40]} rows={4}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <None button={button} />
          ) : (
            <All workflows={workflows} place={place} role={role} />
          )
        }
      </Loaded>
      {open === 'new' && <NewWorkflow place={place} close={close} others={query.data?.workflows ?? []} />}
      {open === 'link' && <MakeLink place={place} close={close} />}
    </Sheet>
  );
}

const columns = (place: Place, opens: boolean): readonly Column<Listed>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ workflow_id, name }) => {
      const shown = name || <span className="quiet">without a name</span>;
      if (!opens) return shown;
      return <RowLink to={`/${place.org}/${place.env}/workflows/${workflow_id}`}>{shown}</RowLink>;
    },
  },
  ...STANDING,
  {
    id: 'used',
    head: place.env === 'sandbox' ? 'Last use here' : 'Last use',
    wide: true,
    cell: ({ last_used }) => <Time at={last_used[place.env]} none="never" />,
  },
  {
    id: 'published',
    head: 'Published',
    wide: true,
    cell: ({ published_at }) => <Time at={published_at} />,
  },
  {
    id: 'id',
    head: 'Id',
    end: true,
    cell: ({ workflow_id }) => (
      <span className={styles.id}>
        <ShortId id={workflow_id} />
        {opens && <CopyButton text={workflow_id} what="the id" />}
      </span>
    ),
  },
];
