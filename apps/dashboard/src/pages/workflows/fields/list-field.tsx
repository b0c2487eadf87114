import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FieldProps } from './field-props.ts';

interface ListProps extends FieldProps {
  description: string;
  one: string;
  example: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One entry per line. The text stays as it is typed. */
export function ListField({ field, value, change, disabled, error, description, one, example }: ListProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join('\n') : ''));
  const typed = (next: string) => {
    setText(next);
    const lines = linesOf(next);
    change(lines.length > 0 ? lines : undefined);
  };
  return (
    <Textarea
      label={field.title}
      description={`${description} One ${one} per line, such as ${example}.`}
      disabled={disabled}
      error={error}
      dir="ltr"
      rows={3}
      spellCheck={false}
      value={text}
      onChange={(event) => typed(event.currentTarget.value)}
    />
  );
}
