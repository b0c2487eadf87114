import { applicationOf, isIosWindow } from '../application.ts';
import { policyAllows } from '../policy.ts';
import { type CameraFacts, type MissingPiece, missingPiece, REMEDIES } from './piece.ts';

export interface CameraReport {
  /** Null when no obstacle was found; with `open` the camera has also delivered a picture. */
  missing: MissingPiece | null;
  /** One line for the developer who embeds the face app. Empty when nothing is missing. */
  remedy: string;
  /**
   * Where the documentation explains it, e.g. `docs/embedding.md#iframe-allow`. Empty when nothing is
   * missing.
   */
  docs: string;
}

/** Whether a frame would get the camera, according to the browser. The frame is created and never shown. */
const frameAllows = (url: string): boolean => {
  const frame = document.createElement('iframe');
  // The address comes first, because the meaning of `allow` depends on it.
  frame.src = url;
  frame.allow = 'camera';
  return policyAllows(frame, 'camera');
};

/** A browser may open a camera that another program uses; its stream then ends before the first picture. */
const PICTURE_MS = 5_000;

const givesPicture = (stream: MediaStream): Promise<boolean> =>
  new Promise((resolve) => {
    const video = document.createElement('video');
    video.muted = video.playsInline = true;
    // To the element, a stream that ends without a picture has also loaded.
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

/**
 * Returns the name of the exception that explains why no picture came. It switches every camera off again.
 */
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
    // A browser that does not tell is not reported as a problem.
    return 1;
  }
};

/** Names the first obstacle. With `open` the camera is opened for a moment, and the person may be asked. */
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
