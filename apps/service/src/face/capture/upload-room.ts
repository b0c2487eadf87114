import type { Deps, TokenCaller } from '../../deps.ts';
import { networkKey } from '../../network-address.ts';
import { refuse } from '../../refuse.ts';
import { sandboxOutcome } from '../decision/sandbox-outcomes.ts';
import type { TokenCall } from '../session/access.ts';
import type { AttemptRow, Loaded } from '../session/records.ts';
import { picturesOf, requireDecodable, type Upload } from './upload.ts';

/** A clip takes the models about as long as this many frames. */
const CLIP_FRAMES = 4;
/** The fewest frames that a capture has. */
const FEWEST_FRAMES = 8;
const RETRY_AFTER_S = 2;

/**
 * Must be called before a byte of the upload is read. 503 where too many uploads of the sandbox are in
 * progress, or where the models have no room for the capture. Returns a function to call when the upload is
 * judged or refused. Production always passes.
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
 * How long the sandbox waits for an upload of production that is still arriving: most are there, slow lines
 * are not waited for.
 */
export const ARRIVES_WITHIN_MS = 1_000;

/**
 * Production goes before the sandbox from here on, until the function returned is called or the time is over.
 */
export function goAhead(deps: Deps, { env }: TokenCaller, within_ms?: number): () => void {
  if (env === 'sandbox') return () => {};
  const { runner, sandbox_uploads } = deps.face;
  let over = [sandbox_uploads.yieldTo(), runner.expect?.()];
  const end = () => {
    clearTimeout(timer);
    for (const done of over) done?.();
    over = [];
  };
  const timer = within_ms === undefined ? undefined : setTimeout(end, within_ms).unref();
  return end;
}

/**
 * Requires that every picture can be decoded. Pictures of the sandbox are decoded one at a time in the process.
 */
export function requirePictures(deps: Deps, { env }: TokenCaller, upload: Upload): Promise<void> {
  const { sandbox_uploads } = deps.face;
  return requireDecodable(
    picturesOf(upload),
    env === 'sandbox' ? (work) => sandbox_uploads.inTurn(work) : undefined,
  );
}

/**
 * Refuses before anything is counted: when the queue is full the client gets 503 and may send the same
 * capture again.
 */
export function requireRoom(
  deps: Deps,
  caller: TokenCaller,
  loaded: Pick<Loaded, 'session'>,
  { frames, clip }: Upload,
): void {
  requireRoomFor(deps, caller, loaded, frames.length + (clip ? CLIP_FRAMES : 0));
}

function requireRoomFor(
  deps: Deps,
  { env }: TokenCaller,
  { session }: Pick<Loaded, 'session'>,
  frames: number,
): void {
  // The captures of the sandbox's fixed outcomes are not analysed.
  if (sandboxOutcome(env, session.outcome)?.submits) return;
  const retry_after_s = deps.face.runner.waitFor?.(frames, env) ?? null;
  if (retry_after_s !== null) refuse('unavailable', 'the face runner has no room', { retry_after_s });
}
