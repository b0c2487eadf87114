import type { Environment } from '@standpoint/contract';
import { withKeys } from '../../../privacy/customers.ts';
import type { DataKeys } from '../../../privacy/keys/data-keys.ts';
import type { Db } from '../../session/records.ts';
import type { TemplateRow } from '../records.ts';
import type { TemplateName } from '../sealed.ts';

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

/** A template as stored in the database, with the name of its person's key. */
export type SealedTemplate = TemplateName &
  Pick<TemplateRow, 'sealed' | 'frames' | 'seq' | 'delete_after'> & { key_id: string };

/** With the bytes of its person's key, for the thread; null where there is none any more. */
export type KeyedTemplate = Omit<SealedTemplate, 'key_id'> & { key: Uint8Array | null };

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
        .onRef('customer.customer_hash', '=', 'face_template.customer_hash'),
    )
    .select([
      'face_template.org',
      'face_template.env',
      'face_template.customer_hash',
      'kind',
      'pack',
      'pack_version',
      'template_id',
      'transform_id',
      'sealed',
      'frames',
      'seq',
      'delete_after',
      'customer.key_id',
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

/** The templates with the bytes of their people's keys. */
export async function withKeyBytes(
  keys: DataKeys,
  rows: readonly SealedTemplate[],
): Promise<KeyedTemplate[]> {
  return (await withKeys(keys, rows)).map(({ key, key_id: _, ...row }) => ({
    ...row,
    key: key?.export() ?? null,
  }));
}

/** The number of templates of other customers, counted up to `limit`. */
export async function countOthers(
  db: Db,
  name: GalleryName,
  customer_hash: string,
  limit: number,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      select(db, name).select('seq').where('customer_hash', '<>', customer_hash).limit(limit).as('others'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of templates of this customer in the gallery. */
export async function countOwn(db: Db, name: GalleryName, customer_hash: string): Promise<number> {
  const { count } = await select(db, name)
    .where('customer_hash', '=', customer_hash)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
