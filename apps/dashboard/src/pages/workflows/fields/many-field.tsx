import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import type { FieldProps } from './field-props.ts';
import styles from './field-row.module.css';
import type { Choice } from './kinds.ts';
import '@mantine/core/styles/Checkbox.layer.css';

interface ManyProps extends FieldProps {
  choices: readonly Choice[];
  usually: readonly string[];
}

/** Some of a few. Nothing chosen is a choice too, so that the usual ones have a box of their own. */
export function ManyField({ field, value, change, disabled, error, choices, usually }: ManyProps) {
  const line = useId();
  const set = Array.isArray(value) ? (value as string[]) : null;
  const chosen = set ?? usually;
  const choose = (name: string, on: boolean) =>
    change(choices.map((each) => each.value).filter((each) => (each === name ? on : chosen.includes(each))));
  return (
    <fieldset className={styles.group} aria-describedby={line}>
      <legend>{field.title}</legend>
      <p className={styles.line} id={line}>
        {field.line}
      </p>
      <Checkbox
        label={`As usual: ${field.usual}`}
        disabled={disabled}
        checked={set === null}
        onChange={(event) => change(event.currentTarget.checked ? undefined : [...usually])}
      />
      <div className={styles.boxes}>
        {choices.map(({ value: name, label, line: more }) => (
          <Checkbox
            key={name}
            label={label}
            description={more}
            disabled={disabled || set === null}
            checked={chosen.includes(name)}
            onChange={(event) => choose(name, event.currentTarget.checked)}
          />
        ))}
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
