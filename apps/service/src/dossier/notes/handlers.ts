import { type record as contract, record } from '@standpoint/contract';
import { type Kysely, sql } from 'kysely';
import { audit } from '../../accounts/audit.ts';
import type { Schema } from '../../database/schema.ts';
import type { Call, Deps, PersonCaller } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { keyOf, type Subject, subjectOf } from '../subject.ts';
import { openNote, sealNote } from './sealed.ts';

type NoteCall = Call<unknown, unknown, { record_id: string }, PersonCaller>;

async function notesOf(
  db: Kysely<Schema>,
  deps: Deps,
  subject: Subject,
  user_id: string,
): Promise<contract.Notes> {
  const key = await keyOf(db, deps, subject);
  if (!key) return { notes: [], tags: [], open: false };
  const rows = await db
    .selectFrom('record_note as n')
    .leftJoin('person as p', 'p.id', 'n.user_id')
    .selectAll('n')
    .select('p.name')
    .where('n.org', '=', subject.org)
    .where('n.env', '=', subject.env)
    .where('n.record_id', '=', subject.record_id)
    .orderBy('n.note_id')
    .execute();
  const tags = rows.find(({ kind }) => kind === 'tags');
  return {
    notes: rows
      .filter(({ kind }) => kind === 'note')
      .map((row) => ({
        note_id: row.note_id,
        at: row.at.toISOString(),
        by: row.name,
        mine: row.user_id === user_id,
        text: openNote<string>(key, row),
      })),
    tags: tags ? openNote<string[]>(key, tags) : [],
    open: true,
  };
}

export const readNotesHandler: Handler<typeof contract.readNotes> = async (call, deps) => {
  const { db } = deps.database;
  return notesOf(db, deps, await subjectOf(db, call), call.caller.user_id);
};

/**
 * Writes beside a record, under the lock of its customer: an erasure that comes meanwhile finds what was written. Two
 * who write beside one record do it one after the other, so that the most notes and the one set of tags hold. That
 * lock comes first and only here, so an erasure never waits for it.
 */
function writing(
  call: NoteCall,
  deps: Deps,
  action: string,
  write: (
    trx: Kysely<Schema>,
    subject: Subject,
    seal: (id: string, value: string | string[]) => Buffer,
  ) => Promise<void>,
): Promise<contract.Notes> {
  return deps.database.db.transaction().execute(async (trx) => {
    const { org, env } = call.caller;
    const place = `notes|${org}|${env}|${call.params.record_id}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(trx);
    const subject = await subjectOf(trx, call);
    const key = await keyOf(trx, deps, subject, true);
    if (!key)
      return refuse('not_found', 'erased', {
        message: 'The customer was erased: nothing is written about them any more.',
      });
    await write(trx, subject, (note_id, value) => sealNote(key, { ...subject, note_id }, value));
    await audit(trx, {
      ...subject,
      actor: call.caller.actor,
      action,
      target: subject.record_id,
      request_id: call.request_id,
      ip: call.ip,
    });
    return notesOf(trx, deps, subject, call.caller.user_id);
  });
}

export const addNoteHandler: Handler<typeof contract.addNote> = (call, deps) =>
  writing(call, deps, 'record.note_added', async (trx, subject, seal) => {
    const { org, env, record_id, customer_hash } = subject;
    const { count } = await trx
      .selectFrom('record_note')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('org', '=', org)
      .where('env', '=', env)
      .where('record_id', '=', record_id)
      .where('kind', '=', 'note')
      .executeTakeFirstOrThrow();
    if (Number(count) >= record.NOTES_MOST)
      refuse('invalid_request', 'too many notes', {
        message: `A record has at most ${record.NOTES_MOST} notes.`,
      });
    const note_id = newId('note');
    const row = { org, env, record_id, customer_hash, note_id, kind: 'note' as const };
    const { user_id } = call.caller;
    const at = new Date(deps.clock.now());
    await trx
      .insertInto('record_note')
      .values({ ...row, user_id, at, sealed: seal(note_id, call.body.text) })
      .execute();
  });

export const removeNoteHandler: Handler<typeof contract.removeNote> = (call, deps) =>
  writing(call, deps, 'record.note_removed', async (trx, { org, env, record_id }) => {
    const gone = await trx
      .deleteFrom('record_note')
      .where('org', '=', org)
      .where('env', '=', env)
      .where('record_id', '=', record_id)
      .where('note_id', '=', call.params.note_id)
      .where('kind', '=', 'note')
      // What a colleague wrote stays theirs.
      .where('user_id', '=', call.caller.user_id)
      .returning('note_id')
      .executeTakeFirst();
    if (!gone) refuse('not_found', call.params.note_id);
  });

export const setTagsHandler: Handler<typeof contract.setTags> = (call, deps) =>
  writing(call, deps, 'record.tags_set', async (trx, subject, seal) => {
    const { org, env, record_id, customer_hash } = subject;
    await trx
      .deleteFrom('record_note')
      .where('org', '=', org)
      .where('env', '=', env)
      .where('record_id', '=', record_id)
      .where('kind', '=', 'tags')
      .execute();
    const tags = [...new Set(call.body.tags)].sort();
    if (tags.length === 0) return;
    const note_id = newId('note');
    const row = { org, env, record_id, customer_hash, note_id, kind: 'tags' as const };
    const at = new Date(deps.clock.now());
    const { user_id } = call.caller;
    await trx
      .insertInto('record_note')
      .values({ ...row, user_id, at, sealed: seal(note_id, tags) })
      .execute();
  });
