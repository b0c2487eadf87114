import type { FeatureState } from '../face/bridge.ts';
import { policyAllows } from '../policy.ts';

/** Reads the state of a permission and its policy, without asking the person. */
export const featureState = async (feature: 'geolocation' | 'camera'): Promise<FeatureState> => {
  try {
    if (!policyAllows(document, feature)) return 'blocked_by_policy';
    return (await navigator.permissions.query({ name: feature as PermissionName })).state;
  } catch {
    return 'unknown';
  }
};
