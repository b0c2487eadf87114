import type { Environment } from '@standpoint/contract';

/** Notes and tags beside records; `sealed` is the text, or the list of tags. */
export type RecordNoteTable = {
  org: string;
  env: Environment;
  note_id: string;
  kind: 'note' | 'tags';
  record_id: string;
  customer_hash: string;
  user_id: string;
  at: Date;
  sealed: Buffer;
};
