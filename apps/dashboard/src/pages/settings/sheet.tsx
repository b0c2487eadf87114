import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refused } from '../../api/refused.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Problem } from '../../parts/problem.tsx';
import styles from './sheet.module.css';

interface SheetProps {
  title: string;
  /** At the end of the bar. */
  aside?: ReactNode;
  /** A page outside of the settings has no crumb. */
  crumb?: string;
  /** What the page shows: where the person's role may not see it, the page says so once. */
  of?: UseQueryResult;
  children: ReactNode;
}

const isClosed = (error: Error | null | undefined): error is Refused =>
  error instanceof Refused && error.code === 'scope_denied';

/** A page of blocks below each other. */
export const Sheet = ({ title, aside, crumb = 'Settings /', of, children }: SheetProps) => (
  <>
    <PageHead title={title} crumb={crumb}>
      {!isClosed(of?.error) && aside}
    </PageHead>
    <div className={styles.sheet}>
      {of && isClosed(of.error) ? (
        <Problem what="This page" error={of.error} again={() => void of.refetch()} />
      ) : (
        children
      )}
    </div>
  </>
);
