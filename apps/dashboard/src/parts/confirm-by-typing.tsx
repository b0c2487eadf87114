import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Note } from './note.tsx';

interface ConfirmProps {
  opened: boolean;
  /** A question with its object: "Revoke key_01…?" */
  title: string;
  /** What has to be typed: the id, or the name that people know it by. */
  typed: string;
  /** The button repeats the verb: "Revoke the key". */
  verb: string;
  /** The button that changes nothing: "Keep it". */
  keep?: string;
  /** What goes, and what stays. */
  children: ReactNode;
  busy?: boolean;
  error?: Error | null;
  confirm(): void;
  close(): void;
}

interface TypedFieldProps {
  typed: string;
  text: string;
  change(text: string): void;
}

const TypedField = ({ typed, text, change }: TypedFieldProps) => (
  <TextInput
    data-autofocus
    label={
      <>
        Type <code className="mono">{typed}</code> to go on
      </>
    }
    value={text}
    onChange={(event) => change(event.currentTarget.value)}
    autoComplete="off"
    spellCheck={false}
  />
);

/** Before what cannot be undone. Enter does nothing until the text matches. */
export function ConfirmByTyping(props: ConfirmProps) {
  const { opened, title, typed, verb, keep = 'Keep it', children, busy, error, confirm, close } = props;
  const [text, setText] = useState('');
  const form = useId();
  const matches = text.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches && !busy) confirm();
  };
  const leave = () => {
    setText('');
    close();
  };
  const footer = (
    <DialogButtons keep={keep} verb={verb} close={leave} busy={busy} off={!matches} danger form={form} />
  );
  return (
    <Dialog opened={opened} title={title} close={leave} footer={footer}>
      <div>{children}</div>
      <form id={form} onSubmit={submit}>
        <TypedField typed={typed} text={text} change={setText} />
      </form>
      {error && (
        <Note tone="fail" live>
          {error.message} Nothing was changed.
        </Note>
      )}
    </Dialog>
  );
}
