import { type ReactNode, useEffect } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** What the page belongs to, before its title. */
  crumb?: ReactNode;
  /** One sentence beside the title. */
  about?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
}

/** The bar on top of a page: its title, which is also the document's, and what one may do here. */
export function PageHead({ title, crumb, about, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Standpoint`;
  }, [title]);
  return (
    <header className={styles.bar}>
      {crumb && <span className={styles.crumb}>{crumb}</span>}
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {title}
      </h1>
      {about && <div className={styles.about}>{about}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
