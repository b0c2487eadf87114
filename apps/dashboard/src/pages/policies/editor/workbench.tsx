import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { Note } from '../../../parts/note.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Area } from '../area/area.tsx';
import { useBacktest } from '../backtest/use-backtest.ts';
import type { Choices, ReadPolicy } from '../queries.ts';
import { Checks } from '../settings/checks.tsx';
import { JsonView } from '../settings/json.tsx';
import { Rules } from '../settings/rules.tsx';
import { Compare } from '../versions/compare.tsx';
import { Publish } from '../versions/publish.tsx';
import { Versions } from '../versions/versions.tsx';
import { Discard } from './discard.tsx';
import { problemWords } from './problem-words.ts';
import { SaveTrouble, SaveWords } from './save-state.tsx';
import { type TabName, Tabs } from './tabs.tsx';
import { ToPolicies } from './to-policies.tsx';
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

type Open = 'publish' | 'compare' | 'discard' | null;

const Head = ({
  place,
  policy,
  editor,
  edits,
  ready,
  isDraft,
  draft,
  setOpen,
}: Pick<WorkbenchProps, 'place' | 'policy' | 'edits'> & {
  editor: Editor;
  draft: Editor['save']['draft'];
  ready: boolean;
  isDraft: boolean;
  setOpen(open: Open): void;
}) => (
  <PageHead
    title={editor.definition.name || 'Without a name'}
    crumb={
      <>
        <ToPolicies place={place} /> /
      </>
    }
    about={<SaveWords editor={editor} published={policy.published} />}
  >
    {isDraft && <span className={styles.badge}>Draft v{draft.version}</span>}
    {isDraft && edits && (
      <Button variant="subtle" onClick={() => setOpen('discard')}>
        Discard the draft
      </Button>
    )}
    {isDraft && policy.published && (
      <Button onClick={() => setOpen('compare')}>Compare with v{policy.published}</Button>
    )}
    {edits && (
      <Button
        variant="filled"
        disabled={!ready || !mayPublish(policy, editor)}
        onClick={() => setOpen('publish')}
      >
        Publish v{draft.version}…
      </Button>
    )}
  </PageHead>
);

/** The dialog that is open. */
const Opened = ({
  open,
  place,
  policy,
  choices,
  editor,
  draft,
  test,
  again,
  close,
}: Pick<WorkbenchProps, 'place' | 'policy' | 'choices' | 'again'> & {
  open: Open;
  editor: Editor;
  draft: Editor['save']['draft'];
  test: ReturnType<typeof useBacktest>['test'];
  close(): void;
}) => (
  <>
    {open === 'publish' && test && (
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
    )}
    {open === 'compare' && (
      <Compare
        place={place}
        id={policy.policy_id}
        from={String(policy.published)}
        to="draft"
        title={`What the draft changes in version ${policy.published}`}
        digest={draft.digest}
        close={close}
      />
    )}
    {open === 'discard' && <Discard place={place} policy={{ ...policy, draft }} done={again} close={close} />}
  </>
);

export function Workbench({ place, policy, choices, edits, again }: WorkbenchProps) {
  const id = policy.policy_id;
  const editor = useEditor(place, id, policy.draft, edits);
  const { draft, saving } = editor.save;
  const [tab, setTab] = useState<TabName>('area');
  const [open, setOpen] = useState<Open>(null);
  const blocked = blockedWords(editor);
  const isDraft = draft.version !== draft.based_on && draft.revision > 0;
  const live = useBacktest({
    place,
    id,
    draft,
    ready: blocked === null && saving.state === 'saved',
    live: edits && draft.revision > 0,
  });
  const ready = saving.state === 'saved' && blocked === null && live.fits && live.test?.state === 'done';
  return (
    <div className={styles.page} data-tab={tab}>
      <Head
        place={place}
        policy={policy}
        editor={editor}
        edits={edits}
        ready={ready}
        isDraft={isDraft}
        draft={draft}
        setOpen={setOpen}
      />
      <Tabs tab={tab} setTab={setTab} checks={choices.checks.length} versions={policy.versions.length} />
      <Troubles editor={editor} />
      <div className={styles.body}>
        {tab === 'area' && (
          <Area
            place={place}
            id={id}
            editor={editor}
            choices={choices}
            problems={draft.problems}
            live={live}
            blocked={blocked}
          />
        )}
        {tab === 'checks' && <Checks editor={editor} choices={choices} problems={draft.problems} />}
        {tab === 'rules' && <Rules editor={editor} choices={choices} />}
        {tab === 'json' && <JsonView editor={editor} />}
        {tab === 'versions' && (
          <Versions place={place} policy={{ ...policy, draft }} edits={edits} changed={again} />
        )}
      </div>
      <Opened
        open={open}
        place={place}
        policy={policy}
        choices={choices}
        editor={editor}
        draft={draft}
        test={live.test}
        again={again}
        close={() => setOpen(null)}
      />
    </div>
  );
}

/** A draft of people, or one that the command line stored. */
const mayPublish = ({ versions }: ReadPolicy, { save: { draft } }: Editor): boolean =>
  draft.revision > 0 ||
  versions.some(({ version, status }) => version === draft.version && status === 'draft');

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
            <p key={problem.path + problem.message}>{problemWords(problem)}</p>
          ))}
        </Note>
      )}
    </div>
  );
}
