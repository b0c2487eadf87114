import type { CSSProperties } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayWithdraw } from '../flow/consent.ts';
import { cameraLook } from '../frame/camera-look.ts';
import { Header } from '../frame/header.tsx';
import { Legal } from '../frame/legal.tsx';
import type { Ui } from '../page/ui.ts';
import { LiveRegions } from '../senses/live.tsx';
import { Capture } from './capture.tsx';
import { Consent } from './consent.tsx';
import { Privacy } from './consent-details.tsx';
import { Ended } from './ended.tsx';
import { ErrorScreen } from './error.tsx';
import { Landing } from './landing.tsx';
import { Leave } from './leave.tsx';
import { Loading } from './loading.tsx';
import { Opening } from './opening.tsx';
import { Pairing } from './pairing.tsx';
import { PhoneConfirm } from './phone-confirm.tsx';
import { Primer } from './primer.tsx';
import { Result } from './result.tsx';
import { Retry } from './retry.tsx';
import { HandoffLater } from './to-phone-later.tsx';
import { Processing, Uploading } from './waiting.tsx';
import { Withdraw } from './withdraw.tsx';

const ScreenOf = ({ ui }: { ui: Ui }) => {
  const { screen } = ui.state;
  switch (screen.name) {
    case 'loading':
      return <Loading ui={ui} />;
    case 'landing':
      return <Landing ui={ui} />;
    case 'phone_confirm':
      return <PhoneConfirm ui={ui} sending={screen.sending} />;
    case 'pairing':
      return <Pairing ui={ui} screen={screen} />;
    case 'consent':
      return <Consent ui={ui} sending={screen.sending} />;
    case 'primer':
      return <Primer ui={ui} />;
    case 'opening':
      return <Opening ui={ui} />;
    case 'ready':
    case 'capture':
      return <Capture ui={ui} />;
    case 'uploading':
      return <Uploading ui={ui} ratio={screen.ratio} />;
    case 'processing':
      return <Processing ui={ui} />;
    case 'retry':
      return <Retry ui={ui} code={screen.code} />;
    case 'handoff':
      return <HandoffLater ui={ui} screen={screen} />;
    case 'leave':
      return <Leave ui={ui} />;
    case 'withdraw':
      return <Withdraw ui={ui} view={screen.view} />;
    case 'result':
      return <Result ui={ui} />;
    case 'ended':
      return <Ended ui={ui} how={screen.how} />;
    case 'error':
      return <ErrorScreen ui={ui} problem={screen.problem} />;
  }
};

/** Screens that offer a way to stop besides their own buttons. */
const STOPPABLE = ['pairing', 'consent', 'primer', 'opening', 'ready', 'capture', 'retry', 'handoff'];

const stop = ({ state, dispatch }: Ui): (() => void) | null =>
  STOPPABLE.includes(state.screen.name) ? () => dispatch({ type: 'leave' }) : null;

/** The consent's text and the way to withdraw, on every screen after it. In a frame, also the way to stop. */
const LastLine = ({ ui }: { ui: Ui }) => {
  const { t, state } = ui;
  const leave = stop(ui);
  return (
    <Legal t={t}>
      {state.workflow && <Privacy ui={ui} />}
      {mayWithdraw(state) && (
        <button type="button" class="quiet withdraw" onClick={() => ui.dispatch({ type: 'withdraw' })}>
          {t.withdraw.link}
        </button>
      )}
      {state.device.framed && leave && (
        <button type="button" class="quiet leave" onClick={leave}>
          {t.cancel}
        </button>
      )}
    </Legal>
  );
};

export const App = ({ ui }: { ui: Ui }) => {
  const { state, t, locale } = ui;
  const { name } = state.screen;
  useEffect(() => {
    document.title = state.workflow ? `${t.page_title} · ${state.workflow.integrator}` : t.page_title;
  }, [state.workflow, t]);
  useEffect(() => {
    // The pressed button is gone with its screen. On the very first screen the focus stays with the page
    // that opened this one.
    if (state.entry > 1 || name !== 'loading') document.querySelector('h1')?.focus({ preventScroll: true });
  }, [state.entry]);
  const { look, glow } = cameraLook(ui);
  return (
    <div
      class={`page on-${name}${look}${state.device.framed ? ' in-frame' : ''}`}
      style={glow ? ({ '--glow': glow } as CSSProperties) : undefined}
    >
      <Header
        t={t}
        locale={locale}
        setLocale={ui.setLocale}
        integrator={state.workflow?.integrator ?? ''}
        logo={state.workflow?.ui.logo}
        test={state.session !== null && !state.session.livemode}
        leave={state.device.framed ? null : stop(ui)}
      />
      <main>
        <ScreenOf ui={ui} />
      </main>
      <LiveRegions ui={ui} />
      <p class={state.offline ? 'offline' : 'visually-hidden'} role="status">
        {state.offline ? t.offline : ''}
      </p>
      <LastLine ui={ui} />
    </div>
  );
};
