import type { ChildMessage, FeatureState } from '@standpoint/web/bridge';
import { CAMERA_PROBLEMS, type Problem } from '../flow/problems.ts';
import type { Screen, State } from '../flow/state.ts';

const PERMISSION: Partial<Record<Problem, FeatureState>> = {
  camera_permission_denied: 'denied',
  camera_permission_dismissed: 'prompt',
  camera_policy_blocked: 'blocked_by_policy',
  camera_not_found: 'missing',
  webview_no_camera: 'missing',
};

type Told = Pick<Extract<ChildMessage, { type: 'error' }>, 'code' | 'action' | 'message'>;

/** A problem in the words of `StandpointError`. One that is not here keeps its own name. */
const TOLD: Partial<Record<Problem, Told>> = {
  camera_permission_denied: { code: 'permission_denied', action: 'allow_camera' },
  camera_permission_dismissed: { code: 'permission_dismissed', action: 'allow_camera' },
  camera_policy_blocked: {
    code: 'permission_blocked_by_policy',
    action: 'use_phone',
    message:
      'permission_blocked_by_policy: the Permissions-Policy header of the embedding page, or allow of a frame ' +
      'around it, refuses the camera: docs/embedding.md#permissions-policy',
  },
  camera_insecure_context: { code: 'insecure_context' },
  camera_not_found: { code: 'camera_missing' },
  camera_overconstrained: { code: 'camera_failed' },
  camera_low_spec: { code: 'camera_failed', action: 'use_phone' },
  camera_interrupted: { code: 'camera_failed' },
  webview_no_camera: { code: 'in_app_browser' },
  connection_lost: { code: 'network' },
  upload_lost: { code: 'network' },
  service_unavailable: { code: 'server_error', action: 'retry_later' },
  too_many_requests: { code: 'rate_limited', action: 'retry_later' },
  link_invalid: { code: 'token_invalid' },
  other_device_active: { code: 'not_active_device' },
};

/**
 * After a refusal, iOS asks again only once the whole page has been loaded anew. Its permission then says `prompt`,
 * so a refusal looks like a prompt that was closed.
 */
const needsReload = (problem: Problem, { ios, framed }: State['device']): boolean =>
  /^camera_permission_/.test(problem) && framed && ios === true;

const onError = (problem: Problem, device: State['device']): ChildMessage[] => [
  ...(CAMERA_PROBLEMS.includes(problem)
    ? [{ type: 'permission', state: PERMISSION[problem] ?? 'unknown', cause: problem } as const]
    : []),
  // The screen offers a way out, so the embedding page has nothing to do.
  { type: 'error', code: problem, ...TOLD[problem], cause: problem, fatal: false },
  ...(needsReload(problem, device) ? [{ type: 'reload_needed', reason: 'ios_camera_denied' } as const] : []),
  ...(problem === 'token_expired' ? [{ type: 'token_needed', reason: 'expired' } as const] : []),
];

/** The person refused or withdrew, so there is no result. */
const refuses = ({ screen, session }: State): boolean =>
  screen.name === 'ended' &&
  (screen.how === 'consent_declined' ||
    (screen.how === 'consent_withdrawn' && session?.status !== 'completed'));

const onEntry = (state: State, before: Screen): ChildMessage[] => {
  const { screen, session } = state;
  const session_id = session?.session_id ?? '';
  switch (screen.name) {
    case 'consent':
      return [{ type: 'consent', state: 'shown' }];
    case 'opening':
      return [{ type: 'permission', state: 'prompt' }];
    case 'ready':
      return [{ type: 'permission', state: 'granted' }];
    case 'capture':
      return [{ type: 'capture', state: 'started', ratio: 0 }];
    case 'uploading':
      return [{ type: 'capture', state: 'uploading' }];
    case 'processing':
      return before.name === 'handoff'
        ? [{ type: 'handoff', state: 'finished' }]
        : [{ type: 'submitted', session_id }];
    case 'handoff':
      if (screen.view === 'waiting') return [{ type: 'handoff', state: 'shown' }];
      if (screen.view === 'redeemed') return [{ type: 'handoff', state: 'redeemed' }];
      return screen.view === 'aborted' ? [{ type: 'handoff', state: 'expired' }] : [];
    case 'result':
      return [completed(state)];
    case 'ended':
      if (screen.how === 'canceled') return [{ type: 'canceled', step: before.name }];
      if (screen.how === 'denied_on_phone') return [{ type: 'canceled', step: screen.how }];
      return refuses(state) ? [{ type: 'consent', state: 'declined' }] : [];
    case 'error':
      return onError(screen.problem, state.device);
    default:
      return [];
  }
};

/** `hold`: this page shows its own closing screen until the person leaves it. */
const completed = ({ session, workflow, decision }: State): ChildMessage => ({
  type: 'completed',
  hold: true,
  session_id: session!.session_id,
  status: 'completed',
  livemode: session!.livemode,
  ...(workflow?.client_result === 'decision' && {
    ...(decision && { decision }),
    ...('result_token' in session! && session.result_token && { result_token: session.result_token }),
  }),
});

/**
 * The messages that the embedding page receives after a change. They are hints only: a backend relies on
 * webhooks and reads. Pure.
 */
export const messagesOf = (before: State, after: State): ChildMessage[] => {
  const messages: ChildMessage[] = [];
  if (before.screen.name === 'loading' && after.screen.name !== 'loading') messages.push({ type: 'ready' });
  if (!before.session && after.session)
    messages.push({ type: 'started', session_id: after.session.session_id });
  if (!before.consented && after.consented && before.screen.name === 'consent') {
    messages.push({ type: 'consent', state: 'accepted' });
  }
  if (before.entry !== after.entry) messages.push(...onEntry(after, before.screen));
  else if (after.screen.name === 'capture' && after.screen !== before.screen) {
    const { ratio, hint } = after.screen;
    messages.push({ type: 'capture', state: 'hint', ratio, ...(hint && { hint }) });
  }
  return messages;
};

/** The message for the embedding page when the person closes the last screen. */
export const closingMessage = ({ screen, session }: State): ChildMessage => {
  if (screen.name !== 'ended' || ['canceled', 'denied_on_phone'].includes(screen.how))
    return { type: 'close' };
  // The result was told before the person withdrew.
  if (screen.how === 'consent_withdrawn' && session?.status === 'completed') return { type: 'close' };
  if (screen.how === 'expired') {
    return {
      type: 'expired',
      ...(session && { session_id: session.session_id, livemode: session.livemode }),
    };
  }
  if (screen.how === 'failed' && session) {
    return {
      type: 'completed',
      session_id: session.session_id,
      status: 'failed',
      livemode: session.livemode,
    };
  }
  return { type: 'canceled', step: screen.how };
};
