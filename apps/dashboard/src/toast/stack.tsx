import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import styles from './stack.module.css';
import { dropToast, TOAST_MS, type Toast, undoLast, useToasts } from './toasts.ts';

/** The messages at the bottom. They are read aloud without taking the focus. */
export function ToastStack() {
  const toasts = useToasts();
  return (
    <section className={styles.stack} aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function OneToast({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (toast.stays || (held && toast.until === undefined)) return;
    const left = toast.until === undefined ? TOAST_MS : Math.max(0, toast.until - Date.now());
    const timer = setTimeout(() => dropToast(toast.id), left);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it in place.
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{toast.text}</span>
      {toast.undo && (
        <button type="button" className={styles.undo} onClick={() => undoLast()}>
          Undo <kbd>U</kbd>
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Close this message"
        onClick={() => dropToast(toast.id)}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
