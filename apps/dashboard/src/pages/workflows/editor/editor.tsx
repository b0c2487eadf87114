import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { differences } from '../compare/differences.ts';
import { SECTIONS } from '../fields/all.ts';
import { Phone } from '../preview/phone.tsx';
import type { One } from '../queries.ts';
import { Conflict } from './conflict.tsx';
import styles from './editor.module.css';
import { EditorHead } from './head.tsx';
import { PartList } from './part-list.tsx';
import { isPart } from './parts.ts';
import { SectionForm } from './section-form.tsx';
import { Tool } from './tool.tsx';
import { useSaver } from './use-saver.ts';

interface EditorProps {
  one: One;
  place: Place;
  builds: boolean;
}

/** What `Editor` holds, and what its buttons and fields do. */
function useEditor({ one, place, builds }: EditorProps) {
  const { saver, writing } = useSaver(one, place);
  const navigate = useNavigate();
  const asked = (useSearch({ strict: false }) as { part?: string }).part;
  const part = isPart(asked) ? asked : SECTIONS[0]!.name;
  const go = (next: string) => void navigate({ search: { part: next } as never, replace: true });
  // A list of addresses keeps its text as it is typed: another beginning makes its field anew.
  const [beginning, setBeginning] = useState(0);
  const begun = () => setBeginning((before) => before + 1);
  const section = SECTIONS.find(({ name }) => name === part);
  const published = one.base?.published ? one.base : null;
  const changes = differences(published?.definition ?? null, writing.definition);
  const problems = writing.saved?.problems ?? [];
  const tools = { one, place, builds, saver, writing, changes, published, begun, go };
  return { saver, writing, part, go, beginning, section, changes, problems, tools };
}

export function Editor(props: EditorProps) {
  const { one, builds } = props;
  const { saver, writing, part, go, beginning, section, changes, problems, tools } = useEditor(props);
  return (
    <>
      <EditorHead {...tools} />
      {writing.state === 'conflict' && <Conflict {...tools} />}
      <div className={styles.editor}>
        <PartList
          part={part}
          go={go}
          problems={problems}
          changes={changes.length}
          versions={one.versions.length}
        />
        <div className={styles.part} key={`${part} ${beginning}`}>
          {section ? (
            <SectionForm
              section={section}
              definition={writing.definition}
              problems={problems}
              disabled={!builds}
              change={(definition) => saver.change(definition)}
            />
          ) : (
            <Tool part={part} {...tools} />
          )}
        </div>
        <div className={styles.aside}>
          <Phone
            preview={writing.saved ? writing.saved.preview : one.base?.preview}
            before={one.base?.preview}
          />
        </div>
      </div>
    </>
  );
}
