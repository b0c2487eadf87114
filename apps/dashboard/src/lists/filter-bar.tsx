import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '../keyboard/use-keys.ts';
import { Icon } from '../parts/icon.tsx';
import styles from './filter-bar.module.css';
import { type FilterField, type Filters, withFilter } from './filters.ts';

interface FilterBarProps {
  fields: readonly FilterField[];
  filters: Filters;
  change(filters: Filters): void;
  /** At the end: the column chooser. */
  end?: React.ReactNode;
}

/** What `FilterBar` holds, and what its buttons and fields do. */
function useFilterBar({ filters, change }: Pick<FilterBarProps, 'filters' | 'change'>) {
  const form = useRef<HTMLFormElement>(null);
  // Only a small window folds them away.
  const [open, setOpen] = useState(false);
  const chosen = Object.keys(filters).length;
  useKeys('This list', [
    {
      keys: ['f'],
      words: 'Filter',
      run: () => {
        flushSync(() => setOpen(true));
        form.current?.querySelector<HTMLElement>('input, select')?.focus();
      },
    },
  ]);
  const set = (name: string, value: string) => {
    const next = withFilter(filters, name, value);
    if ((next[name] ?? '') !== (filters[name] ?? '')) change(next);
  };
  return { form, open, setOpen, chosen, set };
}

/** The filters of a list. They stand in the address, so that a link shows the same rows. */
export function FilterBar({ fields, filters, change, end }: FilterBarProps) {
  const { form, open, setOpen, chosen, set } = useFilterBar({ filters, change });
  return (
    <form className={styles.bar} ref={form} onSubmit={(event: FormEvent) => event.preventDefault()}>
      <Button
        className={styles.toggle}
        leftSection={<Icon name="filter" />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {chosen > 0 ? `Filters: ${chosen}` : 'Filters'}
      </Button>
      <div className={styles.fields} data-open={open || undefined}>
        {fields.map((field) => (
          <Field key={field.name} field={field} value={filters[field.name] ?? ''} set={set} />
        ))}
        {chosen > 0 && (
          <Button size="xs" variant="subtle" leftSection={<Icon name="cross" />} onClick={() => change({})}>
            Clear
          </Button>
        )}
      </div>
      <span className={styles.end}>{end}</span>
    </form>
  );
}

interface FieldProps {
  field: FilterField;
  value: string;
  set(name: string, value: string): void;
}

/** A choice takes effect at once; a text with Enter, or when its field is left. */
const Field = (props: FieldProps) =>
  props.field.options ? <ChoiceField {...props} /> : <TextField {...props} />;

const ChoiceField = ({ field: { name, label, options }, value, set }: FieldProps) => (
  <label className={styles.field}>
    <span className={styles.label}>{label}</span>
    <select
      className={styles.select}
      data-set={value !== '' || undefined}
      value={value}
      onChange={(event) => set(name, event.currentTarget.value)}
    >
      <option value="">All</option>
      {options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);

function TextField({ field: { name, label, day }, value, set }: FieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      className={styles.field}
      label={label}
      type={day ? 'date' : 'search'}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value);
        if (day || event.currentTarget.value === '') set(name, event.currentTarget.value);
      }}
      onBlur={() => set(name, text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') set(name, text);
      }}
    />
  );
}
