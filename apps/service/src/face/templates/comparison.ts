import type { Deps } from '../../deps.ts';
import { findKey } from '../../privacy/customers.ts';
import type { MatchFacts } from '../decision/facts.ts';
import { type Fused, matchFacts } from '../decision/match.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import type { Db } from '../session/records.ts';
import type { Pack } from '../vision/vision.ts';
import { wasApproved } from './approval-records.ts';
import { isOf, type Person, type TemplateRow, templatesOf } from './records.ts';
import { openVector } from './sealed.ts';
import { requireSame, rotated, transformFor } from './transform.ts';

const DAY_MS = 86_400_000;

/** A capture and the customer with whom it is compared. */
export interface Question {
  deps: Deps;
  db: Db;
  who: Person;
  match: WorkflowSettings['match'];
  pack: Pick<Pack, 'id' | 'version' | 'dimensions' | 'match'>;
  probe: Fused;
}

type Skipped = Extract<MatchFacts, { skipped: string }>;

/**
 * The templates to choose from, or the reason why there are none. A customer who was approved before and has
 * no template left is not at a first visit, because a stranger could wait for that. Then only an image that
 * the backend provides says whose face it is.
 */
export async function templatesToCompare(
  { deps, db, who, pack }: Question,
  source: 'template' | 'reference',
): Promise<TemplateRow[] | Skipped> {
  // Read first: an approval that comes after this query leaves its template among the rows that are read
  // next.
  const approved = source === 'template' && (await wasApproved(db, who));
  const now = deps.clock.now();
  const alive = (await templatesOf(db, who)).filter(({ delete_after }) => delete_after.getTime() > now);
  const references = alive.filter(({ kind }) => kind === 'reference');
  if (source === 'reference') return references.length > 0 ? references : { skipped: 'no_reference' };
  const enrolled = alive.filter(({ kind }) => kind === 'enrolled');
  if (enrolled.length > 0) return enrolled;
  if (!approved) return { skipped: 'nothing_to_compare' };
  const given = references.filter(isOf(pack));
  return given.length > 0 ? given : { skipped: 'template_lapsed' };
}

/** Compares the capture with a template of the same pack. */
export async function compareWith(
  { deps, db, who, match, pack, probe }: Question,
  row: TemplateRow,
): Promise<MatchFacts> {
  const key = await findKey(db, deps.data_keys, who);
  if (!key) throw new Error('the customer was erased meanwhile');
  const transform = await transformFor(deps, who, pack, db);
  requireSame(row, transform);
  const source = row.kind === 'enrolled' ? ('template' as const) : ('reference' as const);
  const face = { embedding: openVector(key, row), frames: row.frames, quality: row.quality };
  const age_days = Math.max(0, Math.floor((deps.clock.now() - row.updated_at.getTime()) / DAY_MS));
  return matchFacts(pack, match, { source, face, age_days }, rotated(transform, probe));
}
