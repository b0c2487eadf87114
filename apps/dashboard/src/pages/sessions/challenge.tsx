import type { frames } from '@standpoint/contract';
import { plain } from '@standpoint/contract/words/numbers';
import { codeWords } from '@standpoint/contract/words/values';
import { KIND_WORDS } from '../../checks/face-words.ts';
import { Block } from '../../parts/block.tsx';
import { Outcome, type OutcomeTone } from '../../parts/outcome.tsx';
import type { Column } from '../../table/column.ts';
import { Table } from '../../table/table.tsx';

const OUTCOMES: Record<string, { tone: OutcomeTone; word: string }> = {
  shown: { tone: 'pass', word: 'Shown' },
  not_shown: { tone: 'fail', word: 'Not shown' },
  other_shown: { tone: 'fail', word: 'Something else was shown' },
  no_frame: { tone: 'fail', word: 'No picture' },
  no_face: { tone: 'fail', word: 'No face' },
  not_known: { tone: 'quiet', word: 'Not known' },
};

const ms = (value: number | null): string =>
  value === null ? '–' : `${Math.round(value).toLocaleString('en')}\u00a0ms`;

const COLUMNS: readonly Column<frames.ExplainedAttempt['steps'][number]>[] = [
  { id: 'kind', head: 'Asked', cell: ({ kind }) => KIND_WORDS[kind] ?? codeWords(kind) },
  { id: 'window', head: 'Within', end: true, wide: true, cell: ({ window_ms }) => ms(window_ms) },
  { id: 'at', head: 'Picture at', end: true, cell: ({ t_ms }) => ms(t_ms) },
  {
    id: 'strength',
    head: 'Strength',
    end: true,
    wide: true,
    cell: ({ kind, strength }) =>
      strength === null
        ? '–'
        : kind === 'front'
          ? `${plain(strength)} of something else`
          : `${plain(strength)}, needs 1`,
  },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: ({ outcome }) => {
      const { tone, word } = OUTCOMES[outcome] ?? { tone: 'quiet', word: codeWords(outcome) };
      return <Outcome tone={tone}>{word}</Outcome>;
    },
  },
];

/** Each step of the challenge, as it was asked and as it was shown. */
export const Challenge = ({ attempt }: { attempt: frames.ExplainedAttempt | undefined }) =>
  attempt &&
  attempt.steps.length > 0 && (
    <Block
      title="Challenge"
      aside={
        attempt.elapsed_ms === null ? null : (
          <span dir="auto">{ms(attempt.elapsed_ms)} from opening to sending</span>
        )
      }
    >
      <Table
        label="Challenge"
        density="compact"
        rows={attempt.steps}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </Block>
  );
