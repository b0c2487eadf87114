import type { KeyObject } from 'node:crypto';
import { findKey } from '../../privacy/customers.ts';
import { openJson, sealJson } from '../../privacy/envelope.ts';
import type { WorkflowSettings } from '../portal/workflow.ts';
import type { Basis } from '../runner/runner.ts';
import type { Change } from '../session/change.ts';
import type { Db, SessionKey } from '../session/records.ts';
import { keepsTemplate, type Passed } from '../templates/templates.ts';

const DAY_MS = 86_400_000;

/** What an approval keeps of a capture. */
export type Pending = Omit<Passed, 'unproven'>;

type Sealed = Omit<Pending, 'probe'> & {
  probe: { embedding: string; frames: number; quality: number } | null;
};

const aad = ({ org, env, session_id }: SessionKey): string => `face-pending|${org}|${env}|${session_id}`;

/**
 * Milliseconds that a capture may wait for its review: until that is due, or as long as the frames if that is
 * longer. A face that waits to be enrolled waits no longer than a template is kept.
 */
export function mayWait(
  settings: Pick<WorkflowSettings, 'enroll' | 'template_days'>,
  { due_in, frames_in }: { due_in: number; frames_in: number },
): number {
  const most = keepsTemplate(settings) ? settings.template_days * DAY_MS : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(due_in, frames_in), most);
}

/**
 * Keeps the face and the prints of a capture that waits for a review, sealed with the customer's key like its
 * frames. The face is kept only where the workflow enrols. It is not under the organization's secret transform:
 * a rotation in between would make it unusable.
 */
export async function keepPending(
  { trx, deps, key, session, attempt, now }: Change,
  settings: Pick<WorkflowSettings, 'enroll' | 'template_days'>,
  { facts, pack, probe }: Basis,
  due_at: Date,
): Promise<void> {
  const { org, env, customer_hash } = session;
  const data_key = await findKey(trx, deps.data_keys, { org, env, customer_hash });
  if (!data_key) return;
  const { id, version, dimensions, match } = pack;
  const pending: Sealed = {
    attempt_id: attempt!.attempt_id,
    pack: { id, version, dimensions, match },
    prints: facts.frames.map(({ look }) => look.print),
    probe: keepsTemplate(settings) && probe ? { ...probe, embedding: toText(probe.embedding) } : null,
  };
  const from = now.getTime();
  const frames_in = (session.frames_delete_after?.getTime() ?? 0) - from;
  const waits = mayWait(settings, { due_in: due_at.getTime() - from, frames_in });
  await trx
    .insertInto('face_pending')
    .values({
      ...key,
      sealed: sealJson(data_key, pending, aad(key)),
      delete_after: new Date(from + waits),
    })
    .execute();
}

/** Takes what was kept, for the decision of the review; null when its retention is over. */
export async function takePending(
  { trx, key, now }: Pick<Change, 'trx' | 'key' | 'now'>,
  data_key: KeyObject,
): Promise<Pending | null> {
  const row = await forgetPending(trx, key);
  if (!row || row.delete_after <= now) return null;
  const { probe, ...rest } = openJson<Sealed>(data_key, row.sealed, aad(key));
  return { ...rest, probe: probe && { ...probe, embedding: fromText(probe.embedding) } };
}

const forgetPending = (trx: Db, { org, env, session_id }: SessionKey) =>
  trx
    .deleteFrom('face_pending')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('session_id', '=', session_id)
    .returning(['sealed', 'delete_after'])
    .executeTakeFirst();

/** 32-bit floats, little-endian, base64. */
function toText(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString('base64');
}

function fromText(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}
