import { Block } from '../../../parts/block.tsx';
import { Note } from '../../../parts/note.tsx';
import { fieldOf } from '../fields/all.ts';
import { FieldRow } from '../fields/field-row.tsx';
import type { Section } from '../fields/kinds.ts';
import { valueAt, withValue } from '../fields/place.ts';
import { problemWords } from '../fields/problem-words.ts';
import type { Definition, Problem } from '../queries.ts';
import styles from './editor.module.css';

interface SectionFormProps {
  section: Section;
  definition: Definition;
  problems: readonly Problem[];
  disabled: boolean;
  change(definition: Definition): void;
}

/** The settings of one section, each with its problems beside it. */
export function SectionForm({ section, definition, problems, disabled, change }: SectionFormProps) {
  // Of a group as a whole, such as two settings that exclude each other: at the section that the group is in.
  const homeless = problems.filter(
    ({ path }) => !fieldOf(path) && section.fields.some(({ place }) => place.startsWith(`${path}.`)),
  );
  return (
    <div className={styles.form}>
      <Block title={section.title} about={section.about}>
        <div className={styles.form}>
          {homeless.map(({ path, message }) => (
            <Note key={path} tone="fail">
              {section.title} {message}.
            </Note>
          ))}
          {section.fields.map((field) => (
            <FieldRow
              key={field.place}
              field={field}
              value={valueAt(definition, field.place)}
              change={(value) => change(withValue(definition, field.place, value))}
              disabled={disabled}
              error={problemWords(field, problems)}
            />
          ))}
        </div>
      </Block>
    </div>
  );
}
