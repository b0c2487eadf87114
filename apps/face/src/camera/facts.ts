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

/** The facts that a page knows without asking the person or the browser. */
export const plainFacts = (): Pick<CameraFacts, 'secure' | 'api' | 'policy' | 'webview'> => ({
  secure: window.isSecureContext,
  api: !!navigator.mediaDevices?.getUserMedia,
  webview: isWebView(navigator.userAgent),
  policy: policyAllows(),
});

/**
 * The problem that no answer of the person can change, known before the page asks for anything. The page
 * reports it before the session is bound to this browser's key, so that another tab, browser or device can
 * still begin the same check.
 */
export const hopelessHere = (): Problem | null => {
  const { secure, api, policy, webview } = plainFacts();
  if (!secure) return 'camera_insecure_context';
  if (!api) return webview ? 'webview_no_camera' : null;
  return policy ? null : 'camera_policy_blocked';
};

/** Gathers all facts after the camera was refused with this error. */
export const gatherFacts = async (error?: string): Promise<CameraFacts> => {
  const [permission, cameras] = await Promise.all([permissionState(), countCameras()]);
  return { ...plainFacts(), permission, cameras, error };
};
