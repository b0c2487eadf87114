import type {
  AttemptAnswer,
  FaceRedeemAnswer,
  LocationRedeemAnswer,
  PublicSession,
  SessionBody,
} from '@standpoint/contract';
import { type Api, ApiError } from './api.ts';
import { type Camera, CameraError, openCamera } from './camera.ts';
import { record } from './capture.ts';
import { makeManifest } from './chain.ts';
import type { Effect, FlowEvent, State } from './flow-state.ts';
import { issueCodes } from './handoff.ts';
import { type Problem, problemOf } from './problems.ts';
import type { SavedStore } from './saved.ts';
import { trackFacts, watchPictures } from './track.ts';
import { watchStatus } from './watch.ts';

/** What effects work with; everything outside the flow that has to be remembered while the page lives. */
export interface World {
  api: Api;
  saved: SavedStore;
  state(): State;
  dispatch(event: FlowEvent): void;
  locale(): string;
  /** What `POST /facecheck/session` tells about this page. */
  about(): Promise<SessionBody>;
  /** The session is known: language, theme and bridge follow from its workflow. */
  opened(workflow: FaceRedeemAnswer['workflow']): Promise<void>;
  /** The phone is asked where it stands, not for a face: another page takes over, loaded only now. */
  location(answer: LocationRedeemAnswer): Promise<void>;
  /** Whole screen in one colour, or null. */
  colour(name: string | null): void;
  video: HTMLVideoElement | null;
  camera: Camera | null;
  /** Pictures on their way. */
  capture: { attempt_id: string; parts: FormData } | null;
  watching: AbortController | null;
}

type Run<E extends Effect['do']> = (
  world: World,
  effect: Extract<Effect, { do: E }>,
  signal: AbortSignal,
) => Promise<void>;

/** Steps of the funnel: the service moves the phase by them, and a session with events is not idle. Best effort. */
export const report = (world: World, type: string, detail?: string): void => {
  world.api.event(type, detail).catch(() => {});
};

const loadPortal = async (world: World): Promise<void> => {
  const answer = await world.api.createSession(await world.about());
  await world.opened(answer.workflow);
  world.dispatch({ type: 'opened', answer, consented: !!world.saved.read()?.consented });
};

/** The redeemed hand-off of this tab goes on where the service says it is. */
const loadPhone = async (world: World, signal: AbortSignal): Promise<void> => {
  const saved = world.saved.read();
  if (saved?.location) return world.location(saved.location);
  if (!saved?.redeemed) {
    if (saved?.code) world.dispatch({ type: 'code_found' });
    else world.dispatch({ type: 'failed', problem: 'code_unknown' });
    return;
  }
  const status = await world.api.status(null, signal);
  await world.opened(saved.redeemed.workflow);
  // The short form: what the long form leads to is decided when the watch has told it.
  const session: PublicSession = { ...saved.redeemed.session, version: status.version - 1 };
  const confirmed = !!saved.confirmed || status.handoff.state === 'confirmed';
  const answer = { ...saved.redeemed, session };
  world.dispatch({ type: 'redeemed', answer, consented: !!saved.consented, confirmed });
};

