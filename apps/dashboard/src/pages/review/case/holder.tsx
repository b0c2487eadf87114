import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Place } from '../../../app/place.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useClaims } from '../claims/use-claim.ts';
import type { Row } from '../queries.ts';
import { clockWords } from '../words.ts';
import styles from './case.module.css';

/** The end of a claim is told before it comes. */
const SOON_MS = 60_000;

interface HolderProps {
  place: Place;
  row: Row;
  may: boolean;
  manager: boolean;
  /** Of two that stand for two widths, one has the keys. */
  keys: boolean;
}

/** What `Holder` holds, and what its buttons and fields do. */
function useHolder({ place, row, may, manager, keys }: HolderProps) {
  const { claim, release } = useClaims(place);
  const now = useSeconds(row.claim !== null);
  const left = row.claim ? Date.parse(row.claim.until) - now : 0;
  const waits = row.outcome === null && row.state !== 'closed' && row.held === null;
  const mine = row.claim?.mine === true && left > 0;
  const over = row.claim?.mine === true && left <= 0;
  const theirs = row.claim !== null && !row.claim.mine && left > 0;
  useKeys('This case', [
    {
      keys: ['c'],
      words: 'Claim',
      hidden: !keys,
      when: () => keys && may && waits && !mine,
      run: () => void claim(row, theirs && manager),
    },
    { keys: ['r'], words: 'Release', hidden: !keys, when: () => keys && mine, run: () => void release(row) },
  ]);
  return { claim, release, left, waits, mine, over, theirs };
}

const ReleaseButton = ({ keys, press }: { keys: boolean; press(): void }) => (
  <button type="button" className={styles.plain} onClick={press} aria-label="Release the claim">
    {keys ? <kbd>R</kbd> : 'Release'}
  </button>
);

/** "Yours, 9:42": whose the case is, and how long. */
export function Holder({ place, row, may, manager, keys }: HolderProps) {
  const { claim, release, left, waits, mine, over, theirs } = useHolder({ place, row, may, manager, keys });
  if (!waits) return null;
  if (mine)
    return (
      <span className={styles.holder} data-soon={left < SOON_MS || undefined}>
        <Icon name="lock" />{' '}
        <bdi>
          Yours, <b className="num">{clockWords(left)}</b>
          {left < SOON_MS && ': any key keeps it'}
        </bdi>
        <ReleaseButton keys={keys} press={() => void release(row)} />
      </span>
    );
  if (theirs)
    return (
      <span className={styles.holder} data-theirs>
        <Icon name="lock" /> {row.claim!.by.name} holds this, <span className="num">{clockWords(left)}</span>
        {manager && (
          <Button size="xs" onClick={() => void claim(row, true)}>
            Take over
          </Button>
        )}
      </span>
    );
  if (!may) return null;
  return (
    <span className={styles.holder} data-theirs={over || undefined}>
      {over && 'Your claim has ended'}
      <Button size="xs" onClick={() => void claim(row)} rightSection={keys ? <kbd>C</kbd> : undefined}>
        {over ? 'Claim again' : 'Claim'}
      </Button>
    </span>
  );
}

/** Now, each second while it matters. */
function useSeconds(on: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!on) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [on]);
  return now;
}
