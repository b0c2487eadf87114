import { applicationOf, isIosWindow } from '../application.ts';
import { policyAllows } from '../policy.ts';
import { type CameraFacts, type MissingPiece, missingPiece, REMEDIES } from './piece.ts';

export interface CameraReport {
  /** Null: nothing stands in the way, as far as can be seen; with `open` the camera has given a picture. */
  missing: MissingPiece | null;
  /** One line for whoever embeds the face app. Empty when nothing is missing. */
  remedy: string;
  /** Where it is explained, e.g. `docs/embedding.md#iframe-allow`. Empty when nothing is missing. */
  docs: string;
}

/** What a frame would get, from the browser itself: the frame is made and never shown. */
const frameAllows = (url: string): boolean => {
  const frame = document.createElement('iframe');
  // In this order: what `allow` means depends on where the frame points.
  frame.src = url;
  frame.allow = 'camera';
  return policyAllows(frame, 'camera');
};

/** A camera that another program has may be given all the same, and end before its first picture. */
const PICTURE_MS = 5_000;

const givesPicture = (stream: MediaStream): Promise<boolean> =>
  new Promise((resolve) => {
    const video = document.createElement('video');
    video.muted = video.playsInline = true;
    // A stream that ends without a picture has loaded, too, as far as the element is concerned.
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve(true));
    else (video as HTMLVideoElement).onloadeddata = () => resolve(true);
    for (const track of stream.getTracks()) {
      if (track.readyState === 'ended') resolve(false);
      track.onended = () => resolve(false);
    }
    setTimeout(() => resolve(false), PICTURE_MS);
    video.srcObject = stream;
    video.play().catch(() => {});
  });

/** Why no picture came, as the name of an exception; every camera of the page is off again at once. */
const tryToOpen = async (): Promise<string | undefined> => {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    const gives = await givesPicture(stream);
    for (const track of stream.getTracks()) track.stop();
    return gives ? undefined : 'NotReadableError';
  } catch (error) {
    return (error as Error).name;
  }
};

const shownBy = (agent: string): CameraFacts['shown_by'] => {
  const application = applicationOf(agent);
  if (application && application !== 'WebView') return 'known_application';
  if (application) return 'android';
  return isIosWindow(agent) ? 'ios' : null;
};

const permissionState = async (): Promise<CameraFacts['permission']> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state;
  } catch {
    return 'unknown';
  }
};

const countCameras = async (): Promise<number> => {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').length;
  } catch {
    // Who does not tell is not accused.
    return 1;
  }
};

/** Names the one missing piece. `open`: the camera is opened for a moment, and the person may be asked. */
export const examineCamera = async (faceUrl: string, open: boolean): Promise<CameraReport> => {
  const api = !!navigator.mediaDevices?.getUserMedia;
  const policy = { page: policyAllows(document, 'camera'), face: frameAllows(faceUrl) };
  const error = open && api && policy.page ? await tryToOpen() : undefined;
  const missing = missingPiece({
    secure: isSecureContext,
    framed: window !== window.top,
    policy,
    api,
    shown_by: shownBy(navigator.userAgent),
    permission: await permissionState(),
    cameras: await countCameras(),
    error,
  });
  const [remedy, anchor] = missing ? REMEDIES[missing] : ['', ''];
  return { missing, remedy, docs: anchor && `docs/embedding.md#${anchor}` };
};