const redeem = async (world: World): Promise<void> => {
  const answer = await world.api.redeem(world.saved.read()?.code ?? '');
  if (answer.kind === 'location') {
    world.saved.write({ token: answer.handoff_token, location: answer, code: undefined });
    return world.location(answer);
  }
  world.saved.write({ token: answer.handoff_token, redeemed: answer, code: undefined });
  await world.opened(answer.workflow);
  world.dispatch({ type: 'redeemed', answer, consented: false, confirmed: answer.confirm.type === 'none' });
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

const attemptId = (world: World): string => {
  const known = world.saved.read()?.client_attempt_id;
  if (known) return known;
  const client_attempt_id = crypto.randomUUID();
  world.saved.write({ client_attempt_id });
  return client_attempt_id;
};

const openAttempt = async (world: World, signal: AbortSignal): Promise<AttemptAnswer> => {
  const { alternative: wish, workflow } = world.state();
  const alternative = wish && workflow?.alternatives.includes(wish) ? wish : null;
  const body = { client_attempt_id: attemptId(world), ...(alternative && { alternative }) };
  return world.api.openAttempt(body, signal);
};

const takePictures = async (world: World, attempt: AttemptAnswer, signal: AbortSignal): Promise<void> => {
  if (!world.video || !world.camera) throw new CameraError('camera_interrupted');
  const began = new Date().toISOString();
  const { track } = world.camera;
  const pictures = watchPictures(world.video);
  const progress = {
    step: (step: number, ratio: number, holding: boolean, count = 0) =>
      world.dispatch({ type: 'step', step, ratio, holding, count }),
    colour: world.colour,
  };
  // Also where the workflow does not offer a way without flashes: who asked for none sees none.
  const flashes = world.state().alternative !== 'no_flash';
  const shots = await record(world.video, attempt, flashes, progress, signal).finally(pictures.stop);
  const manifest = await makeManifest(attempt, shots, {
    track: await trackFacts(track, pictures.facts()),
    client_time: began,
    ...(attempt.challenge.parameters.colours ? { hints: [{ colours_shown: flashes }] } : {}),
  });
  const parts = new FormData();
  parts.append('manifest', JSON.stringify(manifest));
  for (const [i, { bytes }] of shots.entries()) {
    parts.append(`frame_${i}`, new Blob([bytes as BlobPart], { type: 'image/jpeg' }), `frame_${i}.jpg`);
  }
  world.capture = { attempt_id: attempt.attempt_id, parts };
  signal.throwIfAborted();
  world.dispatch({ type: 'captured' });
};

const forgetAttempt = (world: World): void => {
  world.saved.write({ client_attempt_id: undefined });
  world.capture = null;
};

/** Refusals after which the same attempt cannot be submitted again. */
const SPENT = ['attempt_expired', 'challenge_mismatch', 'image_unusable', 'not_found', 'attempts_exhausted'];

const submit = async (world: World, signal: AbortSignal): Promise<void> => {
  const { capture } = world;
  // A reload has lost the pictures; the attempt is made again.
  if (!capture) return world.dispatch({ type: 'failed', problem: 'camera_interrupted' });
  try {
    const { attempt_id, parts } = capture;
    const onProgress = (ratio: number) => world.dispatch({ type: 'progress', ratio });
    const session = await world.api.submit(attempt_id, parts, signal, onProgress);
    world.dispatch({ type: 'submitted', session });
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error;
    if (SPENT.includes(error.code)) forgetAttempt(world);
    const lost = error.code === 'connection_lost' || error.code === 'unavailable';
    world.dispatch({ type: 'failed', problem: lost ? 'upload_lost' : problemOf(error.code) });
  }
};

/** Tells the service what the person decided; the screen has already changed. */
const quietly = (promise: Promise<unknown>): Promise<void> => promise.then(() => {}).catch(() => {});

export const EFFECTS: { [E in Effect['do']]: Run<E> } = {
  load: (world, _effect, signal) =>
    world.state().role === 'portal' ? loadPortal(world) : loadPhone(world, signal),
  redeem,
  watch: async (world) => watch(world),
  send_consent: async (world, { accepted }) => {
    const version = world.state().consent?.version ?? '';
    const send = world.api.consent({ version, accepted, locale: world.locale() });
    if (!accepted) return quietly(send);
    const session = await send;
    world.saved.write({ consented: true });
    world.dispatch({ type: 'consented', session });
  },
  open_camera: async (world, _effect, signal) => {
    try {
      const camera = await openCamera(signal, () => world.dispatch({ type: 'paused' }));
      world.camera = camera;
      report(world, 'permission_granted');
      world.dispatch({ type: 'camera_on' });
    } catch (error) {
      if (error instanceof CameraError) report(world, 'permission_denied', error.problem);
      throw error;
    }
  },
  open_attempt: async (world, _effect, signal) => {
    const attempt = await openAttempt(world, signal).catch((error) => {
      // The attempt of before a reload has run out meanwhile: a new one, once.
      if (
        !(error instanceof ApiError) ||
        !SPENT.includes(error.code) ||
        error.code === 'attempts_exhausted'
      ) {
        throw error;
      }
      forgetAttempt(world);
      return openAttempt(world, signal);
    });
    world.dispatch({ type: 'attempt', attempt });
  },
  record: (world, { attempt }, signal) => takePictures(world, attempt, signal),
  submit: (world, _effect, signal) => submit(world, signal),
  forget_attempt: async (world) => forgetAttempt(world),
  issue_code: async (world, { channel, take_back }, signal) => {
    if (take_back) await quietly(world.api.cancelHandoff());
    await issueCodes(world.api, channel, (code) => world.dispatch({ type: 'code', code }), signal);
  },
  cancel_handoff: (world) => quietly(world.api.cancelHandoff()),
  confirm: async (world, { number }) => {
    const { confirmed, session } = await world.api.confirm(number);
    if (confirmed) world.saved.write({ confirmed });
    world.dispatch({ type: 'confirmed', confirmed, session });
  },
  deny: (world) => quietly(world.api.deny()),
  cancel: async (world) => {
    const { role, session } = world.state();
    // While the phone has taken over, this device has to take the check back before it may end it.
    if (role === 'portal' && session?.handoff.state === 'confirmed') await quietly(world.api.cancelHandoff());
    await quietly(world.api.cancel());
  },
};

/** What the person hears of a failed effect. */
export const problemOfError = (error: unknown): Problem | 'consent_required' | 'session_terminal' => {
  if (error instanceof CameraError) return error.problem;
  if (!(error instanceof ApiError)) return 'internal';
  if (error.code === 'consent_required' || error.code === 'session_terminal') return error.code;
  return problemOf(error.code);
};
