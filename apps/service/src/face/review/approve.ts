import { refuse } from '../../refuse.ts';
import type { FaceFacts, MatchFacts } from '../decision/facts.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import type { Change } from '../session/change.ts';
import { keepApproval } from '../templates/approval-records.ts';
import { isOf, templatesOf } from '../templates/records.ts';
import { keepWhatPassed, matchAgain } from '../templates/templates.ts';
import type { Pending } from './pending.ts';

type Skipped = NonNullable<MatchFacts['skipped']>;

/** Captures that were compared with no face, because the customer had none that could be compared. */
const COMPARED_WITH_NONE: readonly Skipped[] = ['nothing_to_compare', 'template_lapsed', 'other_pack'];
/** Of these, the reason says so to the reviewer, who answers for whose face it is. */
const ANSWERED_FOR: readonly Skipped[] = ['template_lapsed', 'other_pack'];

/**
 * What an approval leaves behind, within its transaction and under the session's lock: the customer counts as
 * approved, and the captured face is enrolled where the workflow enrols. Returns whether it was; null where it
 * was not to be. `facts`: those of the signed record; null when no runner looked.
 */
export async function approve(
  change: Change,
  settings: WorkflowSettings,
  facts: FaceFacts | null,
  pending: Pending | null,
): Promise<boolean | null> {
  const first = await keepApproval(change.trx, change.session, change.now);
  const skipped = facts?.match.skipped;
  if (!first && facts && skipped && COMPARED_WITH_NONE.includes(skipped))
    await requireStillUnknown(change, settings, facts, skipped, pending);
  const enrols = settings.enroll && settings.template_days > 0;
  if (!pending) return enrols ? false : null;
  const unproven = !first && skipped !== undefined && !ANSWERED_FOR.includes(skipped);
  const enrolled = await keepWhatPassed(change, settings, { ...pending, unproven });
  return enrols ? enrolled : null;
}

/**
 * A session that was compared with no face, because there was none, is compared again when another session of
 * the customer was approved meanwhile. Otherwise of two strangers' sessions that wait for a review, both could
 * be approved under one customer's name: neither reviewer would know of the other face.
 */
async function requireStillUnknown(
  change: Change,
  settings: WorkflowSettings,
  facts: FaceFacts,
  before: Skipped,
  pending: Pending | null,
): Promise<void> {
  const now = pending?.probe
    ? await matchAgain(change, settings, pending)
    : await withoutProbe(change, facts, before);
  const same =
    now.skipped === undefined
      ? now.score >= now.threshold
      : before !== 'nothing_to_compare' && now.skipped === before;
  if (same) return;
  const message =
    'cannot approve: another session of this customer was approved meanwhile, and this face was not found to be ' +
    'the same. Decline, and let the person start again';
  refuse('invalid_request', 'another face was approved meanwhile', {
    fields: [{ path: 'outcome', message }],
  });
}

async function withoutProbe(
  { trx, session, now }: Change,
  { pack }: FaceFacts,
  before: Skipped,
): Promise<{ skipped: Skipped }> {
  const known = (await templatesOf(trx, session)).filter(({ delete_after }) => delete_after > now);
  return { skipped: known.some(isOf(pack)) ? 'no_probe' : before };
}
