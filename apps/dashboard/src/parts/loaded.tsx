import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** What it is, as a subject: "The keys". */
  what: string;
  /** Widths of the skeleton's bars, in per cent. */
  columns?: readonly number[];
  rows?: number;
  children(data: T): ReactNode;
}

/** What a query brings; until then its skeleton, and in its own place what went wrong. */
export function Loaded<T>({ query, what, columns = [60, 40, 40], rows = 3, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error ? (
      <Problem what={what} error={error} again={() => void refetch()} />
    ) : (
      <Skeleton what={what.toLowerCase()} columns={columns} rows={rows} />
    );
  return (
    <>
      {error && (
        <Note tone="review">
          {what} may be out of date: {error.message}
        </Note>
      )}
      {children(data)}
    </>
  );
}
