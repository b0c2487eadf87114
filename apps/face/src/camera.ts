import { isTooSmall } from './framing.ts';
import type { Problem } from './problems.ts';

export class CameraError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** What is known when a camera could not be opened. */
export interface CameraFacts {
  secure: boolean;
  /** `navigator.mediaDevices.getUserMedia` exists. */
  api: boolean;
  webview: boolean;
  /** Whether the page's Permissions-Policy (or the frame's `allow`) lets the camera through. */
  policy: boolean;
  permission: 'granted' | 'denied' | 'prompt' | 'unknown';
  cameras: number;
  /** `name` of the DOMException, when getUserMedia was asked. */
  error?: string;
}

/** Ten causes, ten codes: pure, so that each can be tested without a browser. */
export const causeOf = (facts: CameraFacts): Problem => {
  if (!facts.secure) return 'camera_insecure_context';
  if (!facts.api) return facts.webview ? 'webview_no_camera' : 'unsupported_browser';
  if (!facts.policy) return 'camera_policy_blocked';
  // Some browsers name a denial otherwise, but the permission itself is certain.
  if (facts.permission === 'denied' && facts.error) return 'camera_permission_denied';
  switch (facts.error) {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      if (facts.permission === 'prompt') return 'camera_permission_dismissed';
      return 'camera_permission_denied';
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return 'camera_not_found';
    case 'OverconstrainedError':
      return 'camera_overconstrained';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'camera_in_use';
    default:
      return facts.cameras === 0 ? 'camera_not_found' : 'camera_in_use';
  }
};

const WEBVIEW = /; wv\)|FBAN|FBAV|Instagram|Line\/|MicroMessenger|GSA\//;

const policyAllows = (): boolean => {
  const { featurePolicy, permissionsPolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
    permissionsPolicy?: { allowsFeature(name: string): boolean };
  };
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature('camera') ?? true;
};

const permissionState = async (): Promise<CameraFacts['permission']> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state;
  } catch {
    return 'unknown';
  }
};

/** Cameras that the browser speaks of; before the permission they have no names, but they are counted. */
export const countCameras = async (): Promise<number> => {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').length;
  } catch {
    return 0;
  }
};

const gatherFacts = async (error?: string): Promise<CameraFacts> => ({
  secure: window.isSecureContext,
  api: !!navigator.mediaDevices?.getUserMedia,
  webview: WEBVIEW.test(navigator.userAgent),
  policy: policyAllows(),
  permission: await permissionState(),
  cameras: await countCameras(),
  error,
});

const WISHES: MediaTrackConstraints = {
  facingMode: { ideal: 'user' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
};

export interface Camera {
  readonly stream: MediaStream;
  readonly track: MediaStreamTrack;
  /** The light goes off. */
  close(): void;
}

/** Asks once (a second question in a row is refused silently on some phones). `onLost`: a call or another app took it. */
export const openCamera = async (signal: AbortSignal, onLost: () => void): Promise<Camera> => {
  const facts = await gatherFacts();
  if (!facts.secure || !facts.api || !facts.policy) throw new CameraError(causeOf(facts));
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: WISHES, audio: false })
    .catch(async (error: DOMException) => {
      throw new CameraError(causeOf(await gatherFacts(error.name)));
    });
  const stop = () => {
    for (const each of stream.getTracks()) each.stop();
  };
  const [track] = stream.getVideoTracks();
  // The person may have left while the browser was asking: the light must not stay on for nobody.
  if (signal.aborted || !track) {
    stop();
    throw signal.aborted ? signal.reason : new CameraError('camera_not_found');
  }
  const { width = 640, height = 480 } = track.getSettings();
  if (isTooSmall({ width, height })) {
    stop();
    throw new CameraError('camera_low_spec');
  }
  track.onended = onLost;
  let muted: ReturnType<typeof setTimeout>;
  // A short mute is normal while a camera starts.
  track.onmute = () => {
    muted = setTimeout(onLost, 2_000);
  };
  track.onunmute = () => clearTimeout(muted);
  return {
    stream,
    track,
    close: () => {
      clearTimeout(muted);
      track.onended = track.onmute = track.onunmute = null;
      stop();
    },
  };
};
