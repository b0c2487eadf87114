import { Readable } from 'node:stream';
import { type Environment, EXPORT_ABOUT_HEADER, EXPORT_COUNTED_MAX } from '@standpoint/contract';
import { audit, type By } from '../accounts/audit.ts';
import { type Call, type Deps, type PersonCaller, Streamed } from '../deps.ts';
import { BOM, type Cell, lineOf } from './csv.ts';
import type { PageOf, Query } from './rows.ts';
import { beginExport, type Running, Stopped } from './running.ts';

const PAGE = '100';
const HELD_BYTES = 64 * 1_024;

type PersonCall = Pick<Call<unknown, unknown, unknown, PersonCaller>, 'caller' | 'request_id' | 'ip'>;

/** What is exported, and how. */
export interface Wanted<T> {
  /** "verifications": in the name of the file and in the audit log. */
  what: string;
  format: 'csv' | 'ndjson';
  bom: boolean;
  columns: readonly string[];
  cells: Record<string, (one: T) => Cell>;
  filters: Query;
  list(query: Query): Promise<PageOf<T>>;
  /** How many there are, up to one more than is counted. */
  count(): Promise<number>;
}

/**
 * The file, page by page as it is read: an export of any length takes the memory of one page. It is in the audit log
 * before its first row leaves, and once more with the number of rows when it ends.
 */
export async function exportFile<T>(deps: Deps, call: PersonCall, wanted: Wanted<T>): Promise<Streamed> {
  const running = await beginExport(deps, call.caller);
  const ended = () => running.end().catch(() => undefined);
  try {
    const count = await wanted.count();
    const about = count > EXPORT_COUNTED_MAX ? `${EXPORT_COUNTED_MAX}+` : String(count);
    const note = noted(deps, call, wanted);
    await note('export.started', 'ok', { about });
    const body = Readable.from(lines(wanted, note, running), {
      objectMode: false,
      highWaterMark: HELD_BYTES,
    });
    // Also where it is given up before its first line.
    body.once('close', ended);
    running.watch((why) => body.destroy(why));
    const { org, env } = call.caller;
    const name = `${wanted.what}-${env}-${org.slice(-6)}-${new Date(deps.clock.now()).toISOString().slice(0, 10)}`;
    const type = wanted.format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson';
    return new Streamed(type, body, {
      'content-disposition': `attachment; filename="${name}.${wanted.format}"`,
      [EXPORT_ABOUT_HEADER]: about,
    });
  } catch (error) {
    await ended();
    throw error;
  }
}

type Note = (action: string, outcome: string, more: Record<string, unknown>) => Promise<void>;

/** Which filters were set; what they say where it names no person. */
const PERSONAL = new Set(['customer_id', 'install_id', 'receipt_number', 'bbox']);

function noted<T>({ database }: Deps, { caller, request_id, ip }: PersonCall, wanted: Wanted<T>): Note {
  const { org, env } = caller as { org: string; env: Environment };
  const by: By = { actor: caller.actor, request_id, ip };
  const filters = Object.fromEntries(
    Object.entries(wanted.filters).map(([name, value]) => [name, PERSONAL.has(name) ? 'set' : value]),
  );
  const { what, format, columns } = wanted;
  return (action, outcome, more) =>
    audit(database.db, {
      org,
      env,
      ...by,
      action,
      target: what,
      outcome,
      detail: { format, filters, columns: columns.length, ...more },
    });
}

async function* lines<T>(wanted: Wanted<T>, note: Note, running: Running): AsyncGenerator<string> {
  const { format, bom, columns, cells, filters, list } = wanted;
  let rows = 0;
  let outcome = 'canceled';
  try {
    if (format === 'csv') yield (bom ? BOM : '') + lineOf(columns);
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: PageOf<T> = await list({ ...filters, limit: PAGE, ...(cursor && { cursor }) });
      rows += page.found.length;
      cursor = page.next_cursor;
      const text = page.found.map((one) => {
        const values = columns.map((column) => cells[column]!(one));
        return format === 'csv'
          ? lineOf(values)
          : `${JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, values[i]])))}\n`;
      });
      if (text.length > 0) yield text.join('');
    }
    outcome = 'ok';
  } catch (error) {
    outcome = error instanceof Stopped ? 'refused' : 'failed';
    throw error;
  } finally {
    await note('export.ended', outcome, { rows }).catch(() => undefined);
    // Before the reader sees the end: the next export may come right then.
    await running.end().catch(() => undefined);
  }
}
