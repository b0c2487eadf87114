import { useQuery } from '@tanstack/react-query';
import type { Place } from '../../../app/place.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { differencesQuery } from '../queries.ts';
import styles from './versions.module.css';

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;
const WORDS = { added: 'added', removed: 'removed', changed: 'changed' } as const;

interface DifferencesProps {
  place: Place;
  id: string;
  from: string;
  to: string;
  /** Of the draft, which may change. */
  digest: string;
}

/** What differs between two versions, in words. */
export function Differences({ place, id, from, to, digest }: DifferencesProps) {
  const query = useQuery(differencesQuery(place, id, from, to, digest));
  return (
    <Loaded query={query} what="The comparison" rows={3}>
      {({ differences }) =>
        differences.length === 0 ? (
          <p className="quiet">Nothing differs.</p>
        ) : (
          <ul className={styles.differences}>
            {differences.map(({ kind, what, detail }) => (
              <li key={`${kind} ${what} ${detail}`} data-kind={kind}>
                <span aria-hidden="true">{SIGNS[kind]}</span>
                <b>{what}</b>
                <span>
                  <span className="unseen">{WORDS[kind]}: </span>
                  {detail}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
