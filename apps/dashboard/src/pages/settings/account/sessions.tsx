import { Button } from '@mantine/core';
import type { AnswerOf, listMySessions, PersonSession } from '@standpoint/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client.ts';
import { useWrite } from '../../../api/use-write.ts';
import { Block } from '../../../parts/block.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Outcome } from '../../../parts/outcome.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { say, sayWrong } from '../../../toast/toasts.ts';

export const MY_SESSIONS = ['me', 'sessions'] as const;
const endColumn = (
  ending: string | null,
  finish: (id: string, words: () => string) => void,
): Column<PersonSession> => ({
  id: 'actions',
  head: 'Actions',
  unseenHead: true,
  end: true,
  cell: ({ session_id, current, device }) =>
    current ? null : (
      <Button
        size="xs"
        variant="subtle"
        loading={ending === session_id}
        onClick={() => finish(session_id, () => `Ended the session of ${device}`)}
        aria-label={`End the session of ${device}`}
      >
        End
      </Button>
    ),
});

const sessionsQuery = queryOptions({
  queryKey: MY_SESSIONS,
  queryFn: ({ signal }) => read<AnswerOf<typeof listMySessions>>('/me/sessions', undefined, signal),
});

/** What `MySessions` holds, and what its buttons and fields do. */
function useMySessions() {
  const query = useQuery(sessionsQuery);
  const end = useWrite<{ ended: number }, string>({
    method: 'DELETE',
    path: (id) => `/me/sessions/${id}`,
    body: () => undefined,
    stale: [MY_SESSIONS],
  });
  const finish = (id: string, words: (ended: number) => string) =>
    end.mutate(id, { onSuccess: ({ ended }) => say(words(ended)), onError: sayWrong });
  const others = (query.data?.sessions.length ?? 0) > 1;
  const ending = end.isPending ? end.variables : null;
  return { query, finish, others, ending };
}

/** Where the person is signed in. Ending a session is done at once: signing in again brings one back. */
export function MySessions() {
  const { query, finish, others, ending } = useMySessions();
  const all = (
    <Button
      size="xs"
      loading={ending === 'others'}
      onClick={() =>
        finish('others', (ended) => `Ended ${ended} other ${ended === 1 ? 'session' : 'sessions'}`)
      }
    >
      End all others
    </Button>
  );
  const actions = endColumn(ending, finish);
  return (
    <Block
      title="Where you are signed in"
      about="A session ends 12 hours after its last use."
      aside={others && all}
    >
      <Loaded query={query} what="Your sessions" columns={[60, 40, 40, 20]} rows={2}>
        {({ sessions }) => (
          <Table
            label="Sessions"
            density="tight"
            columns={[...COLUMNS, actions]}
            rows={sessions}
            rowKey={({ session_id }) => session_id}
          />
        )}
      </Loaded>
    </Block>
  );
}

const COLUMNS: readonly Column<PersonSession>[] = [
  {
    id: 'device',
    head: 'Device',
    cell: ({ device, current }) => (
      <>
        {device} {current && <Outcome tone="pass">this one</Outcome>}
      </>
    ),
  },
  {
    id: 'network',
    head: 'Network',
    wide: true,
    cell: ({ network }) => <span dir="ltr">{network ?? '–'}</span>,
  },
  { id: 'seen', head: 'Last used', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  { id: 'begun', head: 'Signed in', wide: true, cell: ({ created_at }) => <Time at={created_at} /> },
];
