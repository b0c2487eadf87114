import type { AnswerOf, listVerificationRows, VerificationRow } from '@standpoint/contract';
import type { Place } from '../../app/place.ts';
import type { FilterField } from '../../lists/filters.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { RowLink } from '../../lists/row-link.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../table/column.ts';
import { DECISIONS, reasonWords } from '../../texts/location.ts';
import { REASON_NAMES } from '../../texts/reason-names.ts';
import { OwnCheckButton } from '../own-check/button.tsx';
import { FirstVerification } from './first.tsx';

type Answer = AnswerOf<typeof listVerificationRows>;

const FACTS: readonly Column<VerificationRow>[] = [
  { id: 'time', head: 'Time', cell: ({ created_at }) => <Time at={created_at} />, width: 104 },
  { id: 'for', head: 'For', wide: true, cell: ({ transaction_type }) => transaction_type },
  {
    id: 'place',
    head: 'Place',
    wide: true,
    cell: ({ country, subdivision }) => subdivision ?? country ?? '–',
  },
  {
    id: 'why',
    head: 'Why',
    wide: true,
    cell: ({ reason_codes: [first, ...rest] }) =>
      first ? `${reasonWords(first)}${rest.length > 0 ? `, and ${rest.length} more` : ''}` : '',
  },
  {
    id: 'accuracy',
    head: 'Accuracy',
    extra: true,
    end: true,
    cell: ({ p95_m }) => (p95_m === null ? '–' : `${Math.round(p95_m).toLocaleString('en')}\u00a0m`),
  },
  { id: 'network', head: 'Network', extra: true, cell: ({ network_country }) => network_country ?? '–' },
  {
    id: 'install',
    head: 'Install',
    extra: true,
    cell: ({ install_id }) => (install_id ? <ShortId id={install_id} /> : '–'),
  },
  {
    id: 'id',
    head: 'Id',
    extra: true,
    cell: ({ verification_id }) => <ShortId id={verification_id} />,
  },
];

const FIELDS: readonly FilterField[] = [
  { name: 'customer_id', label: 'Customer' },
  {
    name: 'decision',
    label: 'Decision',
    options: Object.entries(DECISIONS).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: 'reason',
    label: 'Reason',
    options: Object.entries(REASON_NAMES).map(([value, label]) => ({ value, label })),
  },
  { name: 'from', label: 'From', day: 'from' },
  { name: 'to', label: 'To', day: 'to' },
  { name: 'install_id', label: 'Install' },
];

const columns = ({ org, env }: Place): readonly Column<VerificationRow>[] => [
  {
    id: 'customer',
    head: 'Customer',
    always: true,
    cell: ({ verification_id, customer_id, erased }) => (
      <RowLink to={`/${org}/${env}/verifications/${verification_id}`}>
        {erased ? <span className="quiet">erased</span> : customer_id}
      </RowLink>
    ),
  },
  ...FACTS,
  {
    id: 'decision',
    head: 'Decision',
    always: true,
    width: 104,
    cell: ({ decision, record_contradicted }) =>
      record_contradicted ? (
        <Outcome tone="fail">Record differs</Outcome>
      ) : (
        <Outcome tone={DECISIONS[decision].tone}>{DECISIONS[decision].word}</Outcome>
      ),
  },
];

const EXPORTED = {
  customer: ['customer_id'],
  time: ['created_at'],
  for: ['transaction_type'],
  place: ['country', 'subdivision'],
  why: ['reason_codes'],
  accuracy: ['p95_m'],
  network: ['network_country'],
  install: ['install_id'],
  id: ['verification_id'],
  decision: ['decision'],
} as const;

const pick = (answer: Answer) => answer;

export const VerificationsPage = () => (
  <ListPage<Answer, VerificationRow>
    title="Verifications"
    one="verification"
    path="/verifications"
    kind="verification"
    fields={FIELDS}
    columns={columns}
    exported={EXPORTED}
    rowKey={({ verification_id }) => verification_id}
    pick={pick}
    actions={<OwnCheckButton />}
    empty={<FirstVerification />}
  />
);
