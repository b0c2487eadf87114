import { listEntries } from '../../audit/list.ts';
import { command, number, ORG } from '../command.ts';
import { organization, withReader } from '../open.ts';
import { PAGE, time } from '../page.ts';
import { table } from '../print.ts';

export const auditList = command({
  name: 'audit list',
  summary: 'List the entries of the audit log, newest first',
  options: {
    action: { type: 'string', value: 'NAME', meaning: 'only this action; `key.*` for all that begin so' },
    actor: { type: 'string', value: 'NAME', meaning: 'only this actor: cli, system, client, key:key_…' },
    target: { type: 'string', value: 'ID', meaning: 'only what was done to this' },
    ...PAGE,
    ...ORG,
  },
  notes:
    'Entries name people by reference only: a verification, a session, never a customer. The chain proves that\n' +
    'they are complete: npx standpoint audit verify\n' +
    "Example: npx standpoint audit list --action 'key.*' --from 2026-11-01T00:00:00Z",
  run: ({ options, terminal }) => {
    const { action, actor, target, cursor } = options;
    const limit = options.limit === undefined ? 20 : number('limit', options.limit, 1, 100);
    const [from, to] = [time('from', options.from), time('to', options.to)];
    return withReader(terminal, async (database) => {
      const { org } = await organization(database, options.org);
      const query = { org, action, actor, target, from, to, after: cursor };
      const rows = await listEntries(database.db, { ...query, limit: limit + 1 });
      const entries = rows.slice(0, limit);
      return { entries, next_cursor: rows.length > limit ? entries.at(-1)!.audit_id : null };
    });
  },
  text: ({ entries, next_cursor }) =>
    table(
      ['at', 'action', 'outcome', 'actor', 'target', 'detail'],
      entries.map(({ at, action, outcome, actor, target, detail }) => [
        `${at.slice(0, 23)}Z`,
        action,
        outcome,
        actor,
        target ?? '-',
        Object.keys(detail).length > 0 ? JSON.stringify(detail) : '-',
      ]),
      'There is no such entry.',
    ) + (next_cursor ? `\nMore: --cursor ${next_cursor}` : ''),
});
