import { listReviews } from '@standpoint/contract';
import { ask } from '../ask.ts';
import { command, ENV, ORG } from '../command.ts';
import { PAGE } from '../page.ts';
import { table } from '../print.ts';

export const reviewsList = command({
  name: 'reviews list',
  summary: 'List the reviews that wait for an answer, oldest first',
  options: {
    area: { type: 'string', value: 'geolocation|face', meaning: 'only this area' },
    due: { type: 'string', value: 'TIME', meaning: 'only what is due before this time (RFC 3339)' },
    limit: PAGE.limit,
    cursor: PAGE.cursor,
    ...ENV,
    ...ORG,
  },
  run: ({ options, terminal }) => {
    const { area, due, limit, cursor } = options;
    return ask(terminal, options, listReviews, { query: { area, due, limit, cursor } });
  },
  text: ({ reviews, next_cursor }) =>
    table(
      ['id', 'due', 'customer', 'first reviewer', 'reasons'],
      reviews.map((row) => [
        row.id,
        row.due_at,
        row.customer_id,
        row.four_eyes ? (row.first_reviewer ?? 'needs two') : '-',
        row.reasons.join(', '),
      ]),
      'No review waits for an answer.',
    ) + (next_cursor ? `\nMore: --cursor ${next_cursor}` : ''),
});
