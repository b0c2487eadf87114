import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../keyboard/use-keys.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { copyText } from '../parts/copy-text.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { say } from '../toast/toasts.ts';
import styles from './facts.module.css';
import { RecordHead } from './head.tsx';
import { RecordProblem } from './no-record.tsx';

interface RecordFrameProps {
  /** Of the list that it belongs to. */
  list: { title: string; to: string };
  /** "This verification". */
  what: string;
  title: string;
  id: string;
  pending: boolean;
  error: Error | null;
  again(): void;
  /** With it, the record has a head that stays: its outcome, buttons and short facts. */
  head?: { badge?: ReactNode; actions?: ReactNode; meta?: readonly ReactNode[] };
  /** Beside the record; below it where there is no room. */
  side?: ReactNode;
  children: ReactNode;
}

/** Around one record: where it belongs, its id to copy, and what stands there until it is loaded. */
export function RecordFrame(props: RecordFrameProps) {
  const { list, what, title, id, pending, error, again, head, side, children } = props;
  const back = useRef<HTMLAnchorElement>(null);
  useKeys(what, [
    { keys: ['y'], words: 'Copy the id', run: () => void copyText(id).then(() => say(`Copied ${id}`)) },
    { keys: ['Escape'], words: `Back to ${list.title.toLowerCase()}`, run: () => back.current?.click() },
  ]);
  return (
    <>
      {head ? (
        <RecordHead list={list} back={back} title={title} id={id} {...head} />
      ) : (
        <PageHead
          title={title}
          crumb={
            <Link to={list.to as '/'} ref={back}>
              {list.title}
            </Link>
          }
        >
          <CopyButton text={id} what="the id" label="Copy id" />
        </PageHead>
      )}
      {error && <RecordProblem what={what} id={id} list={list} error={error} again={again} />}
      <div className={side ? styles.sheet : undefined}>
        <div className={styles.page}>
          {pending ? <Skeleton columns={[60, 90]} what={what.toLowerCase()} /> : !error && children}
        </div>
        {side && !error && (
          <section className={styles.side} aria-label="Beside the record">
            {side}
          </section>
        )}
      </div>
    </>
  );
}
