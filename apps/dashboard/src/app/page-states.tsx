import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { useAfter } from '../parts/skeleton.tsx';

/** While the code of a page is on its way. */
export const PagePending = () => {
  const long = useAfter(1_500);
  return (
    <p role="status" className={long ? 'quiet' : 'unseen'}>
      Loading the page
    </p>
  );
};

/** A page that broke while it was drawn. What it had sent is with the service. */
export const PageFailed = ({ error }: ErrorComponentProps) => (
  <div role="alert">
    <Empty
      icon="warning"
      title="This page stopped"
      actions={
        <Button variant="filled" onClick={() => location.reload()}>
          Load it again
        </Button>
      }
    >
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>What was stored before is stored. What you were typing here is lost.</p>
    </Empty>
  </div>
);
