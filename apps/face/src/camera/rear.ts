import { CameraError, causeOf } from './cause.ts';
import { gatherFacts, plainFacts } from './facts.ts';
import { ask, type Camera, guard, stopAll } from './open.ts';

/** All of these are preferences: a device with one camera returns that one. */
const REAR: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

/**
 * Opens the camera that faces away from the person, to read a code; any camera will do. The choice is not
 * remembered.
 */
export const openRearCamera = async (signal: AbortSignal, lost: () => void): Promise<Camera> => {
  const facts = plainFacts();
  if (!facts.secure || !facts.api || !facts.policy)
    throw new CameraError(causeOf({ ...facts, permission: 'unknown', cameras: 0 }));
  const stream = await ask(REAR).catch(async (error: DOMException) => {
    throw new CameraError(causeOf(await gatherFacts(error.name)));
  });
  const [track] = stream.getVideoTracks();
  // The person may have continued without it while the browser was asking.
  if (signal.aborted || track?.readyState !== 'live') {
    stopAll(stream);
    throw signal.aborted ? signal.reason : new CameraError(track ? 'camera_in_use' : 'camera_not_found');
  }
  const close = guard(stream, track, { lost, changed: () => {} });
  return { stream, track, cameras: [], device_id: track.getSettings().deviceId ?? '', close };
};
