import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { Note } from '../../parts/note.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import styles from './made-up.module.css';
import { type Filling, madeUpKey, madeUpPath, useMadeUp } from './query.ts';
import { endWords, stepWords } from './words.ts';

/** What is over is still said for a while. */
const SAID_MS = 15 * 60_000;

/** While a sandbox is filled, and for a while afterwards. Nothing where it was never filled. */
export function FillingBand({ org, may }: { org: string; may: boolean }) {
  const { data } = useMadeUp(org, true);
  const [closed, close] = useState<string | null>(null);
  const filling = data?.filling;
  if (!filling || closed === filling.started_at) return null;
  if (filling.state !== 'running' && Date.now() - Date.parse(filling.started_at) > SAID_MS) return null;
  const after = (
    <Link to={`/${org}/sandbox/home` as '/'} search={{ range: '30d' } as never}>
      Look at 30 days
    </Link>
  );
  return (
    <FillingState
      org={org}
      may={may}
      filling={filling}
      close={() => close(filling.started_at)}
      after={after}
    />
  );
}

interface StateProps {
  org: string;
  /** Whether this person may stop it. */
  may: boolean;
  filling: Filling;
  close?: () => void;
  /** Behind the words of its end. */
  after?: ReactNode;
}

export const FillingState = ({ org, may, filling, close, after }: StateProps) =>
  filling.state === 'running' ? (
    <Running org={org} may={may} filling={filling} />
  ) : (
    <Note
      tone={endWords(filling).tone}
      live
      action={
        close && (
          <Button size="xs" onClick={close}>
            Close
          </Button>
        )
      }
    >
      {endWords(filling).words} {after}
    </Note>
  );

function Running({ org, may, filling }: StateProps) {
  const stop = useWrite<Filling, object>({
    method: 'POST',
    path: `${madeUpPath(org)}/stop`,
    stale: [madeUpKey(org)],
  });
  const words = stepWords(filling);
  const known = filling.of > 0 && filling.step !== 'Reviews';
  return (
    <div className={styles.running}>
      <p>
        <b>Filling the sandbox with made-up people.</b> <span className="num">{words}</span>
        {filling.step === null && '…'}
      </p>
      <progress
        aria-label="Made-up people"
        max={known ? filling.of : undefined}
        value={known ? filling.done : undefined}
      >
        {words}
      </progress>
      <p className="soft">
        Begun by {filling.started_by.name}. You can go on meanwhile; leaving this page does not stop it.
      </p>
      {may && (
        <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate({})}>
          Stop filling
        </Button>
      )}
      <Refusal error={stop.error} />
    </div>
  );
}
