import type { PreviewAnswer, PreviewMessage, PreviewScreen } from '@standpoint/contract';
import { begin, type FlowEvent, type Screen, type State } from '../src/flow/state.ts';
import { openMotion } from '../src/guidance/motion.ts';
import type { Locale } from '../src/page/locale.ts';
import type { Ui } from '../src/page/ui.ts';
import type { Texts } from '../src/texts/texts.ts';

const SCREENS: Record<PreviewScreen, Screen> = {
  consent: { name: 'consent', sending: false },
  primer: { name: 'primer' },
  ready: { name: 'ready', hint: 'face_too_far', guided: true },
  retry: { name: 'retry', code: 'too_dark' },
  result: { name: 'result' },
};

/** Where a button of the real page leads next. */
function nextOf(event: FlowEvent): PreviewScreen | null {
  if (event.type === 'consent') return event.accepted ? 'primer' : 'consent';
  if (event.type === 'open_camera') return 'ready';
  if (event.type === 'start') return 'result';
  return null;
}

const STILL = openMotion();
const NO_SESSION = 'fcs_00000000000000000000000000';

/** The first entry is this one, and there is no other: a new screen would take the focus from the dashboard. */
const LOADING: State = { ...begin('portal', { mobile: true, camera: true, framed: false }), entry: 1 };

function stateOf(message: PreviewMessage | null): State {
  if (!message) return LOADING;
  const { workflow, consent, screen, decision, livemode } = message;
  return {
    ...LOADING,
    screen: SCREENS[screen],
    workflow,
    consent,
    decision: screen === 'result' ? decision : null,
    session: {
      session_id: NO_SESSION,
      status: 'in_progress',
      phase: 'consent',
      attempts_used: screen === 'retry' ? 1 : 0,
      attempts_max: workflow.attempts_max,
      last_error: null,
      expires_at: new Date(0).toISOString(),
      version: 1,
      livemode,
      handoff: { state: 'none' },
    },
  };
}

/** The input of the screens: everything that would reach the service leads to another screen, or to nothing. */
export const uiOf = (
  message: PreviewMessage | null,
  t: Texts,
  locale: Locale,
  post: (answer: PreviewAnswer) => void,
): Ui => ({
  state: stateOf(message),
  t,
  locale,
  colour: null,
  motion: STILL,
  frozen: null,
  dispatch: (event) => {
    const screen = nextOf(event);
    if (screen) post({ type: 'preview-screen', screen });
  },
  stream: () => null,
  setVideo: () => {},
  setLocale: (next) => post({ type: 'preview-locale', locale: next }),
  choose: () => {},
  openInNewTab: () => {},
  link: () => '',
  close: () => {},
  back_url: null,
});
