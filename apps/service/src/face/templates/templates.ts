import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { findKey } from '../../privacy/customers.ts';
import type { MatchFacts } from '../decision/facts.ts';
import { cosine, type Fused, thresholdsFor, updateTemplate } from '../decision/match.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import type { Db, SessionRow } from '../session/records.ts';
import type { Pack, Vision } from '../vision/vision.ts';
import { compareWith, templatesToCompare } from './comparison.ts';
import { keepPrints } from './prints.ts';
import { enrolAgain } from './re-enrolment.ts';
import { isOf, markChanged, type Person, saveTemplate, templatesOf } from './records.ts';
import { openVector, sealTemplate } from './sealed.ts';
import { requireSame, rotated, transformFor } from './transform.ts';

const DAY_MS = 86_400_000;

/**
 * Compares a capture with the templates of the customer. A template of another pack is never compared: it is
 * made again from the frames of an approved session while they are kept. Throws VisionBusy when there is no
 * room for that.
 */
export async function gatherMatch(
  deps: Deps,
  who: Person,
  { match }: Pick<WorkflowSettings, 'match'>,
  vision: Vision,
  probe: Fused | null,
): Promise<MatchFacts> {
  if (match.source === 'none') return { skipped: 'not_asked' };
  if (!probe) return { skipped: 'no_probe' };
  const question = { deps, db: deps.database.db, who, match, pack: vision.pack, probe };
  const rows = await templatesToCompare(question, match.source);
  if (!Array.isArray(rows)) return rows;
  const row = rows.find(isOf(vision.pack)) ?? (await enrolAgain(deps, who, rows, vision));
  return row ? compareWith(question, row) : { skipped: 'other_pack' };
}

/**
 * Compares a capture that was analysed as a first visit with the templates of now, within the transaction
 * that decides: another session of the customer was approved meanwhile.
 */
export async function matchAgain(
  { trx, deps, session }: Approval,
  { match }: Pick<WorkflowSettings, 'match'>,
  { pack, probe }: Pick<Passed, 'pack' | 'probe'>,
): Promise<MatchFacts> {
  if (match.source === 'none') return { skipped: 'not_asked' };
  if (!probe) return { skipped: 'no_probe' };
  await markChanged(trx, session);
  const question = { deps, db: trx, who: session, match, pack, probe };
  const rows = await templatesToCompare(question, match.source);
  if (!Array.isArray(rows)) return rows;
  const row = rows.find(isOf(pack));
  return row ? compareWith(question, row) : { skipped: 'other_pack' };
}

/** Whether an approval makes a template, or lets the present one learn. */
export const keepsTemplate = ({
  enroll,
  template_days,
}: Pick<WorkflowSettings, 'enroll' | 'template_days'>): boolean => enroll && template_days > 0;

/** The data that are kept of an approved capture. */
export interface Passed {
  attempt_id: string;
  pack: Pick<Pack, 'id' | 'version' | 'dimensions' | 'match'>;
  probe: Fused | null;
  /** Perceptual hash of each frame, in order. */
  prints: readonly string[];
  /** Nothing was compared although the customer was approved before, so this may be a stranger. */
  unproven: boolean;
}
type Settings = Pick<WorkflowSettings, 'enroll' | 'match' | 'template_days'>;
interface Approval {
  trx: Db;
  deps: Deps;
  now: Date;
  session: SessionRow;
}

/**
 * Keeps the perceptual hashes of an approved capture and, where the workflow enrols, the template, within the
 * transaction that approves it. Must be called for `approved` alone: a capture that failed or is doubted must
 * change nothing. True when the template has learned from the capture.
 */
export async function keepWhatPassed(
  approval: Approval,
  settings: Settings,
  passed: Passed,
): Promise<boolean> {
  await keepPrints(approval, passed, settings);
  if (!keepsTemplate(settings) || !passed.probe) return false;
  return keepTemplate(approval, settings, passed, passed.probe);
}

async function keepTemplate(
  { trx, deps, now, session }: Approval,
  settings: Settings,
  { pack, unproven }: Passed,
  probe: Fused,
): Promise<boolean> {
  const { org, env, customer_hash, session_id } = session;
  const who = { org, env, customer_hash };
  const key = await findKey(trx, deps.data_keys, who);
  if (!key) return false;
  // Two sessions of one customer may pass at once: the second then updates the template of the first.
  await markChanged(trx, who);
  const transform = await transformFor(deps, who, pack, trx);
  const fresh = rotated(transform, probe);
  const old = (await templatesOf(trx, who)).find(
    (row) => row.kind === 'enrolled' && row.delete_after > now && isOf(pack)(row),
  );
  // The customer's template is of another pack or has lapsed, and a stranger must not replace it.
  if (!old && unproven) return false;
  const kept = { updated_at: now, delete_after: new Date(now.getTime() + settings.template_days * DAY_MS) };
  if (!old) {
    const { frames, quality, embedding } = fresh;
    const row = { ...newRow(who, pack, transform.transform_id, now), ...kept, frames, quality };
    await saveTemplate(trx, sealTemplate(key, { ...row, sessions: [session_id] }, embedding));
    return true;
  }
  requireSame(old, transform);
  const known = { embedding: openVector(key, old), frames: old.frames, quality: old.quality };
  // A workflow that does not compare with the template may approve another person under this customer's name.
  if (!isSamePerson(pack, settings, known, fresh)) return false;
  const { embedding, frames, quality } = updateTemplate(known, fresh);
  const sessions = [...new Set([...old.sessions, session_id])].slice(-SESSIONS_MAX);
  const { seq: _, sealed: __, ...row } = old;
  await saveTemplate(trx, sealTemplate(key, { ...row, ...kept, frames, quality, sessions }, embedding));
  return true;
}

/**
 * Sessions that a template names. Each new session gets at least a sixteenth of the weight, so the part of a
 * session older than 200 others is below the rounding error.
 */
const SESSIONS_MAX = 200;

const newRow = (who: Person, pack: Passed['pack'], transform_id: string, now: Date) => ({
  ...who,
  kind: 'enrolled' as const,
  pack: pack.id,
  pack_version: pack.version,
  template_id: newId('template'),
  transform_id,
  created_at: now,
});

function isSamePerson(pack: Passed['pack'], { match }: Settings, known: Fused, fresh: Fused): boolean {
  const counts = { template: known.frames, probe: fresh.frames };
  const aim = match.source === 'none' ? {} : match;
  const thresholds = thresholdsFor(pack, aim, counts, 'template');
  return thresholds !== null && cosine(known.embedding, fresh.embedding) >= thresholds.threshold;
}
