import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { findKey } from '../../privacy/customers.ts';
import { openBytes } from '../../privacy/envelope.ts';
import { CLIP_STEP } from '../capture/clip.ts';
import { frameAad } from '../capture/frame-aad.ts';
import { type Fused, fuse } from '../decision/match.ts';
import type { Db } from '../session/records.ts';
import type { Vision } from '../vision/vision.ts';
import { isOf, markChanged, type Person, saveTemplate, type TemplateRow, templatesOf } from './records.ts';
import { sealTemplate } from './sealed.ts';
import { rotated, transformFor } from './transform.ts';

/**
 * Makes a template of the current pack from the frames of an approved session that the old template was made
 * from. A session that a reviewer approved without enrolling it never counts: it may show a stranger. Null
 * when no frames are left; the next capture then goes to review.
 */
export async function enrolAgain(
  deps: Deps,
  who: Person,
  old: readonly TemplateRow[],
  vision: Vision,
): Promise<TemplateRow | null> {
  const enrolled = old
    .filter(({ kind }) => kind === 'enrolled')
    .sort((a, b) => +b.updated_at - +a.updated_at);
  const source = enrolled[0];
  if (!source) return null;
  const place = await keptCapture(
    deps,
    who,
    enrolled.flatMap(({ sessions }) => sessions),
  );
  if (!place) return null;
  const face = await lookAgain(deps, who, place, vision);
  return face && replaceTemplate(deps, who, source, { face, session_id: place.session_id }, vision);
}

interface Place {
  org: string;
  env: Person['env'];
  session_id: string;
  attempt_id: string;
}

async function keptCapture(
  deps: Deps,
  { org, env, customer_hash }: Person,
  sessions: string[],
): Promise<Place | null> {
  const row = await deps.database.db
    .selectFrom('face_session')
    .select(['org', 'env', 'session_id', 'attempt_id'])
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', customer_hash)
    .where('decision', '=', 'approved')
    .where('frames_state', '=', 'kept')
    .where('redacted_at', 'is', null)
    .where(sql<boolean>`session_id = ANY(${sessions})`)
    .where('attempt_id', 'is not', null)
    .orderBy('session_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, attempt_id: row.attempt_id! } : null;
}

async function lookAgain(deps: Deps, who: Person, place: Place, vision: Vision): Promise<Fused | null> {
  const key = await findKey(deps.database.db, deps.data_keys, who);
  if (!key) return null;
  const rows = await deps.database.db
    .selectFrom('face_frame')
    .select('index')
    .where('org', '=', place.org)
    .where('env', '=', place.env)
    .where('session_id', '=', place.session_id)
    .where('attempt_id', '=', place.attempt_id)
    .where('step', '<>', CLIP_STEP)
    .orderBy('index')
    .execute();
  const images: Buffer[] = [];
  for (const { index } of rows) {
    const bytes = await deps.face.frames.read(place, index);
    if (bytes) images.push(openBytes(key, bytes, frameAad(place, index)));
  }
  if (images.length === 0) return null;
  return fuse(await vision.look(images, { embedding: true, live: false }, who.env));
}

/** Keeps the age and the end of the old template, because nothing new was captured. */
function replaceTemplate(
  deps: Deps,
  who: Person,
  source: TemplateRow,
  { face, session_id }: { face: Fused; session_id: string },
  { pack }: Vision,
): Promise<TemplateRow | null> {
  return deps.database.db.transaction().execute(async (trx) => {
    const key = (await holdCustomer(trx, who)) ? await findKey(trx, deps.data_keys, who) : null;
    if (!key) return null;
    await markChanged(trx, who);
    const present = await templatesOf(trx, who);
    const another = enrolledBy(pack, present);
    if (another) return another;
    // The template was redacted or has run out while the frames were analysed.
    if (!present.some(({ template_id }) => template_id === source.template_id)) return null;
    const transform = await transformFor(deps, who, pack, trx);
    const { embedding, frames, quality } = rotated(transform, face);
    const { seq: _, sealed: __, ...row } = source;
    await saveTemplate(
      trx,
      sealTemplate(
        key,
        {
          ...row,
          pack: pack.id,
          pack_version: pack.version,
          template_id: newId('template'),
          transform_id: transform.transform_id,
          frames,
          quality,
          sessions: [session_id],
        },
        embedding,
      ),
    );
    return enrolledBy(pack, await templatesOf(trx, who));
  });
}

const enrolledBy = (pack: Vision['pack'], rows: readonly TemplateRow[]): TemplateRow | null =>
  rows.find((row) => row.kind === 'enrolled' && isOf(pack)(row)) ?? null;

/** Keeps the customer from being erased until the transaction ends; false when there is none any more. */
async function holdCustomer(trx: Db, { org, env, customer_hash }: Person): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM customer
    WHERE org = ${org} AND env = ${env} AND customer_hash = ${customer_hash}
    FOR KEY SHARE`.execute(trx);
  return rows.length > 0;
}
