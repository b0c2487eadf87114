import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Deps } from '../../deps.ts';
import { withKeys } from '../../privacy/customers.ts';
import type { Db } from '../session/records.ts';
import type { TemplateRow } from './records.ts';
import { openVector, sealTemplate } from './sealed.ts';
import { newTransform, openTransform } from './transform.ts';

const AT_ONCE = 500;

/**
 * Draws a new transform for an organization and moves every template to it, all or none. A leaked template is
 * useless from then on. Takes one or two milliseconds per template; sessions that are approved meanwhile
 * wait. Returns the number of templates.
 */
export function rotateTransform(deps: Deps, org: string, actor: string): Promise<number> {
  return deps.database.db.transaction().execute(async (trx) => {
    // Galleries first, as in every change of a template.
    const galleries = await trx
      .selectFrom('face_gallery')
      .select(['org', 'env', 'seq'])
      .where('org', '=', org)
      .orderBy('env')
      .forUpdate()
      .execute();
    const row = await trx
      .selectFrom('face_transform')
      .selectAll()
      .where('org', '=', org)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 0;
    const fresh = newTransform(deps, org);
    await trx.updateTable('face_transform').set(fresh).where('org', '=', org).execute();
    let count = 0;
    for (const gallery of galleries)
      count += await turnAll(deps, trx, gallery, [openTransform(deps, row), openTransform(deps, fresh)]);
    await audit(trx, { org, actor, action: 'face.transform_rotated', detail: { templates: count } });
    return count;
  });
}

type Opener = ReturnType<typeof openTransform>;

async function turnAll(
  deps: Deps,
  trx: Db,
  gallery: { org: string; env: Environment; seq: number },
  [from, to]: readonly [Opener, Opener],
): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await trx
      .selectFrom('face_template as t')
      .innerJoin('customer as c', (join) =>
        join
          .onRef('c.org', '=', 't.org')
          .onRef('c.env', '=', 't.env')
          .onRef('c.customer_hash', '=', 't.customer_hash'),
      )
      .selectAll('t')
      .select('c.key_id')
      .where('t.org', '=', gallery.org)
      .where('t.env', '=', gallery.env)
      .where('t.transform_id', '=', from.transform_id)
      .orderBy('t.seq')
      .limit(AT_ONCE)
      .execute();
    const made = (await withKeys(deps.data_keys, rows)).map((row, i) => ({
      ...rotated(row, [from, to]),
      seq: gallery.seq + count + i + 1,
    }));
    if (made.length > 0) await write(trx, gallery, made);
    count += made.length;
    if (made.length < AT_ONCE) break;
  }
  await trx
    .updateTable('face_gallery')
    .set({ seq: gallery.seq + count })
    .where('org', '=', gallery.org)
    .where('env', '=', gallery.env)
    .execute();
  return count;
}

function rotated(
  { key, key_id, ...old }: TemplateRow & { key: KeyObject | null; key_id: string },
  [from, to]: readonly [Opener, Opener],
) {
  if (!key) throw new Error(`the key store has no key ${key_id}`);
  const vector = openVector(key, old);
  const space = {
    env: old.env,
    pack: old.pack,
    pack_version: old.pack_version,
    dimensions: vector.length,
  };
  const { seq: _, sealed: __, ...row } = old;
  const other = to.in(space).apply(from.in(space).undo(vector));
  return sealTemplate(key, { ...row, transform_id: to.transform_id }, other);
}

async function write(
  trx: Db,
  { org, env }: { org: string; env: Environment },
  rows: TemplateRow[],
): Promise<void> {
  const column = <K extends keyof TemplateRow>(name: K) => rows.map((row) => row[name]);
  await sql`
    UPDATE face_template t SET sealed = n.sealed, seq = n.seq, transform_id = ${rows[0]!.transform_id}
      FROM unnest(
      ${column('template_id')}::text[], ${column('sealed')}::bytea[], ${column('seq')}::bigint[]
    ) AS n (template_id, sealed, seq)
     WHERE t.org = ${org} AND t.env = ${env} AND t.template_id = n.template_id`.execute(trx);
}
