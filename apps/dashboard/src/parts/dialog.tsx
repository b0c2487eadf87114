import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';

interface DialogProps {
  opened: boolean;
  title: string;
  close(): void;
  /** Buttons, the safe one first. */
  footer?: ReactNode;
  /** Neither Escape nor a click outside leaves it: what it shows would be lost. */
  stays?: boolean;
  size?: number;
  children: ReactNode;
}

export const Dialog = ({
  opened,
  title,
  close,
  footer,
  stays = false,
  size = 560,
  children,
}: DialogProps) => (
  <Modal
    opened={opened}
    onClose={close}
    title={title}
    size={size}
    closeOnEscape={!stays}
    closeOnClickOutside={!stays}
    withCloseButton={!stays}
    closeButtonProps={{ 'aria-label': 'Close' }}
    transitionProps={{ duration: 120 }}
  >
    <div className={styles.body}>{children}</div>
    {footer && <div className={styles.footer}>{footer}</div>}
  </Modal>
);

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
