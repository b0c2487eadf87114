import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { mayRepeat, Refused } from '../api/refused.ts';
import styles from './empty.module.css';
import { Empty } from './empty.tsx';

const AGAIN_S = 8;

interface ProblemProps {
  /** What was to stand here, as a subject: "The list", "This verification". */
  what: string;
  error: Error;
  again(): void;
  /** What the button says. */
  button?: string;
}

/** In place of what did not load: what happened, that nothing was changed, and what happens next by itself. */
export function Problem({ what, error, again, button = 'Try now' }: ProblemProps) {
  const left = useCountdown(mayRepeat(error), again, error);
  const refused = error instanceof Refused ? error : null;
  return (
    <div role="alert">
      <Empty
        icon={refused?.code === 'scope_denied' ? 'lock' : 'warning'}
        title={titleOf(what, refused)}
        actions={
          <Button variant="filled" onClick={again}>
            {button}
          </Button>
        }
      >
        <p>
          {error.message} Nothing was changed.
          {left !== null && (
            <>
              {' '}
              We try again in <b className="num">{left} s</b>.
            </>
          )}
        </p>
        {refused && (
          <p className={styles.code}>
            {refused.request_id} · {refused.code}
          </p>
        )}
      </Empty>
    </div>
  );
}

const titleOf = (what: string, refused: Refused | null): string => {
  if (refused?.code === 'not_found') return `${what} does not exist`;
  if (refused?.code === 'scope_denied') return `${what} is not open to your role`;
  return `${what} did not load`;
};

/** Seconds until `again` runs by itself; null when it will not. A new error starts anew. */
function useCountdown(on: boolean, again: () => void, error: Error): number | null {
  const [left, setLeft] = useState(AGAIN_S);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next error starts the next countdown.
  useEffect(() => {
    const wait = Math.max(AGAIN_S, (error instanceof Refused && error.retry_after_s) || 0);
    setLeft(wait);
    if (!on) return;
    const until = Date.now() + wait * 1_000;
    const timer = setInterval(() => {
      const rest = Math.ceil((until - Date.now()) / 1_000);
      setLeft(Math.max(rest, 0));
      if (rest > 0) return;
      clearInterval(timer);
      again();
    }, 250);
    return () => clearInterval(timer);
  }, [on, error]);
  return on ? left : null;
}
