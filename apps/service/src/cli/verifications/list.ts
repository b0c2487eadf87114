import { listVerifications } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { PAGE } from '../page.ts';
import { shownDecision, table } from '../print.ts';

export const verificationsList = command({
  name: 'verifications list',
  summary: 'List verifications, newest first',
  options: {
    customer: { type: 'string', value: 'ID', meaning: 'only this customer' },
    decision: { type: 'string', value: 'WORD', meaning: 'only pass, fail, review or retry' },
    reason: { type: 'string', value: 'CODE', meaning: 'only with this reason' },
    ...PAGE,
    ...ENV,
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const { customer, decision, reason, from, to, limit, cursor } = options;
    const query = { customer_id: customer, decision, reason, from, to, limit, cursor };
    return ask(terminal, options, listVerifications, { query });
  },
  text: ({ verifications, next_cursor }) =>
    table(
      ['id', 'at', 'decision', 'customer', 'type', 'reasons'],
      verifications.map((row) => [
        row.verification_id,
        row.created_at,
        shownDecision(row),
        row.customer_id,
        row.transaction_type,
        row.reason_codes.join(', '),
      ]),
      'There is no verification yet. Make one: ' +
        'npx standpoint verify simulate --customer test_pass --lat 40.7 --lng -74',
    ) + (next_cursor ? `\nMore: --cursor ${next_cursor}` : ''),
});
