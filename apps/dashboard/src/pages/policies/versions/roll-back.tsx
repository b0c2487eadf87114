import type { AnswerOf, policies } from '@standpoint/contract';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { flipWords } from '../backtest/words.ts';
import { policyPath, type ReadPolicy } from '../queries.ts';
import { Differences } from './differences.tsx';
import { useVersionTest, type VersionTest } from './use-version-test.ts';
import { VersionTestSummary } from './version-test.tsx';

interface RollBackProps {
  place: Place;
  policy: ReadPolicy;
  version: number;
  done(): void;
  close(): void;
}

/** What `RollBack` holds, and what its buttons and fields do. */
function useRollBack({ place, policy, version, done }: Omit<RollBackProps, 'close'>) {
  const { policy_id, published } = policy;
  const known = useVersionTest(place, policy_id, version);
  const test = known.test?.state === 'done' ? known.test : null;
  const back = useWrite<AnswerOf<typeof policies.rollBackPolicy>>({
    method: 'POST',
    path: `${policyPath(place, policy_id)}/rollback`,
    body: () => ({ version, published, ...(test && { backtest_id: test.backtest_id }) }),
    stale: [[place.org, 'policies']],
  });
  const go = () =>
    back.mutate(undefined, {
      onSuccess: (made) => {
        say(`Version ${made.version} decides, with the content of version ${version}`);
        done();
      },
    });
  return { known, back, go };
}

/**
 * The way out of a mistake: it waits for no back-test, and says whether there is one that says enough. What the person
 * saw stands in the audit log.
 */
export function RollBack({ place, policy, version, done, close }: RollBackProps) {
  const { policy_id, published, draft, versions } = policy;
  const next = (versions[0]?.version ?? 0) + 1;
  const { known, back, go } = useRollBack({ place, policy, version, done });
  const footer = (
    <DialogButtons
      keep={`Keep ${published ? `version ${published}` : 'it archived'}`}
      verb={actWords(known)}
      close={close}
      busy={back.isPending}
      go={go}
    />
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
      <VersionTestSummary place={place} version={version} known={known} />
      <Refusal error={back.error} />
    </Dialog>
  );
}

/** Claims no number that is not known, and none that says too little. */
function actWords({ test }: VersionTest): string {
  if (test === undefined) return 'Roll back';
  if (test?.state !== 'done') return 'Roll back without a back-test';
  return test.lacks || test.replayed === 0 ? 'Roll back' : `Roll back: ${flipWords(test).toLowerCase()}`;
}
