import { ActionIcon, Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './field-row.module.css';
import { isRightToLeft, LANGUAGES, languageWords } from './languages.ts';

export type Texts = Record<string, string>;

interface LanguagesProps extends FieldProps {
  most: number;
}

/** What `LanguagesField` holds, and what its buttons and fields do. */
function useLanguagesField({ value, change }: Pick<LanguagesProps, 'value' | 'change'>) {
  const texts = (value ?? {}) as Texts;
  const open = LANGUAGES.filter((each) => !(each.value in texts));
  const [next, setNext] = useState<string | null>(null);
  const add = next && open.some((each) => each.value === next) ? next : (open[0]?.value ?? null);
  const put = (tag: string, text: string | undefined) => {
    const rest = Object.fromEntries(Object.entries(texts).filter(([each]) => each !== tag));
    const all = text === undefined ? rest : { ...texts, [tag]: text };
    change(Object.keys(all).length > 0 ? all : undefined);
  };
  return { texts, open, setNext, add, put };
}

/** A text for each language that has one. */
export function LanguagesField({ field, value, change, disabled, error, most }: LanguagesProps) {
  const { texts, open, setNext, add, put } = useLanguagesField({ value, change });
  return (
    <fieldset className={styles.group}>
      <legend>{field.title}</legend>
      <p className={styles.line}>{field.line}</p>
      {Object.entries(texts).map(([tag, text]) => (
        <Entry
          key={tag}
          tag={tag}
          text={text}
          most={most}
          disabled={disabled}
          put={(next) => put(tag, next)}
        />
      ))}
      {error && <p className={styles.error}>{error}</p>}
      {!disabled && add && (
        <div className={styles.add}>
          <Select label="Language" data={open} value={add} onChange={setNext} />
          <Button leftSection={<Icon name="plus" />} onClick={() => put(add, '')}>
            Add a text
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface EntryProps {
  tag: string;
  text: string;
  most: number;
  disabled: boolean;
  /** Undefined takes the text out. */
  put(text: string | undefined): void;
}

const Entry = ({ tag, text, most, disabled, put }: EntryProps) => (
  <div className={styles.entry}>
    <Textarea
      label={languageWords(tag)}
      dir={isRightToLeft(tag) ? 'rtl' : 'ltr'}
      lang={tag}
      rows={3}
      maxLength={most}
      disabled={disabled}
      value={text}
      onChange={(event) => put(event.currentTarget.value)}
    />
    {!disabled && (
      <ActionIcon aria-label={`Take ${languageWords(tag)} out`} onClick={() => put(undefined)}>
        <Icon name="trash" />
      </ActionIcon>
    )}
  </div>
);
