import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { Note } from '../../../parts/note.tsx';
import { Area } from '../area/area.tsx';
import { type LiveBacktest, useBacktest } from '../backtest/use-backtest.ts';
import type { Choices, ReadPolicy } from '../queries.ts';
import { Checks } from '../settings/checks.tsx';
import { JsonView } from '../settings/json.tsx';
import { Rules } from '../settings/rules.tsx';
import { Versions } from '../versions/versions.tsx';
import { Head } from './head.tsx';
import { type Asked, OpenDialog } from './open-dialog.tsx';
import { problemWords } from './problem-words.ts';
import { SaveTrouble } from './save-state.tsx';
import { type TabName, Tabs } from './tabs.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import styles from './workbench.module.css';

interface WorkbenchProps {
  place: Place;
  policy: ReadPolicy;
  choices: Choices;
  edits: boolean;
  /** Reads the policy anew and begins with what it is then. */
  again(): void;
}

/** What `Workbench` holds, and what its buttons and fields do. */
function useWorkbench({ place, policy, edits }: Pick<WorkbenchProps, 'place' | 'policy' | 'edits'>) {
  const id = policy.policy_id;
  const editor = useEditor(place, id, policy.draft, edits);
  const { draft, saving } = editor.save;
  const [tab, setTab] = useState<TabName>('area');
  const [asked, ask] = useState<Asked | null>(null);
  const blocked = blockedWords(editor);
  const live = useBacktest({
    place,
    id,
    draft,
    ready: blocked === null && saving.state === 'saved',
    live: edits && draft.revision > 0,
  });
  const ready = saving.state === 'saved' && blocked === null && live.fits && live.test?.state === 'done';
  return { editor, tab, setTab, asked, ask, blocked, live, ready };
}

export function Workbench({ place, policy, choices, edits, again }: WorkbenchProps) {
  const own = useWorkbench({ place, policy, edits });
  const { editor, tab, live } = own;
  return (
    <div className={styles.page} data-tab={tab}>
      <Head place={place} policy={policy} editor={editor} ready={own.ready} ask={own.ask} />
      <Tabs tab={tab} setTab={own.setTab} checks={choices.checks.length} versions={policy.versions.length} />
      <Troubles editor={editor} />
      <div className={styles.body}>
        <OpenTab
          tab={tab}
          place={place}
          policy={policy}
          choices={choices}
          editor={editor}
          live={live}
          blocked={own.blocked}
          again={again}
        />
      </div>
      <OpenDialog
        asked={own.asked}
        place={place}
        policy={policy}
        choices={choices}
        editor={editor}
        test={live.test}
        again={again}
        close={() => own.ask(null)}
      />
    </div>
  );
}

interface OpenTabProps extends Pick<WorkbenchProps, 'place' | 'policy' | 'choices' | 'again'> {
  tab: TabName;
  editor: Editor;
  live: LiveBacktest;
  /** Why there can be no back-test now. */
  blocked: string | null;
}

function OpenTab({ tab, place, policy, choices, editor, live, blocked, again }: OpenTabProps) {
  const { draft } = editor.save;
  switch (tab) {
    case 'area':
      return (
        <Area
          place={place}
          id={policy.policy_id}
          editor={editor}
          choices={choices}
          problems={draft.problems}
          live={live}
          blocked={blocked}
        />
      );
    case 'checks':
      return <Checks editor={editor} choices={choices} problems={draft.problems} />;
    case 'rules':
      return <Rules editor={editor} choices={choices} />;
    case 'json':
      return <JsonView editor={editor} form={`policy ${policy.policy_id}`} />;
    case 'versions':
      return <Versions place={place} policy={{ ...policy, draft }} edits={editor.edits} changed={again} />;
  }
}

/** Why there can be no back-test now. */
function blockedWords({ save: { draft, saving } }: Editor): string | null {
  if (saving.state === 'conflict' || saving.state === 'failed')
    return 'The back-test waits until the draft is saved.';
  return draft.problems.length > 0 ? 'Not tested until its faults are mended.' : null;
}

function Troubles({ editor }: { editor: Editor }) {
  const { draft, saving } = editor.save;
  return (
    <div className={styles.troubles}>
      <SaveTrouble editor={editor} />
      {saving.state !== 'failed' && draft.problems.length > 0 && (
        <Note tone="review">
          <p>
            Saved, but it cannot be published:{' '}
            {draft.problems.length === 1 ? 'one fault' : `${draft.problems.length} faults`}.
          </p>
          {draft.problems.slice(0, 5).map((problem) => (
            <p key={problem.path + problem.message}>{problemWords(problem, editor.shapes)}</p>
          ))}
        </Note>
      )}
    </div>
  );
}
