import type { Home } from '@standpoint/contract';
import { BUILDERS, SEE_BUILD } from '@standpoint/contract/dashboard/role-sets';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { meQuery, roleIn } from '../../api/me.ts';
import { usePlace } from '../../app/place.ts';
import { useZone } from '../../clock/zone.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { mendLanguage } from '../../plots/language.ts';
import { FillingBand } from '../made-up/progress.tsx';
import { Choice } from './choice.tsx';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Funnels } from './funnels.tsx';
import { Health } from './health.tsx';
import styles from './home.module.css';
import { NeedsAttention } from './needs-attention.tsx';
import { type Chosen, chosenIn, homeQuery, RANGE_WORDS } from './query.ts';
import { Reasons } from './reasons.tsx';
import { useFreshFigures } from './use-fresh-figures.ts';
import { Where } from './where.tsx';

/** A page without its plots is still a page: the figures say the same. */
const Charts = lazy<ComponentType<{ home: Home }>>(() => {
  mendLanguage();
  return import('./charts.tsx')
    .then(({ Charts }) => ({ default: Charts }))
    .catch(() => ({
      default: () => (
        <p className={styles.nothing}>The plots did not load. Load the page again to try once more.</p>
      ),
    }));
});

/** What needs a person now, then how it goes, then why. */
export function HomePage() {
  const place = usePlace();
  const chosen = chosenIn(useSearch({ strict: false }));
  const query = useQuery(homeQuery(place, chosen, useZone()));
  useFreshFigures(query.refetch);
  return (
    <>
      <Choice chosen={chosen} policies={query.data?.policies ?? []} waits={query.isPlaceholderData} />
      <div className={styles.page}>
        <Loaded query={query} what="Home" columns={[30, 60, 20]} rows={10}>
          {(home) => (
            <>
              <Filling />
              {home.any ? <Overview home={home} chosen={chosen} /> : <Empty home={home} />}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

/** While the sandbox is filled with made-up people, and for a while afterwards. */
function Filling() {
  const { org, env } = usePlace();
  const { data: me } = useQuery(meQuery);
  const role = me ? roleIn(me, org) : null;
  if (env !== 'sandbox' || role === null || !SEE_BUILD.includes(role)) return null;
  return <FillingBand org={org} may={BUILDERS.includes(role)} />;
}

function Overview({ home, chosen }: { home: Home; chosen: Chosen }) {
  const { short, before } = RANGE_WORDS[home.range];
  return (
    <>
      <NeedsAttention items={home.attention} />
      {chosen.policy && (
        <p className={styles.only}>
          Verifications of one policy are counted; reviews, face sessions and webhooks are of all.
        </p>
      )}
      <Figures home={home} before={before} />
      <Suspense fallback={<div className={styles.charts} />}>
        <Charts home={home} />
      </Suspense>
      <Funnels home={home} />
      <div className={styles.three}>
        <Reasons home={home} short={short} before={before} />
        <Where home={home} short={short} />
        <Health home={home} />
      </div>
    </>
  );
}

function Empty({ home }: { home: Home }) {
  const { org } = usePlace();
  const { data: me } = useQuery(meQuery);
  const role = me ? roleIn(me, org) : null;
  return (
    <>
      {home.attention.length > 0 && <NeedsAttention items={home.attention} />}
      <FirstSteps steps={home.steps} builds={role !== null && SEE_BUILD.includes(role)} />
    </>
  );
}
