import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { roleIn, useMe } from '../../../api/me.ts';
import { usePlace } from '../../../app/place.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { RecordProblem } from '../../../record/no-record.tsx';
import { isBuilder } from '../../settings/team/role-words.ts';
import { choicesQuery, policyQuery } from '../queries.ts';
import { ToPolicies } from './to-policies.tsx';
import { Workbench } from './workbench.tsx';

/** One policy: its draft, what it would change, and every version before. */
export function PolicyPage() {
  const place = usePlace();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const policy = useQuery({ ...policyQuery(place, id), refetchOnWindowFocus: false });
  const choices = useQuery(choicesQuery(place));
  const edits = isBuilder(roleIn(useMe(), place.org));
  const [round, setRound] = useState(0);
  const error = policy.data ? choices.error : policy.error;
  if (policy.data && choices.data)
    return (
      <Workbench
        key={`${place.org} ${id} ${round}`}
        place={place}
        policy={policy.data}
        choices={choices.data}
        edits={edits}
        again={() => void policy.refetch().then(() => setRound((n) => n + 1))}
      />
    );
  return (
    <>
      <PageHead title="Policy" crumb={<ToPolicies place={place} />} />
      {error ? (
        <RecordProblem
          what="This policy"
          id={id}
          list={{ title: 'Policies', to: `/${place.org}/${place.env}/policies` }}
          error={error}
          again={() => void Promise.all([policy.refetch(), choices.refetch()])}
        />
      ) : (
        <Skeleton what="the policy" columns={[30, 70]} rows={8} />
      )}
    </>
  );
}
