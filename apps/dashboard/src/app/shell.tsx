import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { meQuery } from '../api/me.ts';
import { Refused } from '../api/refused.ts';
import { useSessionEnded } from '../api/session-end.ts';
import { Tools } from '../keyboard/tools.tsx';
import { LiveStream } from '../live/tab-stream.tsx';
import { Navigation } from '../navigation/navigation.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { applyPreferences } from './appearance.ts';
import { Lost } from './lost.tsx';
import { OfflineBand } from './offline-band.tsx';
import { rememberPlace, usePlace } from './place.ts';
import styles from './shell.module.css';

const SecondFactorWall = lazy(async () => ({
  default: (await import('../pages/second-factor/wall.tsx')).SecondFactorWall,
}));
const EndedDialog = lazy(async () => ({
  default: (await import('../pages/sign-in/ended-dialog.tsx')).EndedDialog,
}));

const TopBar = ({
  name,
  sandbox,
  open,
  setOpen,
}: {
  name: string;
  sandbox: boolean;
  open: boolean;
  setOpen(open: boolean): void;
}) => (
  <section className={styles.phone} aria-label="Top bar">
    <button
      type="button"
      className={styles.menu}
      aria-expanded={open}
      aria-controls="navigation"
      aria-label={open ? 'Close the navigation' : 'Open the navigation'}
      onClick={() => setOpen(!open)}
    >
      <Icon name={open ? 'cross' : 'menu'} />
    </button>
    <b>{name}</b>
    {sandbox && <span className={styles.tag}>Sandbox</span>}
  </section>
);

/** What `Shell` holds, and what its buttons and fields do. */
function useShell() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const place = usePlace();
  const [open, setOpen] = useState(false);
  const ended = useSessionEnded();
  useEffect(() => {
    if (me) applyPreferences(me.preferences);
  }, [me]);
  const member = me?.memberships.find(({ org }) => org === place.org);
  useEffect(() => {
    if (member) rememberPlace({ org: member.org, env: place.env });
  }, [member, place.env]);
  return { me, error, refetch, place, open, setOpen, ended, member };
}

/** What stands around every page of a signed-in person. */
export function Shell() {
  const { me, error, refetch, place, open, setOpen, ended, member } = useShell();
  if (!me) {
    if (error instanceof Refused && error.status === 401) return <ToSignIn />;
    return error ? <Problem what="The dashboard" error={error} again={() => void refetch()} /> : null;
  }
  if (!me.proven)
    return (
      <Suspense fallback={null}>
        <SecondFactorWall me={me} />
      </Suspense>
    );
  if (!member) return <Lost />;
  return (
    <div className={styles.shell} data-env={place.env}>
      <a className={styles.skip} href="#page">
        Go to the page
      </a>
      {place.env === 'sandbox' && <div className={styles.sandbox} aria-hidden="true" />}
      {/* No header: a dialog has one of its own, and a page has one banner. */}
      <TopBar name={member.name} sandbox={place.env === 'sandbox'} open={open} setOpen={setOpen} />
      <Navigation me={me} open={open} close={() => setOpen(false)} />
      <main className={styles.main} id="page" tabIndex={-1}>
        <OfflineBand />
        <Outlet />
      </main>
      <Tools me={me} />
      {!ended && <LiveStream org={member.org} env={place.env} role={member.role} />}
      {ended && (
        <Suspense fallback={null}>
          <EndedDialog me={me} />
        </Suspense>
      )}
    </div>
  );
}

/** Comes back to this very address afterwards. */
function ToSignIn() {
  const to = location.pathname + location.search;
  return <Navigate to={'/sign-in' as '/'} search={{ to } as never} replace />;
}
