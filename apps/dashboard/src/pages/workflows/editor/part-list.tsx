import { Icon } from '../../../parts/icon.tsx';
import { fieldOf, SECTIONS, sectionOf } from '../fields/all.ts';
import type { Problem } from '../queries.ts';
import styles from './editor.module.css';
import { TOOLS } from './parts.ts';

interface PartListProps {
  part: string;
  go(part: string): void;
  problems: readonly Problem[];
  changes: number;
  versions: number;
}

/** The parts of the page, each with what waits there. */
export function PartList({ part, go, problems, changes, versions }: PartListProps) {
  const counts: Record<string, number> = { compare: changes, versions };
  const wrong = (name: string) =>
    problems.filter(({ path }) => sectionOf(fieldOf(path))?.name === name).length;
  return (
    <nav className={styles.parts} aria-label="Parts of the workflow">
      {SECTIONS.map(({ name, title }) => (
        <Part key={name} name={name} title={title} part={part} go={go} wrong={wrong(name)} />
      ))}
      <span className={styles.rule} aria-hidden="true" />
      {TOOLS.map(({ name, title }) => (
        <Part key={name} name={name} title={title} part={part} go={go} count={counts[name]} />
      ))}
    </nav>
  );
}

interface PartProps {
  name: string;
  title: string;
  part: string;
  go(part: string): void;
  wrong?: number;
  count?: number;
}

const Part = ({ name, title, part, go, wrong = 0, count = 0 }: PartProps) => (
  <button
    type="button"
    className={styles.link}
    aria-current={name === part || undefined}
    onClick={() => go(name)}
  >
    {title}
    {wrong > 0 && (
      <span className={styles.wrong}>
        <Icon name="warning" />
        {wrong}
        <span className="unseen">{wrong === 1 ? ' problem' : ' problems'}</span>
      </span>
    )}
    {count > 0 && <span className={styles.count}>{count}</span>}
  </button>
);
