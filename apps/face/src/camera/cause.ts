import type { Problem } from '../flow/problems.ts';

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

/**
 * In an application's own window there is no address bar with a setting: it is the application that has to
 * let the camera through.
 */
const refused = ({ webview, permission }: CameraFacts): Problem => {
  if (webview) return 'webview_no_camera';
  return permission === 'prompt' ? 'camera_permission_dismissed' : 'camera_permission_denied';
};

/** Ten causes, ten codes: pure, so that each can be tested without a browser. */
export const causeOf = (facts: CameraFacts): Problem => {
  if (!facts.secure) return 'camera_insecure_context';
  if (!facts.api) return facts.webview ? 'webview_no_camera' : 'unsupported_browser';
  if (!facts.policy) return 'camera_policy_blocked';
  // Some browsers name a denial otherwise, but the permission itself is certain.
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
