import { Button } from '@mantine/core';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { holdsWords, limitWords, SET_BY_WORDS, type ShownLimit, sizeWords } from './limit-form.ts';
import styles from './table.module.css';

interface LimitTableProps {
  label: string;
  limits: readonly ShownLimit[];
  /** Absent where they cannot be changed. */
  edit?: (limit: ShownLimit) => void;
}

export function LimitTable({ label, limits, edit }: LimitTableProps) {
  const actions: Column<ShownLimit> = {
    id: 'actions',
    head: 'Actions',
    unseenHead: true,
    end: true,
    width: 80,
    cell: (limit) => (
      <Button
        size="xs"
        variant="subtle"
        onClick={() => edit?.(limit)}
        aria-label={`Change the limit: ${limitWords(limit.name)}`}
      >
        Change
      </Button>
    ),
  };
  return (
    <Table
      label={label}
      density="tight"
      columns={edit ? [...COLUMNS, actions] : COLUMNS}
      rows={limits}
      rowKey={({ name }) => name}
    />
  );
}

const COLUMNS: readonly Column<ShownLimit>[] = [
  {
    id: 'of',
    head: 'Of',
    cell: ({ name }) => (
      <span className={styles.of}>
        {limitWords(name)}
        <code className={styles.name} dir="ltr">
          {name}
        </code>
      </span>
    ),
  },
  {
    id: 'holds',
    head: 'Holds now',
    width: 260,
    cell: (limit) => (
      <span className={styles.of}>
        <span dir="auto">{holdsWords(limit)}</span>
        {limit.most !== undefined && (
          <span className={styles.most}>of at most {sizeWords(limit.name, limit.most)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'by',
    head: 'Set by',
    width: 150,
    cell: ({ set_by }) => (
      <span className={set_by === 'default' ? 'quiet' : undefined}>{SET_BY_WORDS[set_by]}</span>
    ),
  },
];
