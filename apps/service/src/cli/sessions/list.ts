import { listSessions } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { PAGE } from '../page.ts';
import { shownDecision, table } from '../print.ts';

export const sessionsList = command({
  name: 'sessions list',
  summary: 'List face sessions, newest first',
  options: {
    customer: { type: 'string', value: 'ID', meaning: 'only this customer' },
    workflow: { type: 'string', value: 'ID', meaning: 'only this workflow' },
    status: { type: 'string', value: 'WORD', meaning: 'only this status' },
    decision: { type: 'string', value: 'WORD', meaning: 'only approved, declined or review' },
    ...PAGE,
    ...ENV,
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const { customer, workflow, status, decision, from, to, limit, cursor } = options;
    const query = { customer_id: customer, workflow_id: workflow, status, decision, from, to, limit, cursor };
    return ask(terminal, options, listSessions, { query });
  },
  text: ({ sessions, next_cursor }) =>
    table(
      ['id', 'at', 'status', 'decision', 'customer', 'workflow'],
      sessions.map((row) => [
        row.session_id,
        row.created_at,
        row.status,
        shownDecision(row),
        row.customer_id,
        row.workflow_id,
      ]),
      'There is no face session yet. Open the demo shop to create one.',
    ) + (next_cursor ? `\nMore: --cursor ${next_cursor}` : ''),
});
