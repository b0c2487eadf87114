import { Select, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf, workflows as endpoints } from '@standpoint/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { useWrite } from '../../api/use-write.ts';
import type { Place } from '../../app/place.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { type Listed, workflowsPath, workflowsQuery } from './queries.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

interface NewProps {
  place: Place;
  others: readonly Listed[];
  close(): void;
}

/** What `NewWorkflow` holds, and what its buttons and fields do. */
function useNewWorkflow({ place }: Pick<NewProps, 'place'>) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [from, setFrom] = useState<string | null>('');
  const [tried, setTried] = useState(false);
  const make = useWrite<AnswerOf<typeof endpoints.makeWorkflow>, BodyOf<typeof endpoints.makeWorkflow>>({
    method: 'POST',
    path: workflowsPath(place),
    stale: [workflowsQuery(place).queryKey],
  });
  const refused = make.error instanceof Refused ? make.error : null;
  const missing = name.trim() === '' ? 'Give it a name, so that colleagues find it.' : null;
  const submit = () => {
    setTried(true);
    if (missing) return;
    make.mutate(
      { name: name.trim(), ...(from && { from }) },
      {
        onSuccess: ({ workflow_id }) =>
          void navigate({ to: `/${place.org}/${place.env}/workflows/${workflow_id}` as '/' }),
      },
    );
  };
  return { name, setName, from, setFrom, tried, make, refused, missing, submit };
}

/** Begins a draft: by itself it changes no check. */
export function NewWorkflow({ place, others, close }: NewProps) {
  const { name, setName, from, setFrom, tried, make, refused, missing, submit } = useNewWorkflow({ place });
  return (
    <FormDialog
      title="New workflow"
      keep="Begin none"
      verb="Begin the workflow"
      busy={make.isPending}
      error={make.error}
      fields={['name', 'from']}
      submit={submit}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        description="For your colleagues; people who are checked do not see it."
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={(tried && missing) || refused?.field('name')}
      />
      <Select
        label="Begin with"
        description="It stays a draft that no check uses until you publish it."
        value={from}
        data={[
          { value: '', label: 'The usual check' },
          ...others.map((each) => ({ value: each.workflow_id, label: `The settings of ${each.name}` })),
        ]}
        onChange={setFrom}
        error={refused?.field('from')}
      />
    </FormDialog>
  );
}
