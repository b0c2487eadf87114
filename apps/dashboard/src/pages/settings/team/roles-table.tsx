import { ROLES, type RoleName } from '@standpoint/contract/dashboard/role-sets';
import { Icon } from '../../../parts/icon.tsx';
import type { Column } from '../../../table/column.ts';
import { Table } from '../../../table/table.tsx';
import { CAPABILITIES, type Capability, may } from './capabilities.ts';
import { ROLE_WORDS } from './role-words.ts';
import styles from './rows.module.css';

/** What each role may do; the tests hold it against the roles of every endpoint. */
export const RolesTable = ({ mine }: { mine: RoleName | null }) => (
  <Table
    label="What each role may do"
    density="compact"
    columns={[WORDS, ...ROLES.map((role) => columnOf(role, role === mine))]}
    rows={CAPABILITIES}
    rowKey={({ words }) => words}
  />
);

const WORDS: Column<Capability> = {
  id: 'words',
  head: 'May',
  cell: ({ words }) => <div className={styles.words}>{words}</div>,
};

const columnOf = (role: RoleName, mine: boolean): Column<Capability> => ({
  id: role,
  head: mine ? `${ROLE_WORDS[role].title} (you)` : ROLE_WORDS[role].title,
  cell: (capability) => <YesNo yes={may(role, capability)} />,
});

const YesNo = ({ yes }: { yes: boolean }) => (
  <span className={yes ? styles.yes : styles.no}>
    <Icon name={yes ? 'check' : 'dash'} />
    <span className="unseen">{yes ? 'yes' : 'no'}</span>
  </span>
);
