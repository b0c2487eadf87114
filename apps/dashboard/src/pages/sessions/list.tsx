import type { AnswerOf, listSessionRows, SessionRow } from '@standpoint/contract';
import type { Place } from '../../app/place.ts';
import type { FilterField } from '../../lists/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { RowLink } from '../../lists/row-link.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { FACE_DECISION_WORDS, faceReasonWords, STATUS_WORDS } from '../../texts/face.ts';
import { FirstSession } from './first.tsx';

type Answer = AnswerOf<typeof listSessionRows>;

const FACTS: readonly Column<SessionRow>[] = [
  { id: 'time', head: 'Time', width: 104, cell: ({ created_at }) => <Time at={created_at} /> },
  { id: 'state', head: 'State', wide: true, cell: ({ status }) => STATUS_WORDS[status] },
  {
    id: 'why',
    head: 'Why',
    wide: true,
    cell: ({ reasons: [first, ...rest] }) =>
      first ? `${faceReasonWords(first)}${rest.length > 0 ? `, and ${rest.length} more` : ''}` : '',
  },
  {
    id: 'attempts',
    head: 'Attempts',
    wide: true,
    end: true,
    cell: ({ attempts, attempts_max }) => `${attempts} of ${attempts_max}`,
  },
  {
    id: 'device',
    head: 'Device',
    extra: true,
    cell: ({ handed_over }) => (handed_over ? 'handed to a phone' : 'one device'),
  },
  {
    id: 'workflow',
    head: 'Workflow',
    extra: true,
    cell: ({ workflow_id }) => <ShortId id={workflow_id} />,
  },
  { id: 'id', head: 'Id', extra: true, cell: ({ session_id }) => <ShortId id={session_id} /> },
];

const FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Customer' },
  {
    name: 'decision',
    label: 'Decision',
    options: Object.entries(FACE_DECISION_WORDS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'status',
    label: 'State',
    options: Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
  },
  { name: 'from', label: 'From', day: 'from' },
  { name: 'to', label: 'To', day: 'to' },
  { name: 'receipt_number', label: 'Receipt number' },
  { name: 'workflow_id', label: 'Workflow' },
];

const columns = ({ org, env }: Place): readonly Column<SessionRow>[] => [
  {
    id: 'customer',
    head: 'Customer',
    always: true,
    cell: ({ session_id, customer_id }) => (
      <RowLink to={`/${org}/${env}/sessions/${session_id}`}>
        {customer_id || <span className="quiet">erased</span>}
      </RowLink>
    ),
  },
  ...FACTS,
  {
    id: 'decision',
    head: 'Decision',
    always: true,
    width: 112,
    cell: ({ decision, record_contradicted }) => {
      if (record_contradicted) return <Outcome tone="fail">Record differs</Outcome>;
      if (!decision) return <Outcome tone="quiet">None</Outcome>;
      return (
        <Outcome tone={FACE_DECISION_WORDS[decision].tone}>{FACE_DECISION_WORDS[decision].word}</Outcome>
      );
    },
  },
];

const EXPORTED = {
  customer: ['customer_id'],
  time: ['created_at'],
  state: ['status'],
  why: ['reasons'],
  attempts: ['attempts', 'attempts_max'],
  device: ['handed_over'],
  workflow: ['workflow_id'],
  id: ['session_id'],
  decision: ['decision'],
} as const;

const pick = (answer: Answer) => answer;

export const SessionsPage = () => (
  <ListPage<Answer, SessionRow>
    title="Sessions"
    one="session"
    path="/sessions"
    kind="session"
    fields={FIELDS}
    columns={columns}
    exported={EXPORTED}
    rowKey={({ session_id }) => session_id}
    pick={pick}
    empty={<FirstSession />}
  />
);
