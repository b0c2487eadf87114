import type { Home, HomePoint, HomeRange, readHome } from '@standpoint/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Deps, PersonCaller } from '../deps.ts';
import type { Handler } from '../route.ts';
import { ageOfData, firstSteps, openReviews, policiesOf, publishedIn, webhookHealth } from './around.ts';
import { attentionOf } from './attention.ts';
import { bucketsOf, RANGES, refuseZone, requireZone } from './buckets.ts';
import { type CountedIn, countedIn, sum } from './counted-in.ts';
import type { Scope } from './counts.ts';
import type { PlaceCount } from './places-times.ts';
import type { Piece } from './quarters.ts';

const REGIONS_MOST = 12;
const UNKNOWN_ZONE = '22023';

/** Everything in one snapshot, so that counted quarters and rows that are counted now never overlap. */
export const readHomeHandler: Handler<typeof readHome> = async ({ caller, query }, deps) => {
  const zone = query.zone ?? 'UTC';
  requireZone(zone);
  const range = query.range ?? '24h';
  const scope: Scope = { org: caller.org, env: caller.env, policy_id: policyOf(query.policy) };
  try {
    return await deps.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => homeOf(trx, { deps, caller, scope, range, zone }));
  } catch (error) {
    if ((error as { code?: string }).code === UNKNOWN_ZONE) return refuseZone();
    throw error;
  }
};

const policyOf = (asked: string | undefined): string | null =>
  asked === undefined ? null : asked === 'default' ? '' : asked;

interface Asked {
  deps: Deps;
  caller: PersonCaller;
  scope: Scope;
  range: HomeRange;
  zone: string;
}

async function homeOf(db: Kysely<Schema>, { deps, caller, scope, range, zone }: Asked): Promise<Home> {
  const now_ms = deps.clock.now();
  const { length_ms, bucket } = RANGES[range];
  const now: Piece = { from_ms: now_ms - length_ms, to_ms: now_ms };
  const before: Piece = { from_ms: now_ms - 2 * length_ms, to_ms: now_ms - length_ms };
  const { any, ...steps } = await firstSteps(db, scope);
  const reviews = await openReviews(db, scope, now_ms);
  const counted = await countedIn(db, scope, range, { now, before, bucket: bucket(zone) });
  const points = await bucketsOf(db, range, zone, now);
  const { role } = caller;
  return {
    range,
    from: new Date(now.from_ms).toISOString(),
    to: new Date(now.to_ms).toISOString(),
    any,
    steps,
    attention: await attentionOf(db, { deps, scope, role, now_ms }, reviews),
    figures: {
      ...counted.figures,
      reviews: {
        open: reviews.open,
        overdue: reviews.overdue,
        oldest_at: reviews.oldest_at?.toISOString() ?? null,
      },
    },
    series: points.map((at) => pointAt(at, counted)),
    published: await publishedIn(db, scope, now),
    funnels: counted.funnels,
    reasons: counted.reasons,
    ...placed(counted.places),
    webhooks: await webhookHealth(db, scope, role, now_ms),
    data: ageOfData(deps, now_ms),
    policies: await policiesOf(db, scope),
  };
}

function pointAt(at: Date, { decisions, sessions, times }: CountedIn): HomePoint {
  const ms = at.getTime();
  const here = decisions.filter((row) => row.at.getTime() === ms);
  const count = (wanted: string) => here.find(({ decision }) => decision === wanted)?.count ?? 0;
  const face = sessions.find((row) => row.at.getTime() === ms);
  const { p50_ms = null, p95_ms = null } = times.get(ms) ?? {};
  return {
    at: at.toISOString(),
    pass: count('pass'),
    fail: count('fail'),
    review: count('review'),
    retry: count('retry'),
    sessions: face?.opened ?? 0,
    decided: face?.decided ?? 0,
    approved: face?.approved ?? 0,
    p50_ms,
    p95_ms,
  };
}

/** All countries for the map, and the most frequent regions for the table. */
function placed(places: readonly PlaceCount[]): Pick<Home, 'countries' | 'regions'> {
  const countries = Map.groupBy(places, ({ country }) => country);
  return {
    countries: [...countries].map(([country, all]) => ({
      country,
      pass: sum(all, ({ pass }) => pass),
      fail: sum(all, ({ fail }) => fail),
      review: sum(all, ({ review }) => review),
      retry: sum(all, ({ retry }) => retry),
    })),
    regions: places.slice(0, REGIONS_MOST),
  };
}
