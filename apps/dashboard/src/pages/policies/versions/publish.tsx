import type { AnswerOf, policies } from '@standpoint/contract';
import { queryClient } from '../../../api/query-client.ts';
import { useWrite } from '../../../api/use-write.ts';
import type { Place } from '../../../app/place.ts';
import { useZone } from '../../../clock/zone.ts';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { flipWords, honestNotes, ofWords } from '../backtest/words.ts';
import type { Editor } from '../editor/use-editor.ts';
import { type Backtest, type Choices, type PolicyDraft, policyPath } from '../queries.ts';
import { Differences } from './differences.tsx';
import { NothingReplayed } from './nothing-replayed.tsx';
import { Territories } from './territories.tsx';
import styles from './versions.module.css';

interface PublishProps {
  place: Place;
  id: string;
  editor: Editor;
  choices: Choices;
  draft: PolicyDraft;
  test: Backtest;
  /** The version that decides now. */
  published: number | null;
  done(): void;
  close(): void;
}

const Numbers = ({ test, env, zone }: { test: PublishProps['test']; env: string; zone: string }) => (
  <div className={styles.numbers}>
    <p className="soft">
      {ofWords(test, zone)}, {env}
    </p>
    <p className={styles.big}>{flipWords(test)}</p>
    {honestNotes(test).map((note) => (
      <p key={note} className="quiet small">
        {note}
      </p>
    ))}
  </div>
);

/** What `Publish` holds, and what its buttons and fields do. */
function usePublish({ place, id, draft, test, published, done }: PublishProps) {
  const { version, definition, revision, digest } = draft;
  const publish = useWrite<AnswerOf<typeof policies.publishPolicy>>({
    method: 'POST',
    path: `${policyPath(place, id)}/publish`,
    body: () => ({ revision, backtest_id: test.backtest_id, published }),
    stale: [[place.org, 'policies']],
  });
  const go = () =>
    publish.mutate(undefined, {
      onSuccess: () => {
        say(`Published version ${version}. It decides from now on.`);
        done();
      },
      // Another version may decide by now: what it differs in is shown before anyone tries again.
      onError: () => void queryClient.invalidateQueries({ queryKey: [place.org, 'policies'] }),
    });
  return { version, definition, digest, publish, go };
}

/** Says once more what the draft would change, and publishes exactly that. */
export function Publish(props: PublishProps) {
  const { place, id, editor, choices, test, published, close } = props;
  const own = usePublish(props);
  const footer = (
    <DialogButtons
      keep="Keep as draft"
      verb={`Publish: ${flipWords(test).toLowerCase()}`}
      close={close}
      busy={own.publish.isPending}
      go={own.go}
    />
  );
  const types = own.definition.transaction_types ?? [];
  const zone = useZone();
  return (
    <Dialog
      opened
      title={`Publish version ${own.version} of ${own.definition.name}?`}
      close={close}
      footer={footer}
      size={680}
    >
      <Numbers test={test} env={place.env} zone={zone} />
      <p>
        It decides {types.length > 0 ? types.join(', ') : 'every type without a policy of its own'} in both
        environments, at once. {published ? `Version ${published} stays, and can be rolled back to.` : ''} A
        published version never changes.
      </p>
      <Territories editor={editor} choices={choices} close={close} />
      {test.replayed === 0 && <NothingReplayed />}
      {published !== null && (
        <Differences place={place} id={id} from={String(published)} to="draft" digest={own.digest} />
      )}
      <Refusal error={own.publish.error} />
    </Dialog>
  );
}
