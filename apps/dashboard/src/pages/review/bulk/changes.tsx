import type { AnswerOf, ReviewOutcome, reviewing } from '@standpoint/contract';
import { Note } from '../../../parts/note.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Table } from '../../../table/table.tsx';
import type { Row } from '../queries.ts';
import { DONE, whyWords } from '../words.ts';

interface ChangesProps {
  rows: readonly Row[];
  dry: AnswerOf<typeof reviewing.decideReviews>;
  outcome: ReviewOutcome;
}

/** What each case becomes, or why it stays as it is. */
export function Changes({ rows, dry, outcome }: ChangesProps) {
  const becomes = new Map(dry.decided.map((each) => [each.review_id, each.becomes]));
  const refused = new Map(dry.refused.map((each) => [each.review_id, each.message]));
  return (
    <>
      {refused.size > 0 && (
        <Note tone="review">
          {refused.size} of {rows.length} stay as they are.
        </Note>
      )}
      <Table
        label="What changes"
        density="compact"
        rows={rows}
        rowKey={({ review_id }) => review_id}
        columns={[
          { id: 'who', head: 'Customer', cell: ({ customer_id }) => customer_id || 'erased' },
          { id: 'why', head: 'Why', wide: true, cell: (row: Row) => whyWords(row) },
          {
            id: 'becomes',
            head: 'Becomes',
            cell: ({ review_id }) =>
              refused.has(review_id) ? (
                <span className="quiet">{refused.get(review_id)}</span>
              ) : becomes.get(review_id) === 'awaiting_second' ? (
                <Outcome tone="review">Needs a second person</Outcome>
              ) : (
                <Outcome tone={outcome === 'approve' ? 'pass' : 'fail'}>{DONE[outcome]}</Outcome>
              ),
          },
        ]}
      />
    </>
  );
}
