import { Button } from '@mantine/core';
import type { VerifyResult, VerifyStage } from '@standpoint/web';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import type { Place } from '../../app/place.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { failureWords } from './advice.ts';
import { Result } from './result.tsx';
import { checkOneself } from './run.ts';

type State =
  | { is: 'ready' }
  | { is: 'running'; stage: VerifyStage }
  | { is: 'done'; result: VerifyResult }
  | { is: 'failed'; words: string };

const STAGES: Record<VerifyStage, string> = {
  token: 'Getting a token…',
  permission: 'The browser asks whether it may say where you are. Allow it.',
  position: 'Finding the position…',
  signals: 'Looking at the browser…',
  submit: 'Waiting for the decision…',
  decision: 'Decided.',
};

/** What `OwnCheckDialog` holds, and what its buttons and fields do. */
function useOwnCheckDialog({ place }: { place: Place }) {
  const [state, setState] = useState<State>({ is: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const own = new AbortController();
    running.current = own;
    setState({ is: 'running', stage: 'token' });
    try {
      const result = await checkOneself(place, ({ stage }) => setState({ is: 'running', stage }), own.signal);
      setState({ is: 'done', result });
      await queryClient.resetQueries({ queryKey: ['/verifications', place] });
    } catch (error) {
      if (!own.signal.aborted) setState({ is: 'failed', words: failureWords(error) });
    }
  };
  const busy = state.is === 'running';
  return { state, start, busy };
}

/** The first verification, of oneself: by the same calls that an integrator’s backend and page make. */
export function OwnCheckDialog({ place, close }: { place: Place; close(): void }) {
  const { state, start, busy } = useOwnCheckDialog({ place });
  const footer = (
    <>
      <Button onClick={close}>Close</Button>
      <Button
        variant={state.is === 'done' ? 'default' : 'filled'}
        loading={busy}
        onClick={() => void start()}
        data-autofocus
      >
        {state.is === 'ready' ? 'Check this device' : 'Check again'}
      </Button>
    </>
  );
  return (
    <Dialog opened title="Verify where this device stands" close={close} footer={footer} size={640}>
      {state.is === 'ready' && (
        <p>
          This page mints a sandbox token as your backend will, asks the browser for the position, and has it
          decided. The verification is stored in the sandbox, under your own id.
        </p>
      )}
      <p role="status" className={busy ? undefined : 'unseen'}>
        {state.is === 'running' ? STAGES[state.stage] : ''}
      </p>
      {state.is === 'failed' && (
        <Note tone="fail" live>
          {state.words} Nothing was decided.
        </Note>
      )}
      {state.is === 'done' && <Result place={place} result={state.result} />}
    </Dialog>
  );
}
