import type { Problem } from '../flow/problems.ts';
import { isWebView } from './browser.ts';
import type { CameraFacts } from './cause.ts';
import { countCameras } from './devices.ts';

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

/** What a page can know at once, without asking anybody: these three decide alone. */
export const plainFacts = (): Pick<CameraFacts, 'secure' | 'api' | 'policy' | 'webview'> => ({
  secure: window.isSecureContext,
  api: !!navigator.mediaDevices?.getUserMedia,
  webview: isWebView(navigator.userAgent),
  policy: policyAllows(),
});

/**
 * What no answer of the person can change, known before anything is asked. The page says it before the
 * session learns this browser's key, so that another tab, browser or device can still begin the very same
 * check.
 */
export const hopelessHere = (): Problem | null => {
  const { secure, api, policy, webview } = plainFacts();
  if (!secure) return 'camera_insecure_context';
  if (!api) return webview ? 'webview_no_camera' : null;
  return policy ? null : 'camera_policy_blocked';
};

/** Everything, once the camera was refused with this error. */
export const gatherFacts = async (error?: string): Promise<CameraFacts> => {
  const [permission, cameras] = await Promise.all([permissionState(), countCameras()]);
  return { ...plainFacts(), permission, cameras, error };
};
