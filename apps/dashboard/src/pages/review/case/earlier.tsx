import type { explained, FaceDecision, GeolocationDecision } from '@standpoint/contract';
import { metres } from '@standpoint/contract/words/numbers';
import { Link } from '@tanstack/react-router';
import type { Place } from '../../../app/place.ts';
import { Block } from '../../../parts/block.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { FACE_DECISION_WORDS } from '../../../texts/face.ts';
import { DECISIONS } from '../../../texts/location.ts';
import type { Case } from '../queries.ts';

type Earlier = Case['earlier'][number];

const wordsOf = (decision: string | null) =>
  DECISIONS[decision as GeolocationDecision] ?? FACE_DECISION_WORDS[decision as FaceDecision];

const columnsOf = (
  link: (id: string) => string,
  accuracy: ReadonlyMap<string, number | undefined>,
): readonly Column<Earlier>[] => [
  {
    id: 'at',
    head: 'When',
    cell: ({ id, at }) => (
      <Link to={link(id) as '/'}>
        <Time at={at} />
      </Link>
    ),
  },
  { id: 'about', head: 'For', cell: ({ about }) => about },
  ...(accuracy.size > 0
    ? [
        {
          id: 'accuracy',
          head: 'Accuracy',
          end: true,
          wide: true,
          cell: ({ id }: Earlier) => metresOr(accuracy.get(id)),
        },
      ]
    : []),
  {
    id: 'decision',
    head: 'Decision',
    cell: ({ decision }) => {
      const words = wordsOf(decision);
      return words ? <Outcome tone={words.tone}>{words.word}</Outcome> : '–';
    },
  },
];

const metresOr = (value: number | undefined): string => (value === undefined ? '–' : metres(value));

/** The last decisions about the same customer. */
interface EarlierProps {
  place: Place;
  earlier: readonly Earlier[];
  /** Of a verification: how exact the earlier positions were. */
  explanation?: explained.VerificationExplanation | undefined;
}

export function EarlierDecisions({ place, earlier, explanation }: EarlierProps) {
  const accuracy = new Map(
    [...(explanation?.tries ?? []), ...(explanation?.earlier ?? [])].map(({ verification_id, position }) => [
      verification_id,
      position?.p95_m,
    ]),
  );
  if (earlier.length === 0)
    return (
      <Block title="This customer before">
        <p className="soft">Nothing before this.</p>
      </Block>
    );
  const link = (id: string) =>
    `/${place.org}/${place.env}/${id.startsWith('ver_') ? 'verifications' : 'sessions'}/${id}`;
  return (
    <Block title="This customer before" aside={`the last ${earlier.length}`}>
      <Table
        label="Earlier decisions"
        density="compact"
        rows={earlier}
        rowKey={({ id }) => id}
        columns={columnsOf(link, accuracy)}
      />
    </Block>
  );
}
