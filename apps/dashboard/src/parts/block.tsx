import type { ReactNode } from 'react';
import styles from './block.module.css';

interface BlockProps {
  title: string;
  /** A sentence below the heading. */
  about?: ReactNode;
  /** At the end of the heading: a button, a link, a few quiet words. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a page, told apart by space and its heading. */
export function Block({ title, about, aside, children }: BlockProps) {
  return (
    <section className={styles.block}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {about && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}
