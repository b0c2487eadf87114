import { Empty } from '../parts/empty.tsx';

/** An address that no page has. */
export const Lost = () => (
  <main>
    <Empty icon="warning" title="No page has this address">
      <p>
        The link may be older than this version, or cut off. <a href="/dashboard">Go to the dashboard</a>
      </p>
    </Empty>
  </main>
);
