import { applicationOf } from './application.ts';
import type { CameraReport } from './camera-doctor/camera-doctor.ts';
import type { Config } from './config.ts';
import type { ErrorCode } from './errors.ts';
import { fail } from './errors.ts';
import type { FeatureState } from './face/bridge.ts';
import { featureState } from './location/permission.ts';

export interface Diagnosis {
  secureContext: boolean;
  inIframe: boolean;
  /** Name of the application whose built-in browser this is. */
  inAppBrowser: string | null;
  online: boolean;
  geolocation: FeatureState;
  camera: FeatureState;
  problems: ErrorCode[];
}

type Feature = 'geolocation' | 'camera';

const isThere = async (feature: Feature): Promise<boolean> => {
  if (feature === 'geolocation') return feature in navigator;
  const devices = await navigator.mediaDevices?.enumerateDevices();
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false;
};

const stateOf = async (feature: Feature): Promise<FeatureState> => {
  const state = await featureState(feature);
  const known = state === 'blocked_by_policy' || (await isThere(feature).catch(() => true));
  return known ? state : 'missing';
};

const problemOf = (feature: Feature, state: FeatureState): ErrorCode | undefined => {
  if (state === 'denied') return 'permission_denied';
  if (state === 'blocked_by_policy') return 'permission_blocked_by_policy';
  if (state === 'missing') return feature === 'camera' ? 'camera_missing' : 'unsupported_browser';
  return undefined;
};

/** Reports which problems a check would meet, without a prompt and without network traffic. */
export const runDiagnosis = async (): Promise<Diagnosis> => {
  if (typeof window === 'undefined') fail('ssr_unavailable');
  const [geolocation, camera] = await Promise.all([stateOf('geolocation'), stateOf('camera')]);
  const facts = {
    secureContext: isSecureContext,
    inIframe: window !== window.top,
    inAppBrowser: applicationOf(navigator.userAgent),
    online: navigator.onLine,
    geolocation,
    camera,
  };
  const problems = [
    !facts.secureContext && 'insecure_context',
    facts.inAppBrowser && 'in_app_browser',
    !facts.online && 'offline',
    problemOf('geolocation', geolocation),
    problemOf('camera', camera),
  ].filter((problem) => problem) as ErrorCode[];
  return { ...facts, problems: [...new Set(problems)] };
};

export interface CameraDoctorOptions {
  /**
   * Opens the camera for a moment; the person may be asked. Only this detects a busy camera and an app that
   * refuses.
   */
  open?: boolean;
  /** Address of the face app. Default `{baseUrl}/face`. */
  url?: string;
}

/** Names the first obstacle between this page and a camera picture, with a remedy for the developer. */
export const runCameraDoctor = async (
  { baseUrl }: Config,
  { open = false, url = `${baseUrl}/face` }: CameraDoctorOptions = {},
): Promise<CameraReport> => {
  if (typeof window === 'undefined') fail('ssr_unavailable');
  const { examineCamera } = await import('./camera-doctor/camera-doctor.ts');
  return examineCamera(url, open);
};
