import { sql } from 'kysely';
import type { FaceConsentTable } from '../../database/tables/face.ts';
import type { Db, SessionKey } from '../session/records.ts';
import { sha256 } from './shown.ts';

type Act = Omit<FaceConsentTable, 'org' | 'env' | 'session_id' | 'act_no' | 'purposes' | 'text_sha256'> & {
  purposes: readonly object[] | null;
  /** The whole text that was shown. */
  text: string | null;
};

/** Keeps an act of consent, and the text that it is about. The caller holds the lock of the session. */
export async function keepAct(trx: Db, key: SessionKey, { text, purposes, ...act }: Act): Promise<void> {
  const text_sha256 = text === null ? null : sha256(text);
  if (text !== null)
    await trx
      .insertInto('face_consent_text')
      .values({ org: key.org, text_sha256: text_sha256!, language: act.language!, text, first_at: act.at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx
    .insertInto('face_consent')
    .values({
      ...key,
      ...act,
      act_no: sql<number>`(
        SELECT coalesce(max(act_no), 0) + 1 FROM face_consent
         WHERE org = ${key.org} AND env = ${key.env} AND session_id = ${key.session_id})`,
      purposes: purposes && JSON.stringify(purposes),
      text_sha256,
    })
    .execute();
}
