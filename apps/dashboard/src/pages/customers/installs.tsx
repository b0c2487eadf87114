import { RowLink } from '../../lists/row-link.tsx';
import { Time } from '../../parts/time.tsx';
import { Block } from '../../record/facts.tsx';
import { Table } from '../../table/table.tsx';
import type { About } from './about.ts';

type Install = About['installs'][number];

/** Devices and browsers on which this person was seen, and who else was. */
export const CustomerInstalls = ({ installs, base }: { installs: readonly Install[]; base: string }) =>
  installs.length > 0 && (
    <Block title="Devices and browsers" aside="the last 31 days">
      <Table
        label="Devices and browsers"
        density="compact"
        rows={installs}
        rowKey={(install) => `${install.first_day} ${install.last_at} ${install.checks}`}
        columns={[
          { id: 'last', head: 'Last seen', cell: ({ last_at }) => <Time at={last_at} /> },
          {
            id: 'first',
            head: 'Since',
            wide: true,
            cell: ({ first_day }) => <span className="num">{first_day}</span>,
          },
          { id: 'checks', head: 'Checks', end: true, wide: true, cell: ({ checks }) => checks },
          { id: 'shared', head: 'Shared with', cell: (install) => <Shared install={install} base={base} /> },
        ]}
      />
    </Block>
  );

interface SharedProps {
  install: Install;
  base: string;
}

const Shared = ({ install: { others, household, shared_with }, base }: SharedProps) => {
  if (others === 0) return <span className="quiet">no other customer</span>;
  const more = others - shared_with.length;
  return (
    <>
      {shared_with.map(({ customer_id, checks }, i) => (
        <span key={customer_id || i}>
          {i > 0 && ', '}
          {customer_id ? (
            <RowLink to={`${base}/customers/${encodeURIComponent(customer_id)}`}>{customer_id}</RowLink>
          ) : (
            'an erased customer'
          )}{' '}
          <span className="quiet">
            {checks} {checks === 1 ? 'check' : 'checks'}
          </span>
        </span>
      ))}
      {more > 0 && <span className="quiet">, and {more} more</span>}
      {household && <span className="quiet">: a declared household</span>}
    </>
  );
};
