import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { unwrapDataKey } from '../../../privacy/envelope.ts';
import { customerContext } from '../../customer-key.ts';
import type { Db } from '../../session/records.ts';
import { openVector, type TemplateName, type TemplateRow } from '../records.ts';

/**
 * The templates that may be compared with each other: of one organization and environment, one model and one
 * transform.
 */
export interface GalleryName {
  org: string;
  env: Environment;
  pack: string;
  pack_version: string;
  transform_id: string;
}

/** A template as stored in the database, with the wrapped key of its person. */
export type SealedTemplate = TemplateName &
  Pick<TemplateRow, 'sealed' | 'frames' | 'seq' | 'delete_after'> & { data_key: Uint8Array };

const select = (db: Db, { org, env, pack, pack_version, transform_id }: GalleryName) =>
  db
    .selectFrom('face_template')
    .where('face_template.org', '=', org)
    .where('face_template.env', '=', env)
    .where('pack', '=', pack)
    .where('pack_version', '=', pack_version)
    .where('transform_id', '=', transform_id);

const sealedRows = (db: Db, name: GalleryName) =>
  select(db, name)
    .innerJoin('customer', (join) =>
      join
        .onRef('customer.org', '=', 'face_template.org')
        .onRef('customer.env', '=', 'face_template.env')
        .onRef('customer.customer_id', '=', 'face_template.customer_id'),
    )
    .select([
      'face_template.org',
      'face_template.env',
      'face_template.customer_id',
      'kind',
      'pack',
      'pack_version',
      'template_id',
      'transform_id',
      'sealed',
      'frames',
      'seq',
      'delete_after',
      'customer.data_key',
    ])
    .orderBy('seq');

/** Templates that changed after `seq`, in the order of their commits. */
export const readSince = (db: Db, name: GalleryName, seq: number, limit: number): Promise<SealedTemplate[]> =>
  sealedRows(db, name).where('seq', '>', seq).limit(limit).execute();

/** The templates with these sequence numbers that still exist. */
export const readAgain = (db: Db, name: GalleryName, seqs: readonly number[]): Promise<SealedTemplate[]> =>
  seqs.length === 0
    ? Promise.resolve([])
    : sealedRows(db, name)
        .where('seq', 'in', [...seqs])
        .execute();

/** The number of templates of other customers, counted up to `limit`. */
export async function countOthers(
  db: Db,
  name: GalleryName,
  customer_id: string,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      select(db, name).select('seq').where('customer_id', '<>', customer_id).limit(limit).as('others'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of templates of this customer in the gallery. */
export async function countOwn(db: Db, name: GalleryName, customer_id: string): Promise<number> {
  const { count } = await select(db, name)
    .where('customer_id', '=', customer_id)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The vector under the transform, ready to be compared. Throws for a row that was changed or put in the place
 * of another.
 */
export function openSealed(wrapping: KeyObject, row: SealedTemplate): Float32Array {
  return openVector(unwrapDataKey(wrapping, row.data_key, customerContext(row)), row);
}
