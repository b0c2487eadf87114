import type { KeyboardEvent } from 'react';
import styles from './workbench.module.css';

const NAMES = ['area', 'checks', 'rules', 'json', 'versions'] as const;
export type TabName = (typeof NAMES)[number];
const WORDS: Record<TabName, string> = {
  area: 'Area',
  checks: 'Checks',
  rules: 'Retry, recheck, review',
  json: 'JSON',
  versions: 'Versions',
};

interface TabsProps {
  tab: TabName;
  setTab(tab: TabName): void;
  checks: number;
  versions: number;
}

/** The parts of a policy; arrows go from one to the next. */
export function Tabs({ tab, setTab, checks, versions }: TabsProps) {
  const counts: Partial<Record<TabName, number>> = { checks, versions };
  const keyed = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -by : by;
    const next = NAMES[(NAMES.indexOf(tab) + way + NAMES.length) % NAMES.length]!;
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-name="${next}"]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label="Parts of the policy" onKeyDown={keyed}>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-name={name}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => setTab(name)}
        >
          {WORDS[name]} {counts[name] !== undefined && <span>{counts[name]}</span>}
        </button>
      ))}
    </div>
  );
}
