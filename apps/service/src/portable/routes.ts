import {
  EXPORT_KINDS,
  type ExportKind,
  type ExportRecord,
  exportCustomer,
  MANAGERS,
} from '@standpoint/contract';
import { audit } from '../accounts/audit.ts';
import type { Caller, Deps } from '../deps.ts';
import { customerHash } from '../privacy/pseudonyms.ts';
import { refuse } from '../refuse.ts';
import { type Handler, type Route, route } from '../route.ts';
import { SECTIONS } from './all.ts';
import type { Subject } from './section.ts';

interface Page {
  records: ExportRecord[];
  next_cursor: string | null;
}

/**
 * The records from a section and key on. A page ends when it is full, or with what a section gives at once: a
 * page of pictures is short. So the memory that a page takes has a limit, however much is stored.
 */
async function readPage(deps: Deps, who: Subject, from: [ExportKind, string], limit: number): Promise<Page> {
  const records: ExportRecord[] = [];
  let after = from[1];
  for (const kind of EXPORT_KINDS.slice(EXPORT_KINDS.indexOf(from[0]))) {
    const section = SECTIONS[kind];
    const wanted = Math.min(limit - records.length, section.at_once);
    const pieces = await section.read(deps, who, after, wanted);
    records.push(...pieces.map(({ id, data }) => ({ kind, id, data })));
    if (pieces.length === wanted) return { records, next_cursor: `${kind}~${pieces.at(-1)!.key}` };
    after = '';
  }
  return { records, next_cursor: null };
}

function counts(records: readonly ExportRecord[]): Record<string, number> {
  const of: Record<string, number> = {};
  for (const { kind } of records) of[kind] = (of[kind] ?? 0) + 1;
  return of;
}

/**
 * People look at a face to judge it, one session at a time and on record. Only owners and admins take pictures away: an
 * analyst or an auditor would have them all in one file.
 */
const mayTakePictures = (caller: Caller): boolean =>
  caller.kind !== 'person' || (MANAGERS as readonly (string | null)[]).includes(caller.role);

/** The sessions whose pictures are in these records. */
const pictured = (records: readonly ExportRecord[]): string[] => [
  ...new Set(
    records.flatMap(({ kind, data }) =>
      kind === 'frame' && (typeof data.image_base64 === 'string' || data.pictures)
        ? [String(data.session_id)]
        : [],
    ),
  ),
];

/** Each page is an entry of the audit log, and one more stands at each session whose pictures it holds. */
async function note(
  deps: Deps,
  call: Parameters<typeof exportHandler>[0],
  customer_hash: string,
  page: Page,
): Promise<void> {
  const { org, env, actor } = call.caller;
  const entry = { org, env, actor, request_id: call.request_id, ip: call.ip };
  await deps.database.db.transaction().execute(async (trx) => {
    await audit(trx, {
      ...entry,
      action: 'customer.exported',
      target: customer_hash,
      detail: { records: counts(page.records), last: page.next_cursor === null },
    });
    for (const session_id of pictured(page.records))
      await audit(trx, { ...entry, action: 'face.frames_exported', target: session_id });
  });
}

const exportHandler: Handler<typeof exportCustomer> = async (call, deps) => {
  const { org, env } = call.caller;
  const { customer_id } = call.params;
  const who = {
    org,
    env,
    customer_id,
    customer_hash: customerHash(deps.envelope, { org, env }, customer_id),
    pictures: mayTakePictures(call.caller),
  };
  const known = await deps.database.db
    .selectFrom('customer')
    .select('created_at')
    .where('org', '=', org)
    .where('env', '=', env)
    .where('customer_hash', '=', who.customer_hash)
    .executeTakeFirst();
  if (!known) return refuse('not_found', 'no such customer');
  const [kind, ...key] = (call.query.cursor ?? `${EXPORT_KINDS[0]}~`).split('~');
  const limit = Number(call.query.limit ?? 20);
  const page = await readPage(deps, who, [kind as ExportKind, key.join('~')], limit);
  await note(deps, call, who.customer_hash, page);
  const exported_at = new Date(deps.clock.now()).toISOString();
  return { customer_id, livemode: env === 'production', exported_at, ...page };
};

export const EXPORT_ROUTES: Route[] = [route(exportCustomer, exportHandler)];
