import type { Environment, Role } from '@standpoint/contract';
import { useEffect, useMemo, useState } from 'react';
import { ME } from '../api/me.ts';
import { queryClient } from '../api/query-client.ts';
import { forgetErased, tellsOfErasure } from './erased.ts';
import { forgetNews, tell, tellState } from './news.ts';
import { type Cursor, openStream } from './stream.ts';

/** A tab that is not looked at gives its connection back after so long: a browser has six for one address. */
const HIDDEN_MS = 30_000;
const AGAIN_MS = 2_000;

interface LiveStreamProps {
  org: string;
  env: Environment;
  /** With another role, other news are heard. */
  role: Role;
}

/** The one stream of this tab. */
export function LiveStream({ org, env, role }: LiveStreamProps) {
  const seen = useSeen();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is heard from its beginning.
  const cursor = useMemo<Cursor>(() => ({ after: null }), [org, env, role]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: news of another place are not this one’s.
  useEffect(forgetNews, [cursor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again with another role or session.
  useEffect(() => {
    if (!seen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = openStream({ org, env }, cursor, {
      news(told) {
        if (tellsOfErasure(told)) forgetErased(queryClient);
        tell(told);
      },
      state: tellState,
      session() {
        // Says who is signed in now, and as what. Nothing comes of it where the session has ended.
        timer = setTimeout(() => setTries((before) => before + 1), AGAIN_MS);
        void queryClient.invalidateQueries({ queryKey: ME });
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [org, env, role, seen, tries, cursor]);
  return null;
}

/** Whether the tab is looked at, or was a moment ago. */
function useSeen(): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setSeen(true);
      else timer = setTimeout(() => setSeen(false), HIDDEN_MS);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return seen;
}
