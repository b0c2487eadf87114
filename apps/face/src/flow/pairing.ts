import { goto, type Handlers, nothing, same, skipPairing, usesCamera } from './moves.ts';
import type { Problem } from './problems.ts';
import type { Next, State } from './state.ts';

type Of = 'pair' | 'pairing_on' | 'pairing_seen' | 'pairing_blind' | 'skip_pairing' | 'moving_code';

/** Problems after which a second try may succeed without changing any setting. */
const PASSING: readonly (Problem | null)[] = [
  'camera_permission_dismissed',
  'camera_in_use',
  'camera_interrupted',
  'connection_lost',
];
export const mayLookAgain = (problem: Problem | null): boolean => PASSING.includes(problem);

/** The rear camera cannot be used. This is no problem of the check, which continues without it. */
export const blind = (state: State, problem: Problem): Next =>
  goto(state, { name: 'pairing', view: 'blind', seen: 0, problem });

/** Optical pairing: the phone reads the moving code on the desktop. Nothing here makes a decision. */
export const ON_PAIRING: Handlers<Of> = {
  pair: (state) => {
    const { screen } = state;
    if (screen.name !== 'pairing' || usesCamera(screen)) return nothing(state);
    return goto(state, { ...screen, view: 'opening', problem: null }, { do: 'open_pairing' });
  },
  pairing_on: (state) => {
    const { screen } = state;
    if (screen.name !== 'pairing' || screen.view !== 'opening') return nothing(state);
    return goto(state, { ...screen, view: 'reading' }, { do: 'read_codes' });
  },
  pairing_seen: (state, { seen }) => {
    const { screen } = state;
    if (screen.name !== 'pairing' || screen.view !== 'reading') return nothing(state);
    return seen === screen.seen ? nothing(state) : same(state, { screen: { ...screen, seen } });
  },
  pairing_blind: (state, { problem }) =>
    state.screen.name === 'pairing' ? blind(state, problem) : nothing(state),
  skip_pairing: (state) => (state.screen.name === 'pairing' ? skipPairing(state) : nothing(state)),
  moving_code: (state, { code }) => {
    const { screen } = state;
    if (screen.name !== 'handoff' || screen.view !== 'pairing') return nothing(state);
    return same(state, { screen: { ...screen, moving: code } });
  },
};
