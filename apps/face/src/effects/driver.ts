import { signal } from '@preact/signals';
import type { ChildMessage } from '@standpoint/web/bridge';
import { reduce, usesCamera } from '../flow/flow.ts';
import type { Effect, FlowEvent, Screen, State } from '../flow/state.ts';
import { timerOf } from '../flow/timers.ts';
import type { ApiError } from '../service/call.ts';
import { consentNeeded } from './consent.ts';
import { EFFECTS, problemOfError, report } from './effects.ts';
import { messagesOf } from './tell.ts';
import type { World } from './world.ts';

export interface Driver {
  state: { readonly value: State };
  dispatch(event: FlowEvent): void;
  /** Ends the camera and the timers when the page goes away. */
  stop(): void;
}

const REPORTS: Partial<Record<Screen['name'], string>> = {
  consent: 'consent_shown',
  opening: 'permission_asked',
  capture: 'capture_started',
  uploading: 'uploading',
};

const closeCamera = (world: World): void => {
  world.camera?.close();
  world.camera = null;
};

type Dispatch = Driver['dispatch'];

/** Runs one effect, and turns its failure into an event unless the screen has been left meanwhile. */
const run = async (world: World, effect: Effect, left: AbortSignal, dispatch: Dispatch): Promise<void> => {
  const work = EFFECTS[effect.do] as (world: World, effect: Effect, signal: AbortSignal) => Promise<void>;
  try {
    await work(world, effect, left);
  } catch (error) {
    if (left.aborted) return;
    const problem = problemOfError(error);
    if (problem === 'consent_required') dispatch(consentNeeded(error as ApiError));
    else if (problem === 'session_terminal') dispatch({ type: 'reload' });
    else dispatch({ type: 'failed', problem });
  }
};

/**
 * Runs the pure flow. After each event the driver shows the state, ends the effects of the screen that was
 * left, closes the camera unless the new screen needs it, starts the screen's timer and runs the new
 * effects.
 */
export const drive = (
  first: State,
  makeWorld: (driver: Pick<Driver, 'state' | 'dispatch'>) => World,
  tell: (message: ChildMessage) => void,
): Driver => {
  const state = signal(first);
  let leave = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const enter = (): void => {
    leave.abort(new Error('the screen was left'));
    leave = new AbortController();
    clearTimeout(timer);
    const { screen, role, session } = state.value;
    if (!usesCamera(screen)) closeCamera(world);
    const planned = timerOf(screen);
    if (planned) timer = setTimeout(() => dispatch({ type: 'timeout' }), planned.ms);
    const step = REPORTS[screen.name];
    if (step && session && (role === 'portal' || session.handoff.state === 'confirmed')) report(world, step);
  };

  const dispatch = (event: FlowEvent): void => {
    const before = state.value;
    const next = reduce(before, event);
    state.value = next.state;
    if (before.entry !== next.state.entry) enter();
    for (const message of messagesOf(before, next.state)) tell(message);
    const left = leave.signal;
    for (const effect of next.effects) void run(world, effect, left, dispatch);
  };

  const world = makeWorld({ state, dispatch });
  return {
    state,
    dispatch,
    stop: () => {
      leave.abort(new Error('the page went away'));
      clearTimeout(timer);
      world.watching?.abort();
      closeCamera(world);
    },
  };
};
