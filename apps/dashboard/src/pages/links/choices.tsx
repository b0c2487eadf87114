import { Select } from '@mantine/core';
import type { BodyOf, workflows as endpoints } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import type { Place } from '../../app/place.ts';
import { isBuilder } from '../settings/team/role-words.ts';
import { workflowQuery, workflowsQuery } from '../workflows/queries.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';

export type Wanted = BodyOf<typeof endpoints.makeLink>;

interface ChoiceProps {
  place: Place;
  value: string;
  choose(id: string): void;
  error?: string | null;
}

/** Those that a link can be made for: with a published version. */
export function WorkflowChoice({ place, value, choose, error }: ChoiceProps) {
  const { data } = useQuery(workflowsQuery(place));
  const published = (data?.workflows ?? []).filter(({ version }) => version !== null);
  const only = published.length === 1 ? published[0]!.workflow_id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where there is one, there is nothing to choose.
  useEffect(() => {
    if (only && !value) choose(only);
  }, [only]);
  return (
    <Select
      data-autofocus
      label="Workflow"
      description={data && published.length === 0 ? 'None is published yet.' : 'How the person is checked.'}
      value={value || null}
      data={published.map((each) => ({ value: each.workflow_id, label: each.name }))}
      onChange={(id) => choose(id ?? '')}
      error={error}
    />
  );
}

interface RedirectProps {
  place: Place;
  wanted: Wanted;
  setWanted(wanted: Wanted): void;
}

/** Only addresses that the workflow names, which builders may read. */
export function RedirectChoice({ place, wanted, setWanted }: RedirectProps) {
  const builds = isBuilder(roleIn(useMe(), place.org));
  const { data } = useQuery({
    ...workflowQuery(place, wanted.workflow_id),
    enabled: builds && wanted.workflow_id !== '',
  });
  const addresses = data?.base?.published ? (data.base.definition.redirect_urls ?? []) : [];
  if (addresses.length === 0) return null;
  return (
    <Select
      label="Afterwards the person goes to"
      value={wanted.redirect ?? ''}
      data={[
        { value: '', label: 'Nowhere: they close the page' },
        ...addresses.map((each) => ({ value: each, label: each })),
      ]}
      onChange={(redirect) => setWanted({ ...wanted, redirect: redirect || undefined })}
    />
  );
}
