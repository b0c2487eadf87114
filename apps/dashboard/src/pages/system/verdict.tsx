import type { System } from '@standpoint/contract';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Note } from '../../parts/note.tsx';
import { Time } from '../../parts/time.tsx';
import { type Finding, meaningOf } from './meanings.ts';
import styles from './page.module.css';

const nodesWords = (nodes: number): string => (nodes === 1 ? 'one node' : `${nodes} nodes`);
const named = (findings: readonly Finding[]) => findings.map(({ name }) => meaningOf(name).title).join(', ');

/** In one sentence: whether anything has to be done. */
export function Verdict({ system: { findings, nodes, checked_at } }: { system: System }) {
  const bad = findings.filter(({ state }) => state === 'failing' || state === 'unknown');
  const soon = findings.filter(({ state }) => state === 'warning');
  if (bad.length > 0)
    return (
      <Note tone="fail">
        <b>{bad.length === 1 ? 'One check needs' : `${bad.length} checks need`} you.</b> {named(bad)}.
      </Note>
    );
  if (soon.length > 0)
    return (
      <Note tone="review">
        <b>Everything works.</b> {soon.length === 1 ? 'One check' : `${soon.length} checks`} will not stay
        good without you: {named(soon)}.
      </Note>
    );
  return (
    <Note tone="pass">
      <b>All is well.</b> {findings.length} checks on {nodesWords(nodes)}, <Time at={checked_at} />.
    </Note>
  );
}

/** What was found, and what to do next where it is not good. */
export function Found({ finding: { name, state, says } }: { finding: Finding }) {
  const { next, command } = meaningOf(name);
  return (
    <span className={styles.says}>
      {says ?? (
        <span className={styles.hidden}>
          {state === 'fine'
            ? '–'
            : 'An owner or admin sees what was found; where organizations share this service, its ' +
              'operator does, by npx standpoint doctor.'}
        </span>
      )}
      {state !== 'fine' && (
        <span className={styles.next}>
          Next: {next}
          {command && (
            <>
              {' '}
              <code dir="ltr">{command}</code> <CopyButton text={command} what="the command" />
            </>
          )}
        </span>
      )}
    </span>
  );
}
