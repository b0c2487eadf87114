import { isTooSmall } from '../guidance/framing.ts';
import { CameraError, causeOf } from './cause.ts';
import { type Choice, chosenAmong, rememberedChoice } from './choice.ts';
import { cameraOf, listCameras, onDeviceChange } from './devices.ts';
import { gatherFacts, plainFacts } from './facts.ts';
import { betterThan, type CameraDevice, rankCameras, standIns } from './rank.ts';

const WISHES: MediaTrackConstraints = {
  facingMode: { ideal: 'user' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
};

const wishesFor = (device_id: string): MediaTrackConstraints => ({
  ...WISHES,
  facingMode: undefined,
  deviceId: { exact: device_id },
});

export interface Camera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  /** The cameras that the person may choose from, best first. */
  readonly cameras: readonly CameraDevice[];
  readonly device_id: string;
  /** Stops the camera, so that its light goes off. */
  close(): void;
}

/** Events of an open camera. */
interface CameraWatcher {
  /** A call or another program took the camera, or it was unplugged. */
  lost(): void;
  changed(cameras: readonly CameraDevice[]): void;
}

export const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

export const ask = (video: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video, audio: false });

/** Another program uses the camera, or it does not start. */
const isBusy = (error: unknown): boolean =>
  ['NotReadableError', 'AbortError'].includes((error as DOMException).name);

/**
 * The constraints to try after this refusal; null if the refusal is final because the person or the system
 * decided it.
 */
const insteadOf = (error: DOMException, remembered: boolean): MediaTrackConstraints | null => {
  if (error.name === 'OverconstrainedError') return { facingMode: { ideal: 'user' } };
  // A camera that was chosen on another day and does not start must not hide one that does.
  return remembered && isBusy(error) ? WISHES : null;
};

/** Asks the browser once. A camera that cannot meet the constraints is asked a second time without them. */
const askRelaxing = async (video: MediaTrackConstraints, remembered = false): Promise<MediaStream> => {
  try {
    return await ask(video).catch((error: DOMException) => {
      const instead = insteadOf(error, remembered);
      if (!instead) throw error;
      return ask(instead);
    });
  } catch (error) {
    throw new CameraError(causeOf(await gatherFacts((error as DOMException).name)));
  }
};

/**
 * Tries another camera when one is busy, for example in a video call. Any other refusal on the way is the
 * answer.
 */
const askAnother = async (error: unknown, signal: AbortSignal): Promise<MediaStream> => {
  const busy = error instanceof CameraError && error.problem === 'camera_in_use';
  const cameras = busy ? await listCameras() : [];
  for (const { device_id } of cameras.length > 1 ? standIns(cameras) : []) {
    if (signal.aborted) break;
    try {
      return await ask(wishesFor(device_id));
    } catch (next) {
      if (!isBusy(next)) throw new CameraError(causeOf(await gatherFacts((next as DOMException).name)));
    }
  }
  throw error;
};

/**
 * After the grant the cameras have names. Switches once away from a back, infrared or virtual camera, and
 * returns to the first one if that fails.
 */
const preferBetter = async (
  stream: MediaStream,
  cameras: readonly CameraDevice[],
  chosen: CameraDevice | null,
): Promise<MediaStream> => {
  const [track] = stream.getVideoTracks();
  const better = track && betterThan(cameraOf(track), cameras, chosen);
  if (!better) return stream;
  // Phones open one camera at a time.
  stopAll(stream);
  return ask(wishesFor(better.device_id)).catch(() => askRelaxing(WISHES));
};

const choose = async (
  wanted: string | null,
  choice: Choice,
  signal: AbortSignal,
): Promise<[MediaStream, CameraDevice[]]> => {
  const remembered = wanted ? null : choice.read();
  // Browsers hide the cameras' names until they have granted one, so there may be no name to ask for.
  const before = remembered && chosenAmong(await listCameras(), remembered);
  const exact = wanted ?? before?.device_id;
  let stoodIn = false;
  const first = await askRelaxing(exact ? wishesFor(exact) : WISHES, !!before).catch((error: unknown) => {
    // A camera that the person picked by name is not replaced by another one.
    if (wanted) throw error;
    stoodIn = true;
    return askAnother(error, signal);
  });
  const cameras = rankCameras(await listCameras());
  // The person has left in the meantime: do not open another camera.
  if (signal.aborted) return [first, cameras];
  const chosen = chosenAmong(cameras, wanted ? { device_id: wanted, label: '' } : remembered);
  if (!chosen) choice.forget();
  else if (wanted) choice.write(chosen);
  // Another camera has already replaced the remembered one: do not ask for that one again.
  const refused = stoodIn || (before && first.getVideoTracks()[0]?.getSettings().deviceId !== exact);
  return [await preferBetter(first, cameras, refused ? null : chosen), cameras];
};

const TOO_LONG_MS = 2_000;

/** Watches an open camera. Returns the handle that closes it. */
export const guard = (stream: MediaStream, track: MediaStreamTrack, watcher: CameraWatcher): (() => void) => {
  let muted: ReturnType<typeof setTimeout>;
  const onMute = () => {
    clearTimeout(muted);
    muted = setTimeout(() => watcher.lost(), TOO_LONG_MS);
  };
  track.onended = () => watcher.lost();
  // A short mute is normal while a camera starts.
  track.onmute = onMute;
  track.onunmute = () => clearTimeout(muted);
  if (track.muted) onMute();
  // A person who left while the browser was asking is noticed only here: at that time no camera was on.
  const elsewhere = setTimeout(() => {
    if (document.hidden) watcher.lost();
  }, TOO_LONG_MS);
  const deaf = onDeviceChange((cameras) => watcher.changed(rankCameras(cameras)));
  return () => {
    clearTimeout(muted);
    clearTimeout(elsewhere);
    track.onended = track.onmute = track.onunmute = null;
    deaf();
    stopAll(stream);
  };
};

/**
 * Asks the browser once: some phones silently refuse a second request in a row. `wanted` is the camera that
 * the person chose.
 */
export const openCamera = async (
  signal: AbortSignal,
  watcher: CameraWatcher,
  wanted: string | null = null,
): Promise<Camera> => {
  const facts = plainFacts();
  if (!facts.secure || !facts.api || !facts.policy)
    throw new CameraError(causeOf({ ...facts, permission: 'unknown', cameras: 0 }));
  const [stream, cameras] = await choose(wanted, rememberedChoice(), signal);
  const [track] = stream.getVideoTracks();
  // The person may have left while the browser was asking: the camera light must not stay on.
  if (signal.aborted || track?.readyState !== 'live') {
    stopAll(stream);
    throw signal.aborted ? signal.reason : new CameraError(track ? 'camera_in_use' : 'camera_not_found');
  }
  const { width = 640, height = 480, deviceId = '' } = track.getSettings();
  if (isTooSmall({ width, height })) {
    stopAll(stream);
    throw new CameraError('camera_low_spec');
  }
  return { stream, track, cameras, device_id: deviceId, close: guard(stream, track, watcher) };
};
