import { Button } from '@mantine/core';
import { EXPORTERS } from '@standpoint/contract/dashboard/role-sets';
import { lazy, Suspense, useState } from 'react';
import { roleIn, useMe } from '../api/me.ts';
import { usePlace } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import type { ExportWanted } from './dialog.tsx';

const ExportDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).ExportDialog }));

/** For those who may take records out of the dashboard. */
export function ExportButton(wanted: ExportWanted) {
  const { org } = usePlace();
  const role = roleIn(useMe(), org);
  const [open, setOpen] = useState(false);
  if (!role || !EXPORTERS.includes(role)) return null;
  return (
    <>
      <Button leftSection={<Icon name="download" />} onClick={() => setOpen(true)}>
        Export
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog wanted={wanted} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
