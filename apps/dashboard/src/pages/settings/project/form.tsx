import { Button, TextInput } from '@mantine/core';
import type { BodyOf, project as endpoints } from '@standpoint/contract';
import type { FormEvent } from 'react';
import { Refused } from '../../../api/refused.ts';
import { useWrite } from '../../../api/use-write.ts';
import { orgPath } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { say } from '../../../toast/toasts.ts';
import { OutdatedNote } from '../../../unsaved/outdated-note.tsx';
import { useTyped } from '../../../unsaved/typed.ts';
import styles from './form.module.css';
import { type Project, projectQuery } from './queries.ts';
import { SettingField } from './setting-field.tsx';
import { changesOf, SETTING_ROWS, settingProblem, type Typed, typedOf } from './setting-rows.ts';

interface FormProps {
  project: Project;
  manages: boolean;
}

type Change = BodyOf<typeof endpoints.changeProject>;

/** The form as it is typed. */
interface Own {
  name: string;
  typed: Typed;
}

/** What differs from what is stored; null when nothing does. */
function changeOf(project: Project, name: string, typed: Typed): Change | null {
  const { settings, unset } = changesOf(project, typed);
  const renamed = name.trim() !== project.name;
  const changed = Object.keys(settings).length > 0;
  if (!renamed && !changed && unset.length === 0) return null;
  return {
    ...(renamed && { name: name.trim() }),
    ...(changed && { settings }),
    ...(unset.length > 0 && { unset: unset as Change['unset'] }),
  };
}

/** What `ProjectForm` holds, and what its buttons and fields do. */
function useProjectForm({ project }: Pick<FormProps, 'project'>) {
  const {
    typed: own,
    setTyped: setOwn,
    outdated,
  } = useTyped<Own>({
    form: `project ${project.org}`,
    what: 'What you changed in the project',
    stored: JSON.stringify([project.name, project.settings]),
  });
  const { name, typed } = own ?? { name: project.name, typed: typedOf(project.settings) };
  const set = (next: Own) => setOwn(changeOf(project, next.name, next.typed) ? next : null);
  const save = useWrite<Project, Change>({
    method: 'PATCH',
    path: `${orgPath(project)}/project`,
    stale: [projectQuery(project).queryKey, ['me']],
  });
  const problems = SETTING_ROWS.map((row) => settingProblem(row, typed[row.place] ?? ''));
  const nameProblem = name.trim() === '' ? 'An organization has a name.' : null;
  const change = changeOf(project, name, typed);
  const refused = save.error instanceof Refused ? save.error : null;
  const stored = () => {
    setOwn(null);
    say('Saved. Every node follows within 5 seconds.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change && !nameProblem && !problems.some(Boolean) && !save.isPending)
      save.mutate(change, { onSuccess: stored });
  };
  const back = () => {
    setOwn(null);
    save.reset();
  };
  return { name, typed, outdated, set, save, problems, nameProblem, change, refused, submit, back };
}

export function ProjectForm({ project, manages }: FormProps) {
  const form = useProjectForm({ project });
  const { name, typed, outdated, set, save, problems, nameProblem, change, refused, submit, back } = form;
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Block title="Organization">
        <TextInput
          className={styles.field}
          label="Name"
          description="As it stands in the dashboard."
          maxLength={100}
          disabled={!manages}
          value={name}
          onChange={({ currentTarget: { value } }) => set({ name: value, typed })}
          error={nameProblem ?? refused?.field('name')}
        />
        {SETTING_ROWS.map((row, index) => (
          <SettingField
            key={row.place}
            row={row}
            project={project}
            value={typed[row.place] ?? ''}
            change={(value) => set({ name, typed: { ...typed, [row.place]: value } })}
            disabled={!manages}
            error={problems[index] ?? refused?.field(row.place.split('.').at(-1)!)}
          />
        ))}
      </Block>
      {outdated && <OutdatedNote what="The project" />}
      <Refusal error={save.error} fields={['name', 'settings']} />
      {manages && (
        <div className={styles.buttons} data-changed={change !== null}>
          <Button variant="filled" type="submit" disabled={!change} loading={save.isPending}>
            Save the changes
          </Button>
          {change && <Button onClick={back}>Back to what is stored</Button>}
        </div>
      )}
    </form>
  );
}
