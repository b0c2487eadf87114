import type { EventType, SessionStatus } from '@standpoint/contract';
import { sql } from 'kysely';
import { Unavailable } from '../../database/unavailable.ts';
import type { Deps } from '../../deps.ts';
import { record } from '../../events/outbox.ts';
import { refuse } from '../../refuse.ts';
import { nextDue, TIMERS } from './due.ts';
import type { AttemptRow, Db, HandoffRow, Loaded, SessionKey, SessionRow } from './records.ts';
import { type HandoffEvent, isTerminal, nextHandoff, nextSession, type SessionEvent } from './state.ts';

/**
 * Moves that a person makes: each restarts the ten idle minutes. A refresh of the QR code or a poll does not.
 */
const ACTS: ReadonlySet<SessionEvent> = new Set([
  'consent_shown',
  'consented',
  'permission',
  'attempt_opened',
  'uploading',
  'submitted',
  'retry',
  'processing_lapsed',
  'handoff_issued',
  'handoff_redeemed',
  'handoff_confirmed',
]);

const TOLD: Partial<Record<SessionStatus, EventType>> = {
  in_progress: 'facecheck.session.started',
  processing: 'facecheck.session.submitted',
  completed: 'facecheck.session.completed',
  expired: 'facecheck.session.expired',
  canceled: 'facecheck.session.canceled',
  failed: 'facecheck.session.failed',
};

/**
 * One change of a session while its row is locked. Moves are looked up in the table and collected; `save`
 * writes them together with their events.
 */
export class Change {
  readonly trx: Db;
  readonly deps: Deps;
  readonly now: Date;
  session: SessionRow;
  handoff: HandoffRow | null;
  attempt: AttemptRow | null;
  #before: Loaded;
  readonly #events: { type: EventType; data: Record<string, unknown> }[] = [];

  constructor(trx: Db, deps: Deps, loaded: Loaded) {
    this.trx = trx;
    this.deps = deps;
    this.now = new Date(deps.clock.now());
    this.session = loaded.session;
    this.handoff = loaded.handoff;
    this.attempt = loaded.attempt;
    this.#before = loaded;
  }

  get key(): SessionKey {
    const { org, env, session_id } = this.session;
    return { org, env, session_id };
  }

  /**
   * Refuses with 409 `session_terminal` where the session has ended. Throws where the table has no such move.
   */
  move(event: SessionEvent, patch: Partial<SessionRow> = {}): void {
    const was = this.session;
    const next = nextSession(was, event);
    if (!next) {
      if (isTerminal(was.status)) refuse('session_terminal', `${event} in ${was.status}`);
      throw new Error(`no move ${event} from ${was.status} ${was.phase}`);
    }
    this.session = { ...was, ...next, updated_at: this.now, ...patch };
    if (ACTS.has(event)) this.act();
    if (next.status === 'processing' && was.status !== 'processing') this.session.processing_at = this.now;
    if (next.status !== was.status) this.#entered(was.status, next.status);
  }

  /** Whether the table allows the move now. */
  can(event: SessionEvent): boolean {
    return nextSession(this.session, event) !== null;
  }

  /**
   * Notes an act of the person: the session lives ten more minutes, but never longer than the portal token.
   */
  act(): void {
    if (this.session.status !== 'in_progress') return;
    const until = Math.min(this.now.getTime() + TIMERS.idle, this.session.portal_exp.getTime());
    this.session = { ...this.session, expires_at: new Date(until) };
  }

  moveHandoff(event: HandoffEvent, patch: Partial<HandoffRow> = {}): boolean {
    const state = this.handoff && nextHandoff(this.handoff.state, event);
    if (!this.handoff || !state) return false;
    const number_sealed = state === 'redeemed' ? this.handoff.number_sealed : null;
    this.handoff = { ...this.handoff, number_sealed, ...patch, state };
    return true;
  }

  /** Takes over a hand-off that another statement has written. */
  adopt(handoff: HandoffRow): void {
    this.handoff = handoff;
    this.session = { ...this.session, handoff_id: handoff.handoff_id };
    this.#before = { ...this.#before, handoff };
  }

  closeAttempt(state: 'expired' | 'abandoned'): void {
    if (this.attempt?.state === 'open') this.attempt = { ...this.attempt, state };
  }

  emit(type: EventType, extra: Record<string, unknown> = {}): void {
    const { session_id, workflow_id, status, decision, env } = this.session;
    const data = { session_id, workflow_id, status, decision, livemode: env === 'production' };
    this.#events.push({ type, data: { ...data, ...extra } });
  }

  #entered(was: SessionStatus, status: SessionStatus): void {
    if (isTerminal(status)) {
      this.session = { ...this.session, completed_at: this.now };
      this.closeAttempt('abandoned');
      if (status === 'completed') this.moveHandoff('session_completed');
      else this.moveHandoff('session_ended', { reason: status });
    }
    const type = TOLD[status];
    // A session that returns from processing retries; it does not start again.
    if (type && !(status === 'in_progress' && was !== 'created')) this.emit(type);
  }

  /**
   * Writes the changes, provided that no other call has changed the rows meanwhile, and wakes the polls that
   * wait for news.
   */
  async save(): Promise<void> {
    const { session, handoff, attempt } = this.#before;
    if (attempt && this.attempt && this.attempt.attempt_id === attempt.attempt_id)
      await this.#write('face_attempt', attempt, this.attempt, 'attempt_id', 'state');
    if (handoff && this.handoff && this.handoff.handoff_id === handoff.handoff_id)
      await this.#write('face_handoff', handoff, this.handoff, 'handoff_id', 'state');
    const due_at = nextDue(this);
    this.session = { ...this.session, due_at };
    if (await this.#write('face_session', session, this.session, 'session_id', 'version'))
      await sql`SELECT pg_notify('standpoint_face', ${session.session_id})`.execute(this.trx);
    const { org, env } = this.session;
    for (const event of this.#events) await record(this.trx, { org, env, ...event });
  }

  async #write(
    table: 'face_session' | 'face_handoff' | 'face_attempt',
    was: SessionRow | HandoffRow | AttemptRow,
    is: SessionRow | HandoffRow | AttemptRow,
    id: string,
    guard: string,
  ): Promise<boolean> {
    const before = was as unknown as Record<string, unknown>;
    const changed = Object.entries(is).filter(([column, value]) => !same(before[column], value));
    if (changed.length === 0) return false;
    const sets = changed.map(([column, value]) => sql`${sql.ref(column)} = ${toColumn(value)}`);
    const { rows } = await sql`
      UPDATE ${sql.table(table)} SET ${sql.join(sets)}
       WHERE org = ${this.session.org} AND env = ${this.session.env}
         AND session_id = ${this.session.session_id}
         AND ${sql.ref(id)} = ${before[id]} AND ${sql.ref(guard)} = ${before[guard]}
      RETURNING 1`.execute(this.trx);
    if (rows.length === 0) throw new Unavailable(`${table} was changed by another call meanwhile`);
    return true;
  }
}

/** A timer with the same value is not a change: it would wake every poll that waits for news. */
const same = (was: unknown, is: unknown): boolean =>
  was === is || (was instanceof Date && is instanceof Date && was.getTime() === is.getTime());

/** Converts objects for jsonb columns. The driver converts dates, bytes and lists of text itself. */
const toColumn = (value: unknown): unknown =>
  value !== null &&
  typeof value === 'object' &&
  !(value instanceof Date) &&
  !Buffer.isBuffer(value) &&
  !Array.isArray(value)
    ? JSON.stringify(value)
    : value;
