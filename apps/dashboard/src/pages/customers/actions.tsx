import { Button } from '@mantine/core';
import { ASKERS, EXPORTERS, MANAGERS } from '@standpoint/contract/dashboard/role-sets';
import { useState } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import type { Place } from '../../app/place.ts';
import { MakeLink } from '../links/make-link.tsx';
import type { About } from './about.ts';
import { EraseCustomer } from './erase.tsx';
import { ExportCustomer } from './export.tsx';
import { PlaceHold } from './hold.tsx';
import styles from './look-up.module.css';
import { RemoveHold } from './remove-hold.tsx';

interface ActionsProps {
  place: Place;
  id: string;
  about: About;
}

/** What a person may do about a customer, by their role. */
export function CustomerActions({ place, id, about }: ActionsProps) {
  const role = roleIn(useMe(), place.org);
  const [open, setOpen] = useState<'link' | 'export' | 'hold' | 'unhold' | 'erase' | null>(null);
  const close = () => setOpen(null);
  const may = (roles: readonly string[]) => role !== null && roles.includes(role);
  const all = { place, id, about, close };
  return (
    <div className={styles.actions}>
      {may(ASKERS) && <Button onClick={() => setOpen('link')}>Make a verification link</Button>}
      {may(EXPORTERS) && about.known && <Button onClick={() => setOpen('export')}>Export the data</Button>}
      {may(MANAGERS) && about.known && (
        <>
          <Button onClick={() => setOpen(about.hold ? 'unhold' : 'hold')}>
            {about.hold ? 'Remove the hold' : 'Place a legal hold'}
          </Button>
          <Button onClick={() => setOpen('erase')}>Erase the customer</Button>
        </>
      )}
      {open === 'link' && <MakeLink place={place} customer_id={id} close={close} />}
      {open === 'export' && <ExportCustomer {...all} />}
      {open === 'hold' && <PlaceHold {...all} />}
      {open === 'unhold' && <RemoveHold {...all} />}
      {open === 'erase' && <EraseCustomer {...all} />}
    </div>
  );
}
