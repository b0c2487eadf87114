import { useEffect, useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { spanWords } from '../../clock/words.ts';
import { Note } from '../../parts/note.tsx';

/** Seconds that are still to wait; counts down by itself. */
function useLeft(seconds: number | null, since: unknown): number | null {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal starts another wait.
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return;
    const until = Date.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [seconds, since]);
  return left;
}

/** Why it did not work, with the time that is left where one has to wait. */
export function Refusal({ error, words }: { error: Error | null; words?: (error: Error) => string }) {
  const wait = error instanceof Refused ? error.retry_after_s : null;
  const left = useLeft(wait, error);
  if (!error) return null;
  return (
    <Note tone="fail" live>
      {words ? words(error) : error.message}
      {left !== null && left > 0 && (
        <>
          {' '}
          Try again in <b className="num">{spanWords(left * 1_000)}</b>.
        </>
      )}
      {left === 0 && ' You can try again now.'}
    </Note>
  );
}
