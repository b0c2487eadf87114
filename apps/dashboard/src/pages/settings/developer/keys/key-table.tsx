import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Place } from '../../../../app/place.ts';
import { Note } from '../../../../parts/note.tsx';
import { Outcome } from '../../../../parts/outcome.tsx';
import { Time, useNow } from '../../../../parts/time.tsx';
import type { Column } from '../../../../table/column.ts';
import { Table } from '../../../../table/table.tsx';
import { MADE } from '../made-column.tsx';
import type { Key } from '../queries.ts';
import { fromWords } from './addresses.ts';
import { KeyActions } from './key-actions.tsx';
import { isLive, liveFirst, misuseWords, stateOf } from './key-state.ts';
import styles from './key-table.module.css';
import { type KeyKind, KIND_WORDS } from './kinds.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { mayWords } from './scopes.ts';

interface KeyTableProps {
  kind: KeyKind;
  keys: readonly Key[];
  place: Place;
  builds: boolean;
}

type Doing = { what: 'rotate' | 'revoke'; key: Key } | null;

export function KeyTable({ kind, keys, place, builds }: KeyTableProps) {
  const now = useNow().getTime();
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  const rotate = (key: Key) => setDoing({ what: 'rotate', key });
  const revoke = (key: Key) => setDoing({ what: 'revoke', key });
  const actions: Column<Key> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    cell: (key) => <KeyActions of={key} builds={builds} rotate={rotate} revoke={revoke} />,
  };
  if (keys.length === 0) return <p className="quiet">{KIND_WORDS[kind].none}</p>;
  return (
    <>
      <Misused keys={keys} now={now} rotate={builds ? rotate : undefined} />
      <Table
        label={KIND_WORDS[kind].title}
        density="tight"
        columns={[...columnsOf(kind, now), actions]}
        rows={liveFirst(keys, now)}
        rowKey={({ key_id }) => key_id}
      />
      {doing?.what === 'rotate' && <RotateKey of={doing.key} place={place} close={close} />}
      {doing?.what === 'revoke' && <RevokeKey of={doing.key} place={place} close={close} />}
    </>
  );
}

const columnsOf = (kind: KeyKind, now: number): Column<Key>[] => [
  { id: 'name', head: 'Name', cell: (key) => <Name of={key} now={now} /> },
  {
    id: 'key',
    head: 'Key',
    wide: true,
    cell: ({ starts, last4 }) => (
      <span className="mono nowrap" dir="ltr">
        {starts}…{last4}
      </span>
    ),
  },
  { id: 'used', head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} none="never" /> },
  ...(kind === 'results' ? [MAY] : []),
  { id: 'from', head: 'From', wide: true, cell: ({ cidrs }) => <Addresses cidrs={cidrs} /> },
  MADE,
];

const MAY: Column<Key> = {
  id: 'may',
  head: 'May',
  wide: true,
  cell: ({ scopes }) => <span className="soft">{mayWords(scopes)}</span>,
};

function Name({ of, now }: { of: Key; now: number }) {
  const state = stateOf(of, now);
  return (
    <span className={styles.name} data-over={!isLive(of, now)}>
      <b>{of.name}</b>
      {of.misused && state !== 'revoked' && (
        <Outcome tone="review" badge>
          Seen in a browser
        </Outcome>
      )}
    </span>
  );
}

/** One or two stand in the table; more are behind their number. */
function Addresses({ cidrs }: { cidrs: readonly string[] }) {
  const words = fromWords(cidrs);
  if (cidrs.length <= 2) return <span className="soft nowrap">{words}</span>;
  return (
    <details className={styles.more}>
      <summary className="soft">{cidrs.length} addresses</summary>
      {words}
    </details>
  );
}

interface MisusedProps {
  keys: readonly Key[];
  now: number;
  rotate?: (key: Key) => void;
}

/** Keys in trouble stand above those that are well. */
const Misused = ({ keys, now, rotate }: MisusedProps) =>
  keys.map(
    (key) =>
      key.misused &&
      isLive(key, now) && (
        <Note
          key={key.key_id}
          tone="review"
          action={
            rotate &&
            stateOf(key, now) === 'works' && (
              <Button size="xs" onClick={() => rotate(key)}>
                Rotate
              </Button>
            )
          }
        >
          <b>{key.name}</b>: {misuseWords(key.misused)}
        </Note>
      ),
  );
