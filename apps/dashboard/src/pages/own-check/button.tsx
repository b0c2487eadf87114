import { Button } from '@mantine/core';
import { BUILDERS } from '@standpoint/contract/dashboard/role-sets';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { roleIn, useMe } from '../../api/me.ts';
import { usePlace } from '../../app/place.ts';

const OwnCheckDialog = lazy(() =>
  import('./dialog.tsx').then(({ OwnCheckDialog }) => ({ default: OwnCheckDialog })),
);

/** The part of the address behind which the check stands: a link from another page opens it. */
export const OWN_CHECK = 'check-this-device';

/** In the sandbox, for those who may: the check of one’s own device, which outlives the empty list below it. */
export function OwnCheckButton() {
  const place = usePlace();
  const role = roleIn(useMe(), place.org);
  const navigate = useNavigate();
  const { hash } = useLocation();
  if (place.env !== 'sandbox' || !role || !BUILDERS.includes(role)) return null;
  const go = (to: string) => void navigate({ to: '.', search: true, hash: to, replace: true } as never);
  return (
    <>
      <Button onClick={() => go(OWN_CHECK)}>Check this device</Button>
      {hash === OWN_CHECK && (
        <Suspense>
          <OwnCheckDialog place={place} close={() => go('')} />
        </Suspense>
      )}
    </>
  );
}
