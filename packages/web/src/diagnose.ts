import type { FeatureState } from './bridge.ts';
import type { ErrorCode } from './errors.ts';
import { fail } from './errors.ts';

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

const allowedByPolicy = (feature: Feature): boolean => {
  const page = document as Document & Record<'permissionsPolicy' | 'featurePolicy', PolicyReader | undefined>;
  return (page.permissionsPolicy ?? page.featurePolicy)?.allowsFeature(feature) ?? true;
};
interface PolicyReader {
  allowsFeature(feature: string): boolean;
}

const hasDevice = async (feature: Feature): Promise<boolean> => {
  if (feature === 'geolocation') return 'geolocation' in navigator;
  const devices = await navigator.mediaDevices?.enumerateDevices();
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false;
};

/** Reads what the browser says, without asking the person anything. */
export const featureState = async (feature: Feature): Promise<FeatureState> => {
  try {
    if (!allowedByPolicy(feature)) return 'blocked_by_policy';
    if (!(await hasDevice(feature))) return 'missing';
    return (await navigator.permissions.query({ name: feature as PermissionName })).state;
  } catch {
    return 'unknown';
  }
};

const IN_APP: [name: string, pattern: RegExp][] = [
  ['Facebook', /\bFB(AN|AV|_IAB)\b/],
  ['Instagram', /Instagram/],
  ['TikTok', /musical_ly|Bytedance/i],
  ['WeChat', /MicroMessenger/],
  ['LINE', /\bLine\//],
  ['Snapchat', /Snapchat/],
  ['LinkedIn', /LinkedInApp/],
  ['X', /Twitter for/],
  ['WebView', /; wv\)/],
];

const problemOf = (feature: Feature, state: FeatureState): ErrorCode | undefined => {
  if (state === 'denied') return 'permission_denied';
  if (state === 'blocked_by_policy') return 'permission_blocked_by_policy';
  if (state === 'missing') return feature === 'camera' ? 'camera_missing' : 'unsupported_browser';
  return undefined;
};

/** Says what would happen, before anything happens: no prompt, no network. */
export const runDiagnosis = async (): Promise<Diagnosis> => {
  if (typeof window === 'undefined') fail('ssr_unavailable');
  const [geolocation, camera] = await Promise.all([featureState('geolocation'), featureState('camera')]);
  const facts = {
    secureContext: isSecureContext,
    inIframe: window !== window.top,
    inAppBrowser: IN_APP.find(([, pattern]) => pattern.test(navigator.userAgent))?.[0] ?? null,
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
