import type { ReactNode } from 'react';
import styles from './empty.module.css';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  icon: IconName;
  title: string;
  /** What will stand here, or why nothing does. */
  children: ReactNode;
  actions?: ReactNode;
}

/** Where a list would stand: what comes here, and the one action that brings it. */
export const Empty = ({ icon, title, children, actions }: EmptyProps) => (
  <section className={styles.empty}>
    <Icon name={icon} />
    <h2 className={styles.title}>{title}</h2>
    <div className={styles.words}>{children}</div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </section>
);
