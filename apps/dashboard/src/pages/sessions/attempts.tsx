import type { FaceSession } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import { Block } from '../../parts/block.tsx';
import { Time } from '../../parts/time.tsx';
import { Table } from '../../table/table.tsx';

/** How often the person tried, on what, and how it went. */
export const Attempts = ({ session: { attempts, attempts_max } }: { session: FaceSession }) =>
  attempts.length > 0 && (
    <Block title="Attempts" aside={<span dir="auto">{`${attempts.length} of at most ${attempts_max}`}</span>}>
      <Table
        label="Attempts"
        density="compact"
        rows={attempts}
        rowKey={({ attempt_id }) => attempt_id}
        columns={[
          { id: 'opened', head: 'Opened', cell: ({ opened_at }) => <Time at={opened_at} /> },
          { id: 'challenge', head: 'Challenge', cell: ({ challenge_type }) => codeWords(challenge_type) },
          { id: 'device', head: 'On', wide: true, cell: ({ device }) => `a ${device}` },
          { id: 'frames', head: 'Frames', end: true, wide: true, cell: ({ frames }) => frames.length },
          {
            id: 'outcome',
            head: 'Outcome',
            end: true,
            cell: ({ outcome, state }) => codeWords(outcome ?? state),
          },
        ]}
      />
    </Block>
  );
