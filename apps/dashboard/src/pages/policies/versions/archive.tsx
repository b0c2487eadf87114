import type { AnswerOf, policies } from '@standpoint/contract';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { ConfirmByTyping } from '../../../parts/confirm-by-typing.tsx';
import { say } from '../../../toast/toasts.ts';
import { policyPath, type ReadPolicy } from '../queries.ts';

interface ArchiveProps {
  place: Place;
  policy: ReadPolicy;
  done(): void;
  close(): void;
}

export function Archive({ place, policy, done, close }: ArchiveProps) {
  const { policy_id, published, versions } = policy;
  const name = versions.find(({ version }) => version === published)?.name ?? policy_id;
  const archive = useWrite<AnswerOf<typeof policies.archivePolicy>>({
    method: 'POST',
    path: `${policyPath(place, policy_id)}/archive`,
    body: () => ({ version: published }),
    stale: [[place.org, 'policies']],
  });
  return (
    <ConfirmByTyping
      opened
      title={`Archive ${name}?`}
      typed={name}
      verb="Archive the policy"
      keep="Keep it"
      busy={archive.isPending}
      error={archive.error}
      close={close}
      confirm={() =>
        archive.mutate(undefined, {
          onSuccess: () => {
            say(`${name} decides nothing any more`);
            done();
          },
        })
      }
    >
      <p>
        It decides nothing any more, from the next verification on. Its transaction types then fall to the
        default policy, or, where there is none, to the built-in one, which allows any place. Its versions
        stay, and one of them can be rolled back to.
      </p>
    </ConfirmByTyping>
  );
}
