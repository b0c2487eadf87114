/** The first obstacle between a page and a camera picture. */
export type MissingPiece =
  | 'insecure_context'
  | 'permissions_policy'
  | 'iframe_allow'
  | 'in_app_browser'
  | 'ios_usage_description'
  | 'android_permission_request'
  | 'android_camera_permission'
  | 'unsupported_browser'
  | 'no_camera'
  | 'camera_busy'
  | 'permission_denied'
  | 'permission_dismissed';

export interface CameraFacts {
  secure: boolean;
  /** The page is in a frame of another page. */
  framed: boolean;
  /**
   * Whether the policy grants the camera to this page, and to a frame of the face app in it; true where a
   * browser cannot tell.
   */
  policy: { page: boolean; face: boolean };
  /** `navigator.mediaDevices.getUserMedia` exists. */
  api: boolean;
  /** The application that shows this page in its own window. */
  shown_by: 'android' | 'ios' | 'known_application' | null;
  permission: 'granted' | 'denied' | 'prompt' | 'unknown';
  cameras: number;
  /** `name` of the exception that getUserMedia threw when the camera was opened. */
  error?: string;
}

/** Returns the outermost obstacle first, because it hides the ones behind it. Pure. */
export const missingPiece = (facts: CameraFacts): MissingPiece | null => {
  const { secure, framed, policy, api, shown_by, permission, cameras, error } = facts;
  if (!secure) return 'insecure_context';
  if (!policy.page) return framed ? 'iframe_allow' : 'permissions_policy';
  if (!policy.face) return 'permissions_policy';
  if (!api) {
    if (shown_by === 'ios') return 'ios_usage_description';
    return shown_by ? 'in_app_browser' : 'unsupported_browser';
  }
  if (error === 'NotAllowedError' || error === 'SecurityError') {
    if (shown_by === 'android') return 'android_permission_request';
    if (shown_by === 'ios') return 'ios_usage_description';
    if (shown_by) return 'in_app_browser';
    return permission === 'prompt' ? 'permission_dismissed' : 'permission_denied';
  }
  if (error === 'NotReadableError' || error === 'AbortError')
    return shown_by === 'android' ? 'android_camera_permission' : 'camera_busy';
  if (cameras === 0 || error === 'NotFoundError') return 'no_camera';
  if (error) return 'camera_busy';
  return permission === 'denied' ? 'permission_denied' : null;
};

/** One line for the developer, and where `docs/embedding.md` explains it. */
export const REMEDIES: Record<MissingPiece, [remedy: string, anchor: string]> = {
  insecure_context: ['Serve this page and the face app over https (localhost is exempt).', 'secure-context'],
  permissions_policy: [
    'This page’s Permissions-Policy header blocks the camera: send camera=(self "<face app’s origin>") or no header.',
    'permissions-policy',
  ],
  iframe_allow: [
    'This page is in a frame that does not allow the camera: the outer page must set allow="camera" on it.',
    'iframe-allow',
  ],
  in_app_browser: [
    'This app’s browser gives pages no camera: offer “open in your browser” or the hand-off to a phone.',
    'in-app-browsers',
  ],
  ios_usage_description: [
    'Your iOS app needs NSCameraUsageDescription in Info.plist and a WKUIDelegate that grants the camera.',
    'wkwebview',
  ],
  android_permission_request: [
    'Your Android app must grant RESOURCE_VIDEO_CAPTURE in WebChromeClient.onPermissionRequest.',
    'android-webview',
  ],
  android_camera_permission: [
    'Your Android app must declare android.permission.CAMERA and request it (or another app uses the camera).',
    'android-webview',
  ],
  unsupported_browser: ['This browser has no getUserMedia: offer the hand-off to a phone.', 'hand-off'],
  no_camera: ['This device has no camera: offer the hand-off to a phone.', 'hand-off'],
  camera_busy: [
    'The camera does not start: another program uses it, or the system blocks it.',
    'camera-busy',
  ],
  permission_denied: [
    'The person or the system refused the camera to this origin: the face app shows how to allow it.',
    'permission',
  ],
  permission_dismissed: [
    'The person closed the browser’s prompt: ask again after a click, and say why.',
    'permission',
  ],
};
