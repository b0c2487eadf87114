import type { Problem } from '../flow/problems.ts';

export class CameraError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem);
    this.problem = problem;
  }
}

/** The known facts when a camera could not be opened. */
export interface CameraFacts {
  secure: boolean;
  /** Whether `navigator.mediaDevices.getUserMedia` exists. */
  api: boolean;
  webview: boolean;
  /** Whether the page's Permissions-Policy (or the frame's `allow`) permits the camera. */
  policy: boolean;
  permission: 'granted' | 'denied' | 'prompt' | 'unknown';
  cameras: number;
  /** `name` of the DOMException that getUserMedia threw. */
  error?: string;
}

/**
 * An application's own window has no address bar with a setting: the application itself has to allow the
 * camera.
 */
const refused = ({ webview, permission }: CameraFacts): Problem => {
  if (webview) return 'webview_no_camera';
  return permission === 'prompt' ? 'camera_permission_dismissed' : 'camera_permission_denied';
};

/** Ten causes, ten codes. Pure, so that each can be tested without a browser. */
export const causeOf = (facts: CameraFacts): Problem => {
  if (!facts.secure) return 'camera_insecure_context';
  if (!facts.api) return facts.webview ? 'webview_no_camera' : 'unsupported_browser';
  if (!facts.policy) return 'camera_policy_blocked';
  // Some browsers throw another error name for a denial, but the permission state is reliable.
  if (facts.permission === 'denied' && facts.error) return refused(facts);
  switch (facts.error) {
    case 'NotAllowedError':
    case 'SecurityError':
    case 'PermissionDeniedError':
      return refused(facts);
    case 'NotFoundError':
    case 'DevicesNotFoundError':
      return 'camera_not_found';
    case 'OverconstrainedError':
    case 'ConstraintNotSatisfiedError':
      return 'camera_overconstrained';
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'camera_in_use';
    default:
      return facts.cameras === 0 ? 'camera_not_found' : 'camera_in_use';
  }
};
