import { createSecretKey, type KeyObject } from 'node:crypto';
import { openBytes, sealBytes } from '../../privacy/envelope.ts';
import type { NewTemplate, TemplateRow } from './records.ts';

// The thread that scans galleries loads this file. It starts in a quarter of the time without the modules of the
// database and the contract.

/** The fields that identify a template: its person, kind, pack and transform. */
export type TemplateName = Pick<
  TemplateRow,
  'org' | 'env' | 'customer_hash' | 'kind' | 'pack' | 'pack_version' | 'template_id' | 'transform_id'
>;

type Sealed = TemplateName & Pick<TemplateRow, 'sealed'>;

/** The context that is bound into a sealed template, so that no row can stand in for another. */
const templateAad = (row: TemplateName): string =>
  [
    'face-template',
    row.org,
    row.env,
    row.customer_hash,
    row.kind,
    row.pack,
    row.pack_version,
    row.template_id,
    row.transform_id,
  ].join('|');

/** A row with its vector as little-endian floats, sealed with the person's key. */
export function sealTemplate(
  key: KeyObject,
  row: Omit<NewTemplate, 'sealed'>,
  vector: Float32Array,
): NewTemplate {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, i * 4);
  return { ...row, sealed: sealBytes(key, bytes, templateAad(row)) };
}

/** The transformed vector of a row. Throws when the row was put in the place of another. */
export function openVector(key: KeyObject, row: Sealed): Float32Array {
  const bytes = openBytes(key, row.sealed, templateAad(row));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.length / 4);
  for (let i = 0; i < vector.length; i++) vector[i] = view.getFloat32(i * 4, true);
  return vector;
}

/**
 * The vector under the transform, ready to be compared. Throws for a row that was changed or put in the place
 * of another.
 */
export function openSealed({ key, ...row }: Sealed & { key: Uint8Array | null }): Float32Array {
  if (!key) throw new Error('the key store has no key of this template');
  return openVector(createSecretKey(key), row);
}
