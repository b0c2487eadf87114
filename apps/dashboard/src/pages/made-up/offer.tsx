import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import styles from './made-up.module.css';
import { FillingState } from './progress.tsx';
import { useMadeUp } from './query.ts';

const FillDialog = lazy(() =>
  import('./fill-dialog.tsx').then(({ FillDialog }) => ({ default: FillDialog })),
);

interface OfferProps {
  org: string;
  /** Whether this person may fill it. */
  may: boolean;
  /** Stands there once it is full. */
  after?: ReactNode;
  /** The page says further up how far it is. */
  saidAbove?: boolean;
}

/** A button that fills the sandbox, or how far that is, or why it cannot be. */
export function MadeUpOffer({ org, may, after, saidAbove }: OfferProps) {
  const { data } = useMadeUp(org, true);
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  const { filling, records_in } = data;
  const over = filling && filling.state !== 'running';
  if (filling && (!over || records_in !== null)) {
    if (saidAbove) return <p className="soft">They are being made, or were just made: see above.</p>;
    return (
      <div className={styles.offer}>
        <FillingState org={org} may={may} filling={filling} />
        {filling.state === 'done' && after}
      </div>
    );
  }
  if (records_in !== null)
    return (
      <p className="soft">
        {records_in === 'sandbox' ? 'The sandbox' : 'Production'} has records already, so no made-up ones are
        mixed with them.
      </p>
    );
  if (!may) return null;
  return (
    <div className={styles.offer}>
      <Button onClick={() => setAsking(true)}>Fill the sandbox</Button>
      {asking && (
        <Suspense>
          <FillDialog org={org} plan={data} close={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
