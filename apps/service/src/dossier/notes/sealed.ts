import type { KeyObject } from 'node:crypto';
import type { Environment } from '@standpoint/contract';
import { openJson, sealJson } from '../../privacy/envelope.ts';

interface Named {
  org: string;
  env: Environment;
  note_id: string;
  record_id: string;
}

/** A note that was moved to another record does not open. */
const aad = ({ org, env, note_id, record_id }: Named): string =>
  `record_note|${org}|${env}|${record_id}|${note_id}`;

export const sealNote = (key: KeyObject, named: Named, value: string | string[]): Buffer =>
  sealJson(key, value, aad(named));

export const openNote = <T extends string | string[]>(key: KeyObject, row: Named & { sealed: Buffer }): T =>
  openJson<T>(key, row.sealed, aad(row));
