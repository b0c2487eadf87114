import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../app/place.ts';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { isNoRecord, kindOfId } from './id-kinds.ts';

interface RecordProblemProps {
  /** "This verification". */
  what: string;
  id: string;
  /** Of the list that the record would belong to. */
  list: { title: string; to: string };
  error: Error;
  again(): void;
}

/** In place of a record that did not come. Where nothing has its id, this says so and leads on. */
export function RecordProblem({ what, id, list, error, again }: RecordProblemProps) {
  const { org, env } = usePlace();
  if (!isNoRecord(error)) return <Problem what={what} error={error} again={again} />;
  const kind = kindOfId(id);
  const other = kind && !what.toLowerCase().endsWith(kind.one) ? kind : null;
  return (
    <div role="alert">
      <Empty
        icon="search"
        title={`${what} does not exist`}
        actions={
          <Button variant="filled" renderRoot={(props) => <Link {...props} to={list.to as '/'} />}>
            Back to {list.title.toLowerCase()}
          </Button>
        }
      >
        {other ? (
          <p>
            The address has the id of a {other.one}.{' '}
            <a href={`/dashboard/${org}/${env}/${other.at}`}>Open the {other.one}</a>
          </p>
        ) : (
          <p>
            Nothing here has the id “<bdi>{id}</bdi>”. The address may be cut off, or the record may belong to
            another organization or environment, or have been deleted.
          </p>
        )}
      </Empty>
    </div>
  );
}
