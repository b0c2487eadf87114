import { Button } from '@mantine/core';

interface DialogButtonsProps {
  /** The safe button: "Keep the key". */
  keep: string;
  /** The button that does it: "Rotate the key". */
  verb: string;
  close(): void;
  busy?: boolean;
  /** Something that it needs is missing. */
  off?: boolean;
  /** It takes away what cannot be brought back. */
  danger?: boolean;
  /** The form whose button it is; else `go` says what it does. */
  form?: string;
  go?(): void;
}

/** The two buttons of a dialog, the safe one first. */
export const DialogButtons = ({
  keep,
  verb,
  close,
  busy = false,
  off = false,
  danger = false,
  form,
  go,
}: DialogButtonsProps) => (
  <>
    <Button onClick={close}>{keep}</Button>
    <Button
      variant={danger ? 'danger' : 'filled'}
      type={form ? 'submit' : 'button'}
      form={form}
      disabled={off}
      loading={busy}
      onClick={go}
    >
      {verb}
    </Button>
  </>
);
