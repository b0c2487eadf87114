import type { ErrorCode, ErrorFacts, StandpointError } from '../errors.ts';
import type { ChildMessage } from './bridge.ts';
import type { FaceTrack } from './events.ts';

/** The actions that a message may cause on the page. */
export interface FaceScreen {
  ready(): void;
  resize(height: number): void;
  removeFrame(): void;
  renewToken(reason: 'expiring' | 'expired'): void;
  error(code: ErrorCode, facts?: ErrorFacts): StandpointError;
}

type Handlers = {
  [K in ChildMessage['type']]: (message: Extract<ChildMessage, { type: K }>) => void;
};

const handlersFor = (track: FaceTrack, screen: FaceScreen): Handlers => ({
  ready: () => {
    track.state = 'open';
    screen.ready();
    track.emit('ready', {});
  },
  resize: (message) => {
    const height = Math.min(Math.max(Number(message.height) || 0, 200), 4_000);
    screen.resize(height);
    track.emit('resize', { height });
  },
  started: ({ session_id }) => track.emit('started', { session_id }),
  consent: () => track.at('consent'),
  permission: ({ state, cause }) => {
    track.at('permission');
    track.emit('permission', { feature: 'camera', state, ...(cause && { cause }) });
  },
  handoff: ({ type: _, ...value }) => track.emit('handoff', value),
  capture: ({ state, ratio }) => {
    track.state = 'open';
    track.at(state === 'uploading' ? 'uploading' : 'capture');
    if (ratio !== undefined) track.emit('progress', { ratio });
  },
  submitted: ({ session_id }) => {
    track.state = 'processing';
    track.at('processing');
    track.emit('submitted', { session_id });
  },
  completed: ({ type: _, hold, ...value }) => {
    if (!hold) screen.removeFrame();
    track.complete(value);
  },
  canceled: ({ step }) => {
    screen.removeFrame();
    track.cancel(step);
  },
  expired: ({ session_id, livemode = true }) => {
    screen.removeFrame();
    if (session_id) track.complete({ session_id, status: 'expired', livemode });
    else track.fail(screen.error('token_expired'));
  },
  error: ({ code, message, fatal, action: userAction, cause }) => {
    const error = screen.error(code as ErrorCode, { message, userAction, cause });
    if (!fatal) return track.emit('error', error);
    screen.removeFrame();
    track.fail(error);
  },
  token_needed: ({ reason }) => screen.renewToken(reason),
  reload_needed: ({ reason }) => track.emit('reload_required', { reason }),
  close: () => {
    screen.removeFrame();
    track.cancel(track.step);
  },
});

/**
 * Turns messages of the face app into events, steps and the outcome. Unknown messages of a newer face app are
 * ignored.
 */
export const receiver = (track: FaceTrack, screen: FaceScreen): ((message: ChildMessage) => void) => {
  const handlers = handlersFor(track, screen);
  return (message) => {
    // After the end, only the closing screen may still resize or close itself.
    if (track.ended() && message.type !== 'close' && message.type !== 'resize') return;
    if (Object.hasOwn(handlers, message.type)) handlers[message.type](message as never);
  };
};
