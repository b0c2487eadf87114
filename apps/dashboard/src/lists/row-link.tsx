import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { rememberRow } from './last-row.ts';
import styles from './list-table.module.css';

/** A press that a browser answers itself: in a new tab, or as a download. */
const isOwn = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * The link of a row, which j and k move over. It watches nothing: the router's own links each ask where the
 * page is, which was most of the work of a list that scrolls.
 */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: to as '/' }).catch(() => undefined);
  const open = (event: MouseEvent) => {
    rememberRow(to);
    if (isOwn(event)) return;
    event.preventDefault();
    void router.navigate({ to: to as '/' });
  };
  return (
    <a
      href={`${router.basepath}${to}`}
      className={styles.link}
      data-row-link={to}
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  );
}
