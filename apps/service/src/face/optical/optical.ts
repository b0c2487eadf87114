import {
  OPTICAL_NEEDED,
  type OpticalSightingBody,
  type opticalCode,
  type opticalSighting,
} from '@standpoint/contract';
import type { FaceOpticalSeen } from '../../database/tables/face.ts';
import type { Deps } from '../../deps.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../route.ts';
import { proofKey } from '../../tokens/proof.ts';
import { requireActive, requireKey, sessionNameOf } from '../session/access.ts';
import type { Change } from '../session/change.ts';
import { publicSession } from '../session/public-view.ts';
import { readSession, withSession } from '../session/with-session.ts';
import { codeOf, findSlot, slotAt, startOf, untilNext } from './code.ts';
import { longestRun, SIGHTINGS_MAX, withSighting } from './score.ts';

const WHERE = '/facecheck/session/handoff/optical';
const NOTHING: FaceOpticalSeen = { sightings: [], latency_ms: null, score: null };
const keyOf = ({ envelope }: Deps) => envelope.subkey('handoff-optical');

/**
 * The desktop's code of this moment, and never a later one: an attacker that could fetch codes ahead could
 * relay them without delay.
 */
export const opticalCodeHandler: Handler<typeof opticalCode> = async (call, deps) => {
  const jkt = await proofKey(deps, call, { method: 'GET', path: WHERE });
  const loaded = await readSession(deps, sessionNameOf(call.caller));
  if (!loaded) return refuse('handoff_not_found', 'no session yet');
  requireKey(call.caller, loaded, jkt);
  const { handoff } = loaded;
  if (handoff?.state !== 'confirmed' || handoff.optical !== 'wanted')
    return refuse('handoff_not_found', `hand-off is ${handoff?.state}, pairing ${handoff?.optical}`, {
      message: 'There is no moving code now: no confirmed hand-off waits for optical pairing.',
    });
  const now = deps.clock.now();
  return { code: codeOf(keyOf(deps), handoff.handoff_id, slotAt(now)), next_ms: untilNext(now) };
};

/**
 * A code that the phone's rear camera read. The client is not asked when it read the code: the service's clock says
 * when the code arrived.
 */
export const opticalSightingHandler: Handler<typeof opticalSighting> = async (call, deps) => {
  const arrived = deps.clock.now();
  const code = codeIn(call.body);
  const jkt = await proofKey(deps, call, { method: 'POST', path: WHERE });
  return withSession(deps, sessionNameOf(call.caller), (change) => {
    requireKey(call.caller, change, jkt);
    requireActive(call.caller, change);
    if (!change.handoff?.optical) refuse('handoff_not_found', 'the workflow asks for no pairing');
    if (code === null && skipOptical(change)) change.move('noted');
    const counted = code !== null && count(change, code, arrived);
    const seen = longestRun(change.handoff?.optical_seen ?? NOTHING);
    return { counted, seen, needed: OPTICAL_NEEDED, session: publicSession(change) };
  });
};

/** The code in the body; null when the person skips the pairing. */
function codeIn({ code, skip }: OpticalSightingBody): string | null {
  if ((code === undefined) === (skip === undefined))
    refuse('invalid_request', 'code or skip', {
      fields: [{ path: 'code', message: 'is required, or skip in its place; never both' }],
    });
  return code ?? null;
}

/**
 * Counts a code of the last seconds; true when it counts. The session's version rises only with the outcome:
 * the desktop need not hear of each sighting.
 */
function count(change: Change, code: string, arrived: number): boolean {
  const handoff = change.handoff!;
  if (handoff.optical !== 'wanted') return false;
  const slot = findSlot(keyOf(change.deps), handoff.handoff_id, code, arrived);
  if (slot === null) return false;
  const latency_ms = Math.round(arrived - startOf(slot));
  const optical_seen = withSighting(handoff.optical_seen ?? NOTHING, { slot, latency_ms });
  if (!optical_seen) return false;
  change.handoff = { ...handoff, optical_seen };
  if (optical_seen.latency_ms !== null) change.handoff.optical = 'paired';
  else if (optical_seen.sightings.length >= SIGHTINGS_MAX) change.handoff.optical = 'skipped';
  if (change.handoff.optical !== 'wanted') change.move('noted');
  return true;
}

/** Ends the pairing without a result; false when it is over already. The caller moves the session. */
export function skipOptical(change: Change): boolean {
  if (change.handoff?.optical !== 'wanted') return false;
  change.handoff = { ...change.handoff, optical: 'skipped' };
  return true;
}
