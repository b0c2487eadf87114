import { TextInput } from '@mantine/core';
import type { FieldProps } from './field-props.ts';
import styles from './field-row.module.css';

const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** A colour as text, and the device's own way to choose one. */
export const ColourField = ({
  field,
  value,
  change,
  disabled,
  error,
  description,
}: FieldProps & { description: string }) => {
  const text = typeof value === 'string' ? value : '';
  return (
    <TextInput
      label={field.title}
      description={description}
      className={styles.number}
      disabled={disabled}
      error={error}
      dir="ltr"
      maxLength={7}
      spellCheck={false}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      inputContainer={(input) => (
        <div className={styles.colour}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={`Choose: ${field.title}`}
            disabled={disabled}
            value={COLOUR.test(text) ? text : '#0f6b5c'}
            onChange={(event) => change(event.currentTarget.value)}
          />
          {input}
        </div>
      )}
    />
  );
};
