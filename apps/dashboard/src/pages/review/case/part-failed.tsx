import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../../../parts/problem.tsx';

/**
 * After an update of the service, code that an open page had not loaded yet is gone. A script cannot be
 * asked for twice.
 */
const GONE = new Error(
  'The service may have been updated since this page was opened. Copy a note that you have begun: ' +
    'loading the page again removes it.',
);

const Failed = () => (
  <Problem
    what="What explains this case"
    error={GONE}
    again={() => location.reload()}
    button="Load the page again"
  />
);

/** Keeps the list, the decision and its draft where what explains a case does not load or stops. */
export const PartBoundary = ({ review_id, children }: { review_id: string; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => review_id} errorComponent={Failed}>
    {children}
  </CatchBoundary>
);
