import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { Refused } from '../api/refused.ts';
import { Problem } from '../parts/problem.tsx';
import { NoOrganization } from './no-organization.tsx';
import { PAGES } from './pages.ts';
import { lastEnvironment, lastOrg } from './place.ts';

/** `/dashboard`: goes where the person was last, or to where they sign in. */
export function Start() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const { org: asked } = useParams({ strict: false }) as { org?: string };
  if (error instanceof Refused && error.status === 401) return <Navigate to={'/sign-in' as '/'} replace />;
  if (error) return <Problem what="The dashboard" error={error} again={() => void refetch()} />;
  if (!me) return null;
  const orgs = me.memberships.map(({ org }) => org);
  const org = [asked, lastOrg()].find((each) => each && orgs.includes(each)) ?? orgs[0];
  if (!org) return <NoOrganization me={me} />;
  return <Navigate to={`/${org}/${lastEnvironment()}/${PAGES[0]!.path}` as '/'} replace />;
}
