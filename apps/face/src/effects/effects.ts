import { CameraError, hopelessHere, isTooWeak, openCamera } from '../camera/camera.ts';
import { type Problem, problemOf } from '../flow/problems.ts';
import type { Effect, State } from '../flow/state.ts';
import { startGuidance } from '../guidance/guidance.ts';
import { HANDOFF_EFFECTS } from '../handoff/effects.ts';
import { ApiError } from '../service/call.ts';
import { CAPTURE_EFFECTS } from './capture.ts';
import { CONSENT_EFFECTS } from './consent.ts';
import { insist } from './insist.ts';
import { PAIRING_EFFECTS } from './pairing.ts';
import { watchStatus } from './watch.ts';
import type { World } from './world.ts';

type Run<E extends Effect['do']> = (
  world: World,
  effect: Extract<Effect, { do: E }>,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Reports a step of the funnel: the service advances the phase by it, and a session with events is not
 * idle. Best effort.
 */
export const report = (world: World, type: string, detail?: string): void => {
  world.api.event(type, detail).catch(() => {});
};

const loadPortal = async (world: World): Promise<void> => {
  const hopeless = hopelessHere();
  // A phone can still do the check, so this device's problem is not fatal.
  if (hopeless && world.state().prefer !== 'always') throw new CameraError(hopeless);
  const answer = await world.api.createSession(await world.about());
  await world.opened(answer.workflow);
  const { consented = false, handing = null } = world.saved.read() ?? {};
  world.dispatch({ type: 'opened', answer, consented, handing });
};

/** Continues the redeemed hand-off of this tab from the state that the service reports. */
const loadPhone = async (world: World, signal: AbortSignal): Promise<void> => {
  const saved = world.saved.read();
  if (saved?.location) return world.location(saved.location);
  if (!saved?.redeemed) {
    const hopeless = hopelessHere();
    // The code is not spent yet: another browser can still use it.
    if (hopeless) throw new CameraError(hopeless);
    if (saved?.code) world.dispatch({ type: 'code_found' });
    else world.dispatch({ type: 'failed', problem: 'code_unknown' });
    return;
  }
  const status = await world.api.status(null, signal);
  await world.opened(saved.redeemed.workflow);
  // Start with the short form, so that everything the long form adds is handled as news.
  const before = saved.redeemed.session;
  const { optical } = status.handoff;
  const session = { ...before, version: status.version - 1, handoff: { ...before.handoff, optical } };
  const confirmed = !!saved.confirmed || status.handoff.state === 'confirmed';
  const answer = { ...saved.redeemed, session };
  const { consented = false, unpaired = false } = saved;
  world.dispatch({ type: 'redeemed', answer, consented, confirmed, unpaired });
  world.dispatch({ type: 'status', status, decision: null });
};

const watch = (world: World): void => {
  world.watching?.abort();
  const controller = new AbortController();
  world.watching = controller;
  const watcher = {
    status: (
      status: Parameters<Parameters<typeof watchStatus>[1]['status']>[0],
      decision: State['decision'],
    ) => world.dispatch({ type: 'status', status, decision }),
    network: (offline: boolean) => world.dispatch({ type: 'network', offline }),
    failed: (code: string) => world.dispatch({ type: 'failed', problem: problemOf(code) }),
  };
  void watchStatus(world.api, watcher, controller.signal);
};

export const EFFECTS: { [E in Effect['do']]: Run<E> } = {
  load: async (world, _effect, signal) => {
    const { owed } = world.saved.read() ?? {};
    if (owed) await insist(world, owed);
    // This may have taken longer than the screen has waited; then another load is already running.
    signal.throwIfAborted();
    return world.state().role === 'portal' ? loadPortal(world) : loadPhone(world, signal);
  },
  ...HANDOFF_EFFECTS,
  ...PAIRING_EFFECTS,
  watch: async (world) => watch(world),
  ...CONSENT_EFFECTS,
  open_camera: async (world, { device_id }, signal) => {
    // A camera is open when the person switches, and phones open only one at a time.
    world.camera?.close();
    world.camera = null;
    const watcher = {
      lost: () => world.dispatch({ type: 'paused' }),
      changed: (cameras: State['cameras']) => world.dispatch({ type: 'cameras', cameras }),
    };
    try {
      const camera = await openCamera(signal, watcher, device_id);
      if (signal.aborted) return camera.close();
      // The models are requested only now that the camera is on.
      const guidance = startGuidance(world);
      world.guidance = guidance;
      world.camera = {
        ...camera,
        close: () => {
          guidance.close();
          camera.close();
        },
      };
      report(world, 'permission_granted');
      world.dispatch({ type: 'camera_on', cameras: camera.cameras, device_id: camera.device_id });
    } catch (error) {
      if (error instanceof CameraError) report(world, 'permission_denied', error.problem);
      throw error;
    }
  },
  measure_camera: async (world, _effect, signal) => {
    const { camera } = world;
    if (camera && (await isTooWeak(camera.track, () => world.video, signal)))
      throw new CameraError('camera_low_spec');
  },
  ...CAPTURE_EFFECTS,
};

/** The problem that the person sees after a failed effect. */
export const problemOfError = (error: unknown): Problem | 'consent_required' | 'session_terminal' => {
  if (error instanceof CameraError) return error.problem;
  if (!(error instanceof ApiError)) return 'internal';
  if (error.code === 'consent_required' || error.code === 'session_terminal') return error.code;
  return problemOf(error.code);
};
