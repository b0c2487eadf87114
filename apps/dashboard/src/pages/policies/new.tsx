import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import type { Place } from '../../app/place.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { policiesPath, type ReadPolicy } from './queries.ts';

const typesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((type) => type.trim())
      .filter(Boolean),
  ),
];

/** What `NewPolicy` holds, and what its buttons and fields do. */
function useNewPolicy({ place }: { place: Place }) {
  const [name, setName] = useState('');
  const [types, setTypes] = useState('');
  const navigate = useNavigate();
  const make = useWrite<ReadPolicy>({
    method: 'POST',
    path: policiesPath(place),
    body: () => ({
      definition: {
        name: name.trim(),
        ...(typesOf(types).length > 0 && { transaction_types: typesOf(types) }),
      },
    }),
    stale: [[place.org, 'policies']],
  });
  const submit = () =>
    make.mutate(undefined, {
      onSuccess: ({ policy_id }) =>
        void navigate({ to: `/${place.org}/${place.env}/policies/${policy_id}` as '/' }),
    });
  return { name, setName, types, setTypes, make, submit };
}

/** A draft to begin with: it decides nothing until it is published. */
export function NewPolicy({ place, close }: { place: Place; close(): void }) {
  const { name, setName, types, setTypes, make, submit } = useNewPolicy({ place });
  return (
    <FormDialog
      title="New policy"
      about={<p className="quiet">It decides nothing until it is published.</p>}
      keep="Make none"
      verb="Make the draft"
      busy={make.isPending}
      off={name.trim() === ''}
      error={make.error}
      submit={submit}
      close={close}
    >
      <TextInput
        data-autofocus
        label="Name"
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Decides for"
        description="Transaction types with commas between them. Empty: every type without its own policy."
        value={types}
        onChange={(event) => setTypes(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
