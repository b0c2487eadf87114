import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { reasonWords } from '../../../texts/location.ts';
import type { PolicyField } from '../editor/problem-words.ts';
import type { Editor } from '../editor/use-editor.ts';
import type { Choices } from '../queries.ts';
import styles from './settings.module.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';

type CheckChoice = Choices['checks'][number];
type Action = NonNullable<NonNullable<Editor['definition']['actions']>[string]>;

const GROUPS: Record<string, string> = {
  position: 'The position itself',
  place: 'Where it is',
  network: 'The network',
  time: 'Clock and time zone',
  history: 'What was seen before',
  integrity: 'Whether it is genuine',
  assurance: 'What vouches for it',
};

const ACTIONS: Record<Action, string> = {
  ignore: 'Ignore',
  retry: 'Try again',
  review: 'Review',
  fail: 'Fail',
};

const lower = (action: Action) => ACTIONS[action].toLowerCase();

/** What happens on each finding when the policy is silent. */
const defaultWords = ({ fail, uncertain }: CheckChoice): string =>
  fail && uncertain && fail !== uncertain
    ? `Default: ${lower(fail)}, in doubt ${lower(uncertain)}`
    : `Default: ${lower(fail ?? uncertain ?? 'ignore')}`;

interface ChecksProps {
  editor: Editor;
  choices: Choices;
  problems: readonly PolicyField[];
}

/** What the policy does about each finding. Doubt never fails a person, whatever is chosen here. */
export function Checks({ editor, choices, problems }: ChecksProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const checks = choices.checks.filter(
    ({ code, fail, uncertain }) =>
      (fail || uncertain) && (reasonWords(code).toLowerCase().includes(wanted) || code.includes(wanted)),
  );
  const groups = Object.keys(GROUPS).filter((group) => checks.some((check) => check.group === group));
  return (
    <div className={styles.sheet}>
      <p className="soft">
        A finding without an action of its own has its default. Doubt never fails a person: a finding that is
        not certain is tried again, then reviewed.
      </p>
      <TextInput
        className={styles.search}
        label="Find a check"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {groups.length === 0 && <p className="quiet">No check has this name.</p>}
      {groups.map((group) => (
        <section key={group} className={styles.group}>
          <h2>{GROUPS[group]}</h2>
          {checks
            .filter((check) => check.group === group)
            .map((check) => (
              <CheckRow
                key={check.code}
                check={check}
                editor={editor}
                problem={problems.find(({ path }) => path === `actions.${check.code}`)?.message}
              />
            ))}
        </section>
      ))}
    </div>
  );
}

type Actions = NonNullable<Editor['definition']['actions']>;

/** The actions with another one for a finding; with none it has its default again. */
function withAction(actions: Actions, code: string, action: Action | null): Actions | undefined {
  const { [code]: _, ...rest } = actions;
  const next = action ? { ...rest, [code]: action } : rest;
  return Object.keys(next).length > 0 ? next : undefined;
}

/** The ways to handle a finding. One that is never certain cannot fail a person. */
const actionsFor = ({ fail }: CheckChoice) =>
  (['ignore', 'retry', 'review', 'fail'] as const)
    .filter((action) => action !== 'fail' || fail !== null)
    .map((value) => ({ value, label: ACTIONS[value] }));

interface CheckRowProps {
  check: CheckChoice;
  editor: Editor;
  problem: string | undefined;
}

function CheckRow({ check, editor: { definition, edits, change }, problem }: CheckRowProps) {
  const { code } = check;
  const actions = definition.actions ?? {};
  const own = actions[code];
  const set = (action: Action | null) =>
    change({ actions: withAction(actions, code, action) } as { actions?: Actions });
  return (
    <div className={styles.row} data-own={own !== undefined || undefined}>
      <div>
        {reasonWords(code)}
        <p className="quiet small">
          {defaultWords(check)} · <span className="mono">{code}</span>
        </p>
      </div>
      <Select
        aria-label={`Action for: ${reasonWords(code)}`}
        placeholder="Default"
        clearable={edits && own !== undefined}
        clearButtonProps={{ 'aria-label': `Back to the default: ${reasonWords(code)}` }}
        readOnly={!edits}
        data={actionsFor(check)}
        value={own ?? null}
        error={problem}
        onChange={(value) => set(value as Action | null)}
      />
    </div>
  );
}
