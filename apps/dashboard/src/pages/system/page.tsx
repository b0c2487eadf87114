import { Button } from '@mantine/core';
import type { System } from '@standpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { orgPath, usePlace } from '../../app/place.ts';
import { Block } from '../../parts/block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Table } from '../../table/table.tsx';
import { Sheet } from '../settings/sheet.tsx';
import { ageWords, inOrder, meaningOf, STATES } from './meanings.ts';
import styles from './page.module.css';
import { Found, Verdict } from './verdict.tsx';

/** Whether everything that the service needs is as it should be, and what to do where it is not. */
export function SystemPage() {
  const place = usePlace();
  const query = useQuery({
    queryKey: [place.org, 'system'],
    queryFn: ({ signal }) => read<System>(`${orgPath(place)}/system`, undefined, signal),
    refetchInterval: 30_000,
  });
  const again = (
    <Button
      leftSection={<Icon name="redo" />}
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Check again
    </Button>
  );
  return (
    <Sheet title="System" crumb="" aside={again} of={query}>
      <Loaded query={query} what="The checks" columns={[30, 90, 40]} rows={8}>
        {(system) => <Checks system={system} />}
      </Loaded>
    </Sheet>
  );
}

const Checks = ({ system }: { system: System }) => (
  <>
    <Verdict system={system} />
    <Block
      title="Checks"
      about={
        'Made by the node that answers you. Owners and admins also see what was found on the machine. ' +
        'On the server, npx standpoint doctor also checks face models and ports.'
      }
    >
      <div className={styles.findings}>
        <Findings of={system} />
      </div>
    </Block>
    <Addresses of={system} />
    <Versions of={system} />
  </>
);

const Findings = ({ of: { findings } }: { of: System }) => (
  <Table
    label="Checks"
    density="tight"
    rows={inOrder(findings)}
    rowKey={({ name }) => name}
    columns={[
      {
        id: 'name',
        head: 'Check',
        cell: ({ name }) => (
          <>
            <span className={styles.name}>{meaningOf(name).title}</span>
            <span className={styles.means}>{meaningOf(name).means}</span>
          </>
        ),
      },
      { id: 'says', head: 'Found', cell: (finding) => <Found finding={finding} /> },
      {
        id: 'state',
        head: 'State',
        width: 112,
        cell: ({ state }) => <Outcome tone={STATES[state].tone}>{STATES[state].words}</Outcome>,
      },
    ]}
  />
);

const address = (text: string) => (
  <span className="mono" dir="ltr">
    {text}
  </span>
);

const Addresses = ({ of: { addresses } }: { of: System }) => (
  <Block
    title="Addresses"
    about={
      'Limits and networks go by the address that a call comes from. If the one below is not yours, ' +
      'a proxy in between is not named in STANDPOINT_TRUSTED_PROXIES.'
    }
  >
    <Facts
      rows={[
        ['Your address', address(addresses.yours)],
        ['Trusted proxies', addresses.trusted_proxies === 0 ? 'none' : addresses.trusted_proxies],
        ['Production', address(addresses.base_url)],
        ['Sandbox', address(addresses.sandbox_base_url)],
        ['Face page', address(addresses.face_base_url)],
      ]}
    />
  </Block>
);

const Versions = ({ of: { versions, nodes, data } }: { of: System }) => (
  <Block title="Versions and age of data">
    <Facts
      rows={[
        ['Standpoint', versions.service],
        ['Node.js', versions.node],
        ['PostgreSQL', versions.database],
        ['Nodes', nodes],
        ...data.map(({ name, age_days }) => [name, ageWords(age_days)] as const),
      ]}
    />
  </Block>
);
