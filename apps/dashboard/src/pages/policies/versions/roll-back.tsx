import { Button } from '@mantine/core';
import type { AnswerOf, policies } from '@standpoint/contract';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { policyPath, type ReadPolicy } from '../queries.ts';
import { Differences } from './differences.tsx';

interface RollBackProps {
  place: Place;
  policy: ReadPolicy;
  version: number;
  done(): void;
  close(): void;
}

/** The way out of a mistake: needs no back-test, because this content was published before. */
export function RollBack({ place, policy, version, done, close }: RollBackProps) {
  const { policy_id, published, draft, versions } = policy;
  const next = (versions[0]?.version ?? 0) + 1;
  const back = useWrite<AnswerOf<typeof policies.rollBackPolicy>>({
    method: 'POST',
    path: `${policyPath(place, policy_id)}/rollback`,
    body: () => ({ version, published }),
    stale: [[place.org, 'policies']],
  });
  const go = () =>
    back.mutate(undefined, {
      onSuccess: (made) => {
        say(`Version ${made.version} decides, with the content of version ${version}`);
        done();
      },
    });
  const footer = (
    <>
      <Button onClick={close}>Keep {published ? `version ${published}` : 'it archived'}</Button>
      <Button variant="filled" loading={back.isPending} onClick={go}>
        Roll back to version {version}
      </Button>
    </>
  );
  return (
    <Dialog opened title={`Roll back to version ${version}?`} close={close} footer={footer} size={680}>
      <p>
        Its content becomes version {next} and decides at once, in both environments.
        {draft.revision > 0 && ' The draft in work stays as it is.'}
      </p>
      {published !== null && (
        <Differences place={place} id={policy_id} from={String(published)} to={String(version)} digest="" />
      )}
      <Refusal error={back.error} />
    </Dialog>
  );
}
