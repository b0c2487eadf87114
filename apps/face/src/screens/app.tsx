import { useEffect } from 'preact/hooks';
import { LanguageChoice } from '../page/language-choice.tsx';
import type { Ui } from '../page/ui.ts';
import { LiveRegions } from '../senses/live.tsx';
import { Capture } from './capture.tsx';
import { Consent } from './consent.tsx';
import { Ended } from './ended.tsx';
import { ErrorScreen } from './error.tsx';
import { Landing } from './landing.tsx';
import { Leave } from './leave.tsx';
import { Loading } from './loading.tsx';
import { Opening } from './opening.tsx';
import { Pairing } from './pairing.tsx';
import { PhoneConfirm } from './phone-confirm.tsx';
import { Primer } from './primer.tsx';
import { Processing } from './processing.tsx';
import { Result } from './result.tsx';
import { Retry } from './retry.tsx';
import { HandoffQr } from './to-phone.tsx';
import { Uploading } from './uploading.tsx';
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
      return <HandoffQr ui={ui} screen={screen} />;
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

export const App = ({ ui }: { ui: Ui }) => {
  const { state, t, locale } = ui;
  const { name } = state.screen;
  useEffect(() => {
    document.title = state.workflow ? `${t.page_title} · ${state.workflow.integrator}` : t.page_title;
  }, [state.workflow, t]);
  useEffect(() => {
    // The pressed button is gone with its screen. On the very first screen the focus stays with the page
    // that opened this one.
    if (state.entry > 1 || name !== 'loading') document.querySelector('h1')?.focus();
  }, [state.entry]);
  return (
    <div class={`page on-${name}${state.device.framed ? ' in-frame' : ''}`}>
      <header class="top">
        <span class="asker">{state.workflow?.integrator ?? ''}</span>
        {state.session && !state.session.livemode && <span class="badge">{t.test_mode}</span>}
      </header>
      <main>
        <ScreenOf ui={ui} />
      </main>
      <LiveRegions ui={ui} />
      <p class={state.offline ? 'offline' : 'visually-hidden'} role="status">
        {state.offline ? t.offline : ''}
      </p>
      <footer class="bottom">
        <LanguageChoice t={t} locale={locale} setLocale={ui.setLocale} />
        {STOPPABLE.includes(name) && (
          <button type="button" class="quiet" onClick={() => ui.dispatch({ type: 'leave' })}>
            {t.cancel}
          </button>
        )}
      </footer>
    </div>
  );
};
