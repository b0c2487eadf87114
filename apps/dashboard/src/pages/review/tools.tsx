import type { reviewing } from '@standpoint/contract';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useKeys } from '../../keyboard/use-keys.ts';
import { Icon } from '../../parts/icon.tsx';
import { AREAS, REASONS, TABS } from './address-fields.ts';
import { leaveOnEscape } from './case/decide/reason-field.tsx';
import styles from './page.module.css';
import type { Filters } from './queries.ts';

type Tab = reviewing.QueueTab;

interface ToolsProps {
  tab: Tab;
  counts: reviewing.QueueCounts | undefined;
  filters: Filters;
  change(filters: Filters): void;
}

/** What `QueueTools` holds, and what its buttons and fields do. */
function useQueueTools({ filters }: Pick<ToolsProps, 'filters'>) {
  const [shown, setShown] = useState(Object.keys(filters).length > 0);
  const first = useRef<HTMLSelectElement>(null);
  useKeys('This queue', [
    {
      keys: ['f'],
      words: 'Filter',
      run: () => {
        setShown(true);
        requestAnimationFrame(() => first.current?.focus());
      },
    },
  ]);
  return { shown, setShown, first };
}

interface TabLinkProps {
  of: (typeof TABS)[number];
  active: boolean;
  count: number | undefined;
}

const TabLink = ({ of: { value: tab, label }, active, count }: TabLinkProps) => (
  <Link
    to="."
    search={
      ((before: object) => ({
        ...before,
        tab: tab === 'open' ? undefined : tab,
        case: undefined,
      })) as never
    }
    className={styles.tab}
    data-active={active || undefined}
    aria-current={active ? 'page' : undefined}
  >
    {label}
    <span className={styles.tabCount}>{count ?? ''}</span>
  </Link>
);

/** Which cases are listed. */
export function QueueTools({ tab, counts, filters, change }: ToolsProps) {
  const { shown, setShown, first } = useQueueTools({ filters });
  return (
    <>
      <div className={styles.tools}>
        <nav className={styles.tabs} aria-label="Which cases">
          {TABS.map((each) => (
            <TabLink key={each.value} of={each} active={each.value === tab} count={counts?.[each.value]} />
          ))}
        </nav>
        <button
          type="button"
          className={styles.filter}
          aria-expanded={shown}
          aria-label={shown ? 'Hide the filters' : 'Show the filters'}
          data-set={Object.keys(filters).length > 0 || undefined}
          onClick={() => setShown(!shown)}
        >
          <Icon name="filter" />
        </button>
      </div>
      {shown && <FilterFields first={first} filters={filters} change={change} />}
    </>
  );
}

interface FieldsProps extends Pick<ToolsProps, 'filters' | 'change'> {
  first: React.RefObject<HTMLSelectElement | null>;
}

function FilterFields({ first, filters, change }: FieldsProps) {
  const set = (name: string, value: string) => {
    const { [name]: _before, ...rest } = filters;
    change(value ? { ...rest, [name]: value } : rest);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are what is used.
    <div className={styles.fields} onKeyDown={leaveOnEscape}>
      <select
        ref={first}
        aria-label="Filter by area"
        value={filters.area ?? ''}
        onChange={(event) => set('area', event.currentTarget.value)}
      >
        <option value="">Both areas</option>
        {AREAS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label="Filter by reason"
        value={filters.reason ?? ''}
        onChange={(event) => set('reason', event.currentTarget.value)}
      >
        <option value="">Every reason</option>
        {REASONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={filters.overdue === 'true'}
          onChange={(event) => set('overdue', event.currentTarget.checked ? 'true' : '')}
        />
        Overdue only
      </label>
    </div>
  );
}
