import type { WorkflowDefinition } from '@standpoint/contract';
import { draftVersion, publishVersion } from '../accounts/publication.ts';
import { listVersions } from '../accounts/versions.ts';
import type { Workflow } from '../accounts/workflows.ts';
import type { Deps } from '../deps.ts';
import { countRecords } from '../overview/recount.ts';
import { chanceOf } from './chance.ts';
import { crowdOf, DAYS } from './crowd.ts';
import { decideReviews } from './decided-reviews.ts';
import { openFaces } from './faces.ts';
import { atMoment } from './moved-clock.ts';
import { type Crowd, personOf } from './people.ts';
import { publishRules } from './rules.ts';
import { recordPast } from './verifications.ts';
import { momentOf, type VisitContext, visitOf } from './visits.ts';

export interface Wanted {
  verifications: number;
  customers: number;
  sessions: number;
  seed: number;
}

export interface Seeded {
  stopped: boolean;
  verifications: number;
  customers: number;
  sessions: number;
  reviews_open: number;
  reviews_decided: number;
  seconds: number;
  per_second: number;
}

export const STEPS = ['Verifications', 'Face sessions', 'Reviews'] as const;
export type Step = (typeof STEPS)[number];

export interface Progress {
  /** Called after each record. */
  at(what: Step, done: number, of: number): Promise<void> | void;
  /** Aborts when it is told to end: what is there by then stays. */
  stopping: AbortSignal;
}

/** So many in a small sandbox, whose open reviews would otherwise be those of one person. */
const ODD_VISITS = 24;

export interface Around {
  progress: Progress;
  /** For the audit log. */
  actor: string;
  /** Another way to make many verifications. */
  inBulk?: ((now_ms: number) => Promise<number>) | undefined;
}

/** Makes everything, verifications first. */
export async function seedAll(deps: Deps, org: string, wanted: Wanted, around: Around): Promise<Seeded> {
  const { progress, actor, inBulk } = around;
  const began = performance.now();
  const now_ms = deps.clock.now();
  const rules = await publishRules(deps, { org, actor }, now_ms);
  const verifications = inBulk
    ? await inBulk(now_ms)
    : await oneByOne(
        { deps, org, rules, actor, odd: ODD_VISITS / wanted.verifications },
        await crowdOf(deps, org, now_ms, wanted),
        wanted,
        progress,
      );
  const seconds = (performance.now() - began) / 1_000;
  const sessions = await makeSessions(deps, { org, actor }, wanted, progress);
  const reviews = await decideOlder(deps, { org, actor, until_ms: now_ms }, wanted, progress);
  await deps.tally.flush(deps.database.db);
  await countRecords(deps);
  return {
    stopped: progress.stopping.aborted,
    verifications,
    customers: await countOf(deps, org, 'customer'),
    sessions,
    reviews_open: reviews.open,
    reviews_decided: reviews.decided,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    per_second: Math.round(verifications / seconds),
  };
}

/** In the order of time, so that each decision knows what came before. */
async function oneByOne(
  place: VisitContext,
  crowd: Crowd,
  wanted: Wanted,
  progress: Progress,
): Promise<number> {
  const chance = chanceOf(wanted.seed + 2);
  const now_ms = place.deps.clock.now();
  const moments = Array.from({ length: wanted.verifications }, () => momentOf(chance, now_ms, DAYS));
  moments.sort((a, b) => a - b);
  for (const [done, at_ms] of moments.entries()) {
    if (progress.stopping.aborted) break;
    // Each person comes once; after that, chance says who comes.
    const index = done < wanted.customers ? done : Math.floor(chance() * wanted.customers);
    await recordPast(place.deps, visitOf(place, personOf(crowd, index), at_ms, chance));
    await progress.at('Verifications', done + 1, moments.length);
  }
  return countOf(place.deps, place.org, 'verification');
}

async function makeSessions(
  deps: Deps,
  { org, actor }: { org: string; actor: string },
  wanted: Wanted,
  progress: Progress,
): Promise<number> {
  if (progress.stopping.aborted) return countOf(deps, org, 'face_session');
  const workflow = await workflowFor(deps, org, actor);
  const { past, moveTo } = atMoment(deps);
  const chance = chanceOf(wanted.seed + 3);
  const now_ms = deps.clock.now();
  const faces = await openFaces(past, org, workflow, now_ms);
  try {
    for (let i = 0; i < wanted.sessions && !progress.stopping.aborted; i++) {
      moveTo(momentOf(chance, now_ms - 3_600_000, DAYS - 1));
      await faces.run(i, chance);
      await progress.at('Face sessions', i + 1, wanted.sessions);
    }
  } finally {
    await faces.close();
  }
  return countOf(deps, org, 'face_session');
}

/** Decides the older of the reviews that were opened. */
async function decideOlder(
  deps: Deps,
  { org, actor, until_ms }: { org: string; actor: string; until_ms: number },
  wanted: Wanted,
  progress: Progress,
): Promise<{ decided: number; open: number }> {
  const { past, moveTo } = atMoment(deps);
  const chance = chanceOf(wanted.seed + 17);
  const { stopping } = progress;
  await progress.at('Reviews', 0, 1);
  return decideReviews(past, { org, actor }, { moveTo, until_ms, chance, stopping });
}

/** The organization's published workflow, or a plain one that is made for the seed. */
async function workflowFor(deps: Deps, org: string, actor: string): Promise<Workflow> {
  const all = await listVersions<WorkflowDefinition>(deps.database.db, 'workflow', org);
  const known = all.find(({ status }) => status === 'published');
  if (known) return known as Workflow;
  const definition: WorkflowDefinition = { name: 'Identity', attempts: 3 };
  const made = (await draftVersion(deps.database.db, 'workflow', { org, actor }, definition))!;
  return (await publishVersion(deps.database.db, 'workflow', { org, id: made.id, actor })) as Workflow;
}

async function countOf(deps: Deps, org: string, table: 'customer' | 'verification' | 'face_session') {
  const { count } = await deps.database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org', '=', org)
    .where('env', '=', 'sandbox')
    .executeTakeFirstOrThrow();
  return Number(count);
}
