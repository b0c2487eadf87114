import { isAbsolute, join } from 'node:path';
import { readS3Place, type S3Place } from '../../s3/account.ts';

/** Where STANDPOINT_KEY_STORE says that data keys lie. */
export type KeyPlace = { kind: 'file'; folder: string } | ({ kind: 's3' } & S3Place);

export const KEY_STORE_RULE =
  'must be file: (data-keys in the data directory), file:/absolute/folder or s3://bucket/prefix';

/** Null for a text that names no place. */
export function readKeyPlace(text: string, data_dir: string): KeyPlace | null {
  if (text === 'file:') return { kind: 'file', folder: join(data_dir, 'data-keys') };
  if (text.startsWith('file:/')) {
    const folder = text.slice('file:'.length).replace(/^\/{2,}/, '/');
    return isAbsolute(folder) && folder !== '/' ? { kind: 'file', folder } : null;
  }
  const place = readS3Place(text);
  return place && { kind: 's3', ...place };
}

/** For people: the text that names this place. */
export const placeName = (place: KeyPlace): string =>
  place.kind === 'file' ? `file:${place.folder}` : `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, '');
