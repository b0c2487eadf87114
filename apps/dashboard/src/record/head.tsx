import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { ShortId } from '../parts/short-id.tsx';
import styles from './head.module.css';

interface RecordHeadProps {
  list: { title: string; to: string };
  back: RefObject<HTMLAnchorElement | null>;
  title: string;
  id: string;
  /** The outcome, beside the title. */
  badge?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** Short facts in one line: customer, time, policy, owner. */
  meta?: readonly ReactNode[];
}

/** Stays on top while the record scrolls: what it is, whose it is, and the way to decide. */
export function RecordHead({ list, back, title, id, badge, actions, meta = [] }: RecordHeadProps) {
  useEffect(() => {
    document.title = `${title} · Standpoint`;
  }, [title]);
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <Link to={list.to as '/'} ref={back} className={styles.crumb}>
          {list.title}
        </Link>
        <h1 className={styles.title} tabIndex={-1} data-page-title>
          {title}
        </h1>
        {badge}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.meta}>
        <span className={styles.id}>
          <ShortId id={id} />
          <CopyButton text={id} what="the id" />
        </span>
        {meta.filter(Boolean).map((each, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one record keep their order.
          <span key={i}>{each}</span>
        ))}
      </div>
    </header>
  );
}
