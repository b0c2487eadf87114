import { Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Refusal } from './refusal.tsx';
import '@mantine/core/styles/Stack.layer.css';

interface FormDialogProps {
  title: string;
  /** Above the fields: what it does. */
  about?: ReactNode;
  /** The safe button: "Make none". */
  keep: string;
  /** The button that does it: "Make the key". */
  verb: string;
  busy: boolean;
  /** Something that it needs is missing. */
  off?: boolean;
  error: Error | null;
  /** Fields that show their own part of a refusal. */
  fields?: readonly string[];
  /** A further button, before the others. */
  aside?: ReactNode;
  submit(): void;
  close(): void;
  children: ReactNode;
}

/** A dialog that asks for something. Enter in a field is its button; pressed twice, it is sent once. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    about,
    keep,
    verb,
    busy,
    off = false,
    error,
    fields,
    aside,
    submit,
    close,
    children,
  } = props;
  const form = useId();
  const hear = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !off) submit();
  };
  const footer = (
    <>
      {aside}
      <DialogButtons keep={keep} verb={verb} close={close} busy={busy} off={off} form={form} />
    </>
  );
  return (
    <Dialog opened title={title} close={close} footer={footer}>
      {about}
      <form id={form} onSubmit={hear} noValidate>
        <Stack gap={16}>{children}</Stack>
      </form>
      <Refusal error={error} fields={fields} />
    </Dialog>
  );
}
