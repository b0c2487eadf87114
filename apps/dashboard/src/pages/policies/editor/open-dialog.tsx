import type { Place } from '../../../app/place.ts';
import type { Backtest, Choices, ReadPolicy } from '../queries.ts';
import { Compare } from '../versions/compare.tsx';
import { Publish } from '../versions/publish.tsx';
import { Discard } from './discard.tsx';
import type { Editor } from './use-editor.ts';

export type Asked = 'publish' | 'compare' | 'discard';

interface OpenDialogProps {
  asked: Asked | null;
  place: Place;
  policy: ReadPolicy;
  choices: Choices;
  editor: Editor;
  /** The back-test of this draft. Without one, nothing can be published. */
  test: Backtest | null;
  again(): void;
  close(): void;
}

/** The dialog that was asked for. */
export function OpenDialog({ asked, place, policy, choices, editor, test, again, close }: OpenDialogProps) {
  const { draft } = editor.save;
  if (asked === 'publish' && test)
    return (
      <Publish
        place={place}
        id={policy.policy_id}
        editor={editor}
        choices={choices}
        draft={draft}
        test={test}
        published={policy.published}
        done={again}
        close={close}
      />
    );
  if (asked === 'compare')
    return (
      <Compare
        place={place}
        id={policy.policy_id}
        from={String(policy.published)}
        to="draft"
        title={`What the draft changes in version ${policy.published}`}
        digest={draft.digest}
        close={close}
      />
    );
  if (asked === 'discard')
    return <Discard place={place} policy={{ ...policy, draft }} done={again} close={close} />;
  return null;
}
