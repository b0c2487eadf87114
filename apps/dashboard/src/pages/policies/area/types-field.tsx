import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Editor } from '../editor/use-editor.ts';
import { Chip, Chips } from './chips.tsx';

/** What `TypesField` holds, and what its buttons and fields do. */
function useTypesField({ editor }: { editor: Editor }) {
  const [text, setText] = useState('');
  const types = editor.definition.transaction_types ?? [];
  const set = (next: string[]) =>
    editor.change({ transaction_types: next.length > 0 ? next : undefined } as {
      transaction_types?: string[];
    });
  const add = () => {
    const type = text.trim();
    setText('');
    if (type && !types.some((each) => each.toLowerCase() === type.toLowerCase())) set([...types, type]);
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return { text, setText, types, set, add, typed };
}

/** The transaction types that the policy decides; none makes it the default. */
export function TypesField({ editor }: { editor: Editor }) {
  const { text, setText, types, set, add, typed } = useTypesField({ editor });
  return (
    <div>
      <Chips label="Decides for">
        {types.map((type) => (
          <Chip
            key={type}
            name={type}
            remove={editor.edits ? () => set(types.filter((each) => each !== type)) : undefined}
          />
        ))}
        {types.length === 0 && <li className="quiet small">every type without its own policy</li>}
      </Chips>
      {editor.edits && (
        <TextInput
          mt={6}
          aria-label="Add a transaction type"
          placeholder="Add a type, such as wager"
          value={text}
          maxLength={128}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={typed}
          onBlur={add}
        />
      )}
    </div>
  );
}
