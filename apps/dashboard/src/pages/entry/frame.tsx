import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../parts/icon.tsx';
import styles from './frame.module.css';

interface FrameProps {
  title: string;
  /** Changes when another step begins: its title is then read aloud. */
  step?: string;
  wide?: boolean;
  children: ReactNode;
}

/** A page outside the shell: one column with one thing to do. */
export function Frame({ title, step = title, wide = false, children }: FrameProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    document.title = `${title} · Standpoint`;
    if (shown.current === step) return;
    shown.current = step;
    head.current?.focus();
  }, [title, step]);
  return (
    <main className={styles.page}>
      <div className={styles.column} data-wide={wide || undefined}>
        <p className={styles.mark}>
          <span className={styles.sign}>
            <Icon name="pin" />
          </span>
          Standpoint
        </p>
        <h1 className={styles.title} ref={head} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}
