import type { Deps, TokenCaller } from '../../deps.ts';
import { networkKey } from '../../network-address.ts';
import { refuse } from '../../refuse.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import type { TokenCall } from '../session/access.ts';
import type { AttemptRow, Loaded } from '../session/records.ts';
import { requireDecodable, type Upload } from './upload.ts';

/** A capture has at least so many frames. */
const FEWEST_FRAMES = 8;
const RETRY_AFTER_S = 2;

/**
 * To be called before a byte of the upload is read: 503 where too many of the sandbox are under way, or where
 * the capture would not be looked at anyway. Returns what has to be called when the upload is judged, or
 * refused. Production is not asked.
 */
export function enterSandbox(
  deps: Deps,
  call: TokenCall,
  loaded: Pick<Loaded, 'session'>,
  attempt: AttemptRow,
): () => void {
  if (call.caller.env !== 'sandbox') return () => {};
  if (attempt.state !== 'submitted') requireRoomFor(deps, call.caller, loaded, FEWEST_FRAMES);
  return (
    deps.face.sandbox_uploads.enter(networkKey(call.ip)) ??
    refuse('unavailable', 'too many uploads to the sandbox', { retry_after_s: RETRY_AFTER_S })
  );
}

/**
 * Production goes before the sandbox from here on, until the function returned is called: its upload has
 * arrived.
 */
export function goAhead(deps: Deps, { env }: TokenCaller): () => void {
  if (env === 'sandbox') return () => {};
  const { runner, sandbox_uploads } = deps.face;
  const over = [sandbox_uploads.yieldTo(), runner.expect?.()];
  return () => {
    for (const done of over) done?.();
  };
}

/** Every frame can be decoded. Those of the sandbox are decoded one at a time in the process. */
export function requirePictures(deps: Deps, { env }: TokenCaller, { frames }: Upload): Promise<void> {
  const { sandbox_uploads } = deps.face;
  return requireDecodable(frames, env === 'sandbox' ? (work) => sandbox_uploads.inTurn(work) : undefined);
}

/** Before anything is counted: who comes while too much waits may come again with the same capture. */
export function requireRoom(
  deps: Deps,
  caller: TokenCaller,
  loaded: Pick<Loaded, 'session'>,
  { frames }: Upload,
): void {
  requireRoomFor(deps, caller, loaded, frames.length);
}

function requireRoomFor(
  deps: Deps,
  { env }: TokenCaller,
  { session }: Pick<Loaded, 'session'>,
  frames: number,
): void {
  // Nothing looks at the captures of the sandbox's fixed courses.
  if (sandboxOutcome(env, session.customer_id)?.submits) return;
  const retry_after_s = deps.face.runner.waitFor?.(frames, env) ?? null;
  if (retry_after_s !== null) refuse('unavailable', 'the face engine has no room', { retry_after_s });
}
