import type { LocationHandoffClaims } from '@standpoint/contract';
import { textFromBase64url } from '../base64url.ts';
import { startProbes } from '../signals/all.ts';
import { makeEvidence } from './evidence.ts';
import { acquirePositions } from './position.ts';
import { seal } from './seal.ts';

/** The body that a phone sends with a hand-off JWT of scope `location`. */
export interface PhoneEvidence {
  payload: string;
  /** Names the attempt when its lost answer has to be requested again. */
  attempt_id: string;
}

/**
 * Gathers this device's evidence and seals it for the token. Call it in a user gesture, because the browser
 * may ask the person.
 */
export const gatherPhoneEvidence = async (token: string, signal: AbortSignal): Promise<PhoneEvidence> => {
  const claims = JSON.parse(textFromBase64url(token.split('.')[1]!)) as LocationHandoffClaims;
  const probes = startProbes(signal);
  const found = await acquirePositions({}, signal);
  const { jti } = claims;
  const evidence = await makeEvidence('verify', found, probes, { jti });
  const payload = await seal(evidence, claims, '/geolocation/handoff/verify');
  return { payload, attempt_id: evidence.attempt_id };
};
