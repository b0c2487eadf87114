import { goto, type Handlers, isEnd, newer, nothing, onSession, problem, same, usesCamera } from './moves.ts';
import { blind } from './pairing.ts';
import type { Next, State } from './state.ts';

type Of =
  | 'alternative'
  | 'colours'
  | 'sense'
  | 'open_camera'
  | 'camera_on'
  | 'cameras'
  | 'switch_camera'
  | 'rotated'
  | 'start'
  | 'attempt'
  | 'step'
  | 'hint'
  | 'captured'
  | 'progress'
  | 'submitted'
  | 'paused'
  | 'retry_upload';

const toPosition = (state: State): Next =>
  goto(state, { name: 'ready', hint: null, guided: false }, { do: 'measure_camera' });

/** Events from opening the camera to the uploaded pictures. */
export const ON_CAMERA: Handlers<Of> = {
  // A person who asks for spoken guidance gets it at once, without choosing the senses separately.
  alternative: (state, { value }) => {
    const senses = value === 'audio' ? { ...state.senses, speech: true, tones: true } : state.senses;
    return same(state, { alternative: value, senses });
  },
  // While a challenge with colours runs, another one without them takes its place, with the camera on.
  colours: (state, { on }) =>
    state.screen.name === 'capture' && !on
      ? toPosition({ ...state, no_colours: true })
      : same(state, { no_colours: !on }),
  sense: (state, { sense, on }) => same(state, { senses: { ...state.senses, [sense]: on } }),
  open_camera: (state) =>
    isEnd(state) ? nothing(state) : goto(state, { name: 'opening' }, { do: 'open_camera' }),
  camera_on: (state, { cameras = [], device_id = null }) =>
    state.screen.name === 'opening'
      ? toPosition({ ...state, cameras, camera_id: device_id })
      : nothing(state),
  cameras: (state, { cameras }) => same(state, { cameras }),
  switch_camera: (state, { device_id }) =>
    state.screen.name === 'ready' && device_id !== state.camera_id
      ? goto(state, { name: 'opening' }, { do: 'open_camera', device_id })
      : nothing(state),
  // The picture has another shape now, so the attempt starts again with the camera on.
  rotated: (state) => (state.screen.name === 'capture' ? toPosition(state) : nothing(state)),
  start: (state) =>
    state.screen.name === 'ready'
      ? goto(
          state,
          { ...state.screen, name: 'capture', attempt: null, step: -1, ratio: 0, holding: false, count: 0 },
          { do: 'open_attempt' },
        )
      : nothing(state),
  attempt: (state, { attempt }) =>
    state.screen.name === 'capture'
      ? same(
          state,
          {
            screen: { ...state.screen, attempt },
            unlit: attempt.challenge.parameters.light === undefined,
          },
          { do: 'record', attempt },
        )
      : nothing(state),
  step: (state, { type: _, ...now }) =>
    state.screen.name === 'capture' ? same(state, { screen: { ...state.screen, ...now } }) : nothing(state),
  hint: (state, { hint, guided = true }) => {
    const { screen } = state;
    if (screen.name !== 'ready' && screen.name !== 'capture') return nothing(state);
    if (screen.hint === hint && screen.guided === guided) return nothing(state);
    return same(state, { screen: { ...screen, hint, guided } });
  },
  // Light is not tried a second time (`effects/capture.ts`).
  captured: (state) =>
    state.screen.name === 'capture'
      ? goto({ ...state, unlit: true }, { name: 'uploading', ratio: 0 }, { do: 'submit' })
      : nothing(state),
  progress: (state, { ratio }) =>
    state.screen.name === 'uploading'
      ? same(state, { screen: { name: 'uploading', ratio } })
      : nothing(state),
  submitted: (state, { session }) => {
    if (state.screen.name !== 'uploading') return nothing(state);
    // A status may have overtaken this answer: the newer version counts.
    const newest = newer(state, session);
    const next = goto({ ...state, session: null }, { name: 'processing' });
    const after = onSession(next.state, newest);
    return { ...after, effects: [{ do: 'forget_attempt' }, ...after.effects] };
  },
  paused: (state) => {
    if (!usesCamera(state.screen)) return nothing(state);
    return state.screen.name === 'pairing'
      ? blind(state, 'camera_interrupted')
      : problem(state, 'camera_interrupted');
  },
  retry_upload: (state) =>
    state.screen.name !== 'error'
      ? nothing(state)
      : goto(state, { name: 'uploading', ratio: 0 }, { do: 'submit' }),
};
